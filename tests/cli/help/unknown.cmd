attnviz help explian
