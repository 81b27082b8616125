# a film that cannot be written
ln -s /dev/full film.png
attnviz train learning --film film.png >told.txt
