attnviz glossary frobnicate
