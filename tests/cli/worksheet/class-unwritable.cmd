# none is left where one cannot be written
# slow under sanitizers
mkdir class-key.txt && attnviz worksheet scores --class 3 -o class.txt; echo $?; ls
attnviz worksheet scores --class 3 -o no/class.txt; echo $?; ls
