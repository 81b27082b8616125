attnviz glossary
