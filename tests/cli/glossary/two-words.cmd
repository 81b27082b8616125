attnviz glossary Context vector
