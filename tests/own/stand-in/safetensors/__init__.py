"""What examples/export_attention.py needs of safetensors, in the layout of its files."""
