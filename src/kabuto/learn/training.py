"""Trains a network of two hidden layers in PyTorch: it learns what positions were worth in the end."""

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import numpy as np

from kabuto.table import BadOption, Catalogue, Refused

WORDS = Catalogue("kabuto.learn")
Report = Callable[[str], object]
Positions = tuple[Any, Any, Any, Any]
"""Which inputs are not zero, their values, results, and the next position of the same seat, or -1."""
HELD_OUT = 0.05
"""The part of the newest positions that is only used to measure the loss."""
AT_ONCE = 16384
"""Positions judged at once when the loss is measured."""
DECAY = 1e-4
"""How strongly weights are drawn towards zero."""


def train(
    parts: Sequence[Positions],
    sizes: Sequence[tuple[int, ...]],
    exchanges: Sequence[Sequence[int]],
    *,
    start: Sequence[Any] | None,
    epochs: int,
    batch: int,
    rate: float,
    trace: float,
    seed: int,
    device: str,
) -> tuple[list[Any], list[float]]:
    """The weights, and the loss on positions not learned from, after every epoch.

    The newest of the ``parts`` comes last. Every batch shows its positions in another equivalent order of the
    inputs, so the network learns that these are the same.
    """
    torch = pytorch(device)
    generator = torch.Generator(device).manual_seed(seed)
    held = max(1, int(len(parts[-1][2]) * HELD_OUT))
    weights = [
        part.to(device)
        for part in (_fresh(torch, sizes, seed) if start is None else map(torch.tensor, start))
    ]
    data = []
    for which, values, wins, following in parts:
        inputs = torch.from_numpy(which).to(device), torch.from_numpy(values).to(device)
        aims = wins
        if start is not None and trace < 1:
            aims = returns(wins, following, _judge_all(torch, weights, inputs), trace)
        data.append((*inputs, torch.from_numpy(aims).to(device)))
    test = *(each[:held] for each in data[-1][:2]), torch.from_numpy(parts[-1][2][:held]).to(device)
    data[-1] = tuple(each[held:] for each in data[-1])
    orders = [torch.tensor(order, device=device) for order in exchanges]
    for part in weights:
        part.requires_grad_()
    steps = epochs * sum(max(1, len(aims) // batch) for *_, aims in data)
    optimizer = torch.optim.AdamW(weights, lr=rate, weight_decay=DECAY, fused=device == "cuda")
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1, pct_start=0.1)
    losses: list[float] = []
    step = 0
    for _ in range(epochs):
        for part in torch.randperm(len(data), generator=generator, device=device).tolist():
            which, values, aims = data[part]
            places = torch.randperm(len(aims), generator=generator, device=device)
            for at in range(max(1, len(aims) // batch)):
                chosen = places[at * batch : (at + 1) * batch]
                inputs = _spread(torch, sizes[0][0], which[chosen], values[chosen])
                loss = _loss(torch, weights, inputs, aims[chosen], orders[step % len(orders)])
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                schedule.step()
                step += 1
        losses.append(round(_measured(torch, weights, test, orders[0]), 5))
        if not isfinite(losses[-1]):
            raise Refused(WORDS.say("not_a_number"))
    return [np.ascontiguousarray(part.detach().cpu().numpy()) for part in weights], losses


def returns(wins: Any, following: Any, judged: Any, trace: float) -> Any:
    """What to learn: results mixed with what was thought of the positions in between.

    The part ``trace`` of what a position is worth comes from what its next one is worth, the rest from what
    was thought of that. So luck late in a game counts less for its early positions.
    """
    aims = wins.copy()
    before = np.full(len(wins), -1)
    before[following[following >= 0]] = np.flatnonzero(following >= 0)
    after = np.flatnonzero(following < 0)
    while len(after):
        after = after[before[after] >= 0]
        places = before[after]
        aims[places] = (1 - trace) * judged[after] + trace * aims[after]
        after = places
    return aims


def judged(torch: Any, weights: Sequence[Any], inputs: Any) -> Any:
    """What a network makes of positions: the logarithm of the odds to win."""
    first, first_bias, second, second_bias, last = weights
    wide = torch.relu(inputs @ first + first_bias)
    return torch.relu(wide @ second + second_bias) @ last[:-1] + last[-1]


def _judge_all(torch: Any, weights: Sequence[Any], inputs: tuple[Any, Any]) -> Any:
    """The chances to win that a network gives to many positions."""
    which, values = inputs
    with torch.no_grad():
        found = [
            torch.sigmoid(judged(torch, weights, _spread(torch, len(weights[0]), some, its))).cpu()
            for some, its in zip(which.split(AT_ONCE), values.split(AT_ONCE), strict=True)
        ]
    return torch.cat(found).numpy()


def _spread(torch: Any, size: int, which: Any, values: Any) -> Any:
    """All inputs of positions, from those that are not zero; the one beyond the last is dropped."""
    inputs = torch.zeros(len(which), size + 1, device=which.device)
    return inputs.scatter_(1, which.long(), values.float())[:, :size]


def _loss(torch: Any, weights: Sequence[Any], inputs: Any, aims: Any, order: Any) -> Any:
    """The mean log-loss, with the inputs in another order."""
    first, *rest = weights
    guesses = judged(torch, [first[order], *rest], inputs)
    return torch.nn.functional.binary_cross_entropy_with_logits(guesses, aims)


def _measured(torch: Any, weights: Sequence[Any], test: tuple[Any, ...], order: Any) -> float:
    """The loss on positions that were not learned from."""
    total = 0.0
    with torch.no_grad():
        for which, values, wins in zip(*(each.split(AT_ONCE) for each in test), strict=True):
            inputs = _spread(torch, len(order), which, values)
            total += float(_loss(torch, weights, inputs, wins, order)) * len(wins)
    return total / len(test[2])


def _fresh(torch: Any, sizes: Sequence[tuple[int, ...]], seed: int) -> list[Any]:
    """Weights to begin with: small and random, and no bias."""
    generator = torch.Generator().manual_seed(seed)
    first, first_bias, second, second_bias, last = sizes
    return [
        torch.randn(first, generator=generator) / 12,
        torch.zeros(first_bias),
        torch.randn(second, generator=generator) * (2 / second[0]) ** 0.5,
        torch.zeros(second_bias),
        torch.randn(last, generator=generator) / 8,
    ]


def pytorch(device: str) -> Any:
    """PyTorch; refused if it is not there or does not have the device."""
    try:
        import torch
    except ModuleNotFoundError:
        raise Refused(WORDS.say("needs_torch")) from None
    if device == "cuda" and not torch.cuda.is_available():
        raise BadOption(WORDS.say("no_gpu"), "device")
    return torch
