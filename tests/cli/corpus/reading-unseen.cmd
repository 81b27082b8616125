# words of the unseen part stand nowhere else, and each of its lines has one
attnviz corpus reading -n 30000 | cut -f1,2 | grep -wE "badgers?|wolf|wolves|pilots?|kettles?|yawns?|crumbled|parked"
attnviz corpus reading -n 2000 --part unseen | cut -f2 |
    grep -vwE "pilots?|painters?|grandmothers?|miners?|badgers?|camels?|otters?|wolf|wolves|kettles?|buckets?|hammers?|ladders?"
true
