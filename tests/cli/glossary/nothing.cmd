attnviz glossary ''
