# plots are smaller and flatter than they are made before a canvas that was asked for is refused
for lesson in bottleneck efficiency learning; do attnviz heatmap $lesson --size 1280x720 -o $lesson.png; done
