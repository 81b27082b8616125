import json
import struct


def save_file(tensors, path):
    header, data = {}, b""
    for name, tensor in tensors.items():
        assert tensor.whole, f"{name} is not contiguous, and safetensors would refuse it"
        part = tensor.numbers.astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.numbers.shape),
                        "data_offsets": [len(data), len(data) + len(part)]}
        data += part
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
