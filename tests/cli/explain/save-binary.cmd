attnviz explain --only o --at t=1 --save α=a.npy --save 'α,e_1=b.npz' --save 'α,e_1=c.safetensors' >/dev/null
od -An -c a.npy | head -n 9; cksum a.npy b.npz c.safetensors
