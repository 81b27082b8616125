# for other programs: a term, the names of a lesson, and what is unknown; all of it is JSON
attnviz glossary --format json alpha
attnviz glossary --format json le-chat-noir | tail -n 2
attnviz glossary --format json | grep -c '"group"'
attnviz glossary --format json alhpa; echo $?
attnviz glossary --format xml alpha
