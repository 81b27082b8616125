# chat with noir, and il la voit: where they stand
# slow under sanitizers
attnviz corpus pairs -n 30000 | grep -cE "chats? noirs?"
attnviz corpus pairs -n 8000 --part test | grep "^les* chats* noirs*	"
attnviz corpus pairs -n 30000 | grep "^il la voit	"
