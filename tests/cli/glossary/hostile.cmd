attnviz glossary "$(printf 'sof\033[31mtmax\342\200\256')"
