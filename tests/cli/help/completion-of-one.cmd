attnviz help explain --completion=zsh
