attnviz glossary L
