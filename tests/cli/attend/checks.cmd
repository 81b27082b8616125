# checks are listed for whoever asks
echo '{"Q":[[1,0]],"K":[[1,0]],"V":[[2,3]]}' >one.json
attnviz attend one.json --checks
