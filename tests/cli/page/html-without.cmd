# maps with and without a part, and their difference; an asked number; a call that was opened
attnviz explain masked --without mask --only A --format html | sed -e '1,/^<body>/d' -e '/^<script.*<\/script>$/d' -e '/^<script/,/<\/script>$/d'
attnviz explain le-chat-noir --only e --at t=1 --arithmetic 'e_{1,2}' --zoom score --format html | sed -e '1,/^<body>/d' -e '/^<script.*<\/script>$/d' -e '/^<script/,/<\/script>$/d'
