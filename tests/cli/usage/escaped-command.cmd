attnviz "$(printf 'a\033[2Jb')"
