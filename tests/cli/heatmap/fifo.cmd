mkfifo pipe; od -An -tx1 -N8 pipe & attnviz heatmap le-chat-noir -o pipe; wait; ls -l pipe | cut -c1
