mkfifo pipe; { od -An -tx1 -N8; cat >rest; } <pipe >came & attnviz heatmap le-chat-noir -o pipe; wait; cat came; ls -l pipe | cut -c1
