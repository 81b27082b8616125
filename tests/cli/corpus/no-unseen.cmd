attnviz corpus pairs --part unseen
