attnviz glossary foo
