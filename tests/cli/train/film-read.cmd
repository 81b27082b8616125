# a strip carries its numbers, a film does not
attnviz train learning --steps 2 --film film.png -o weights.safetensors >said && attnviz heatmap --read film.png
echo "$?"
attnviz train learning --steps 2 --film film.png --strip -o weights.safetensors >said && attnviz heatmap --read film.png | head -c 60
