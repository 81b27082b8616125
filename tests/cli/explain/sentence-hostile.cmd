attnviz explain reader --sentence "$(printf 'a\033[2Jb \342\200\256x')" | LC_ALL=C grep -cP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80[\xa8-\xae]' 
