attnviz glossary C
