"""Recurrent cells, with the weights of a lesson: the state before, a word, the state after."""

import numpy as np

from compare import sigmoid


def rnn(h, x, W_h, W_x, b=0.0):
    return np.tanh(W_h @ h + W_x @ x + b)


def gru(v, h, x):
    hx = np.concatenate([h, x])
    z, r = sigmoid(v.W_z @ hx + v.b_z), sigmoid(v.W_r @ hx + v.b_r)
    return (1 - z) * h + z * np.tanh(v.W_g @ np.concatenate([r * h, x]) + v.b_g)


def lstm(v, hc, x):
    """The state above, the cell below."""
    hx, c = np.concatenate([hc[0], x]), hc[1]
    f, u, o = (sigmoid(W @ hx + b) for W, b in ((v.W_f, v.b_f), (v.W_u, v.b_u), (v.W_o, v.b_o)))
    c = f * c + u * np.tanh(v.W_g @ hx + v.b_g)
    return np.array([o * np.tanh(c), c])


def read(step, state, words):
    """All states of a cell after each word."""
    states = []
    for x in words:
        state = step(state, x)
        states.append(state)
    return np.array(states)
