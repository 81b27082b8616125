# query heads that share a key head: Q and K exchanged, or one in the place of the other
cat >lesson.json <<'LESSON'
{"attnviz":1,"title":"T","sequences":{"word":2,"head":4,"group":2},"indices":{"j":"head","g":"group"},"seed":4,
 "given":{"Q_j":{"random":[2,2]},"K_g":{"random":[2,2]},"V_g":{"random":[2,2]},
          "L":{"random":[2,4]},"N":{"random":[2,2]},"R":{"random":[2,8]}},
 "steps":[{"compute":["E_j = Q_j K_{⌈j/2⌉}ᵀ","Z_j = softmax(E_j / √2) V_{⌈j/2⌉}","Y_j = attention(Q_j, K_{⌈j/2⌉}, V_{⌈j/2⌉})"]}]}
LESSON
keys='s/"K_g"/"G_g"/; s/K_{⌈j\/2⌉}/' queries='s/"Q_j"/"P_j"/; s/"R"/"Q"/; s/Q_j/split_j(Q)/g'
sed "$keys"'K/g; s/"N"/"K"/' lesson.json >one.json
sed "$queries; $keys"'split_{⌈j\/2⌉}(K)/g; s/"L"/"K"/' lesson.json >flat.json
sed "$queries; $keys"'K/g; s/"N"/"K"/' lesson.json >flat-one.json
# LESSON Q K: the answers Z and Y with these in the place of Q and K
answer() {
    sed "s/E_j = [^\"]*\"/E_j = $2 $3ᵀ\"/; s/attention(.*, /attention($2, $3, /" "$1.json" >other.json
    for name in Z Y; do
        attnviz explain other.json --save "$name=$name.npy" >/dev/null
        attnviz check "$1.json" "$name.npy" | sed -n '/is what you get/,/ = /p'
    done
}
answer lesson 'K_{⌈j\/2⌉}' Q_j
answer lesson Q_j Q_j
answer lesson 'K_{⌈j\/2⌉}' 'K_{⌈j\/2⌉}'
answer one K Q_j
answer flat 'split_{⌈j\/2⌉}(K)' 'split_j(Q)'
answer flat 'split_j(Q)' 'split_j(Q)'
answer flat-one K 'split_j(Q)'
answer flat-one K K
