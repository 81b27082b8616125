attnviz glossary sofmax
