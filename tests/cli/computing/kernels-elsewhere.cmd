# instructions of another processor: x86 has no NEON, and ARM has no AVX
case $(uname -m) in aarch64 | arm*) other=avx2 ;; *) other=neon ;; esac
attnviz explain --kernels $other 2>message
echo $?
sed "s/ $other:/ OTHER:/" message
