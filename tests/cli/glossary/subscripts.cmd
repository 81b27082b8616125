attnviz glossary 'W_{Q,new}'
