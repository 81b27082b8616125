attnviz explain --arithmetic 'e_{9,9}'
