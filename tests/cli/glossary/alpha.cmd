attnviz glossary alpha
