attnviz glossary encoder
