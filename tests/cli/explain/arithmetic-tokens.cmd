attnviz explain --only y --at t=1 --arithmetic 'y_1,target_1,h_{1,2}'
