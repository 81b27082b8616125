# a lesson of the program; its losses, and the same weights with one thread and with two
attnviz train learning -o one.safetensors --threads 1
attnviz train learning -o two.safetensors --threads 2 --kernels base >/dev/null
cmp one.safetensors two.safetensors && echo same
attnviz train learning --output other.safetensors --seed 4 --steps 12 | head -2
ls -A
