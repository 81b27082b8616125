# with names and places alone; the picture of what was asked for
attnviz explain le-chat-noir --format markdown --only α,e --at t=2 --arithmetic 'e_{2,1}' --set 'h_{1,1} = 7' --precision 2
attnviz explain masked --format markdown --only V -o v.md; ls
