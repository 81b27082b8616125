"""Saves the attention of a Hugging Face model in files that attnviz draws:

    python3 export_attention.py bert-base-uncased 'The cat sat on the mat.'
    attnviz heatmap attention.safetensors --tokens tokens.json --layer 3 --head 5
"""
import json
import sys

from safetensors.torch import save_file
from transformers import AutoModel, AutoTokenizer

name, text = sys.argv[1:3]
tokenizer = AutoTokenizer.from_pretrained(name)
# eager: the faster ways to compute attention never hold the weights, and so cannot return them
model = AutoModel.from_pretrained(name, attn_implementation="eager").eval()
inputs = tokenizer(text, return_tensors="pt")
layers = model(**inputs, output_attentions=True).attentions
save_file({f"attentions.{i}": a[0].detach().float().contiguous() for i, a in enumerate(layers)},
          "attention.safetensors")
with open("tokens.json", "w", encoding="utf-8") as file:
    json.dump(tokenizer.convert_ids_to_tokens(inputs["input_ids"][0].tolist()), file)
