mkfifo pipe; od -An -tx1 -N8 pipe >came & attnviz heatmap le-chat-noir -o pipe; wait; cat came; ls -l pipe | cut -c1
