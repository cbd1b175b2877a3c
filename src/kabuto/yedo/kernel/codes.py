"""Words of the rules as numbers: verbs, steps, tasks, and the vocabulary of cards.

A move is one number, ``verb << 24 | a << 16 | b << 8 | c``; what the three arguments are depends on the verb
(``moves`` says it), and an amount takes the lower sixteen bits.
"""

from kabuto.yedo.cards import vocabulary
from kabuto.yedo.moves import FORMS
from kabuto.yedo.rules import OVER, STEPS

STEP_NAMES = (*STEPS, OVER)
(
    S_BEGIN, S_MISSIONS, S_OPENING, S_FAVOURS, S_PREPARE, S_BIDDING, S_STEPPING, S_AUCTION, S_MARKET, S_EVENT,
    S_EVENT_CARDS, S_ASSIGN, S_PATROL, S_5B, S_5C, S_ARREST, S_MARKET_TRADE, S_MARKET_1, S_MARKET_2,
    S_TAVERN_TRADE, S_TAVERN_1, S_TAVERN_2, S_ACTIVATE, S_END, S_OVER,
) = range(len(STEP_NAMES))  # fmt: skip

TASK_NAMES = (
    "draft", "keep", "takefavour", "stepout", "begin", "raise", "category", "deck", "build", "discard",
    "lose", "window", "answer", "place", "protect", "trade", "offer", "respond", "handover", "activate",
    "order", "position", "file", "reward", "marketweapon", "bonuspart",
)  # fmt: skip
(
    DRAFT, KEEP, TAKE_FAVOUR, STEP_OUT, BEGIN, RAISE, CATEGORY, DECK, BUILD, DISCARD, LOSE,
    WINDOW, ANSWER, PLACE, PROTECT, TRADE, OFFER, RESPOND, HAND_OVER, ACTIVATE, ORDER,
    POSITION, FILE, REWARD, MARKET_WEAPON, BONUS_PART,
) = range(len(TASK_NAMES))  # fmt: skip

VERBS = tuple(FORMS)
(
    V_TAKE, V_KEEP, V_FAVOUR, V_BUILD, V_DISCARD, V_STAY, V_OUT, V_AUCTION, V_BID, V_PASS, V_CHOOSE, V_LOSE,
    V_BLESS, V_PLAY, V_BLACKMAIL, V_PLACE, V_OFFER, V_GIVE, V_ASK, V_MON, V_PROPOSE, V_DROP, V_ACCEPT,
    V_DECLINE, V_COUNTER, V_PICK, V_RECRUIT, V_SELL, V_LOOK, V_CHURCH, V_HONOUR, V_BLESSING, V_GEISHA,
    V_DRAW, V_BUY, V_PAWN, V_PRESTIGE, V_MISSION, V_GARDEN, V_SWAP, V_IDLE, V_FULFIL, V_BONUS, V_SKIP,
    V_ORDER, V_POSITION,
) = range(len(VERBS))  # fmt: skip
NO_TARGET = 255
"""In place of a target, for a card that needs none."""
LOSS = 8
"""Where the first argument of ``lose`` is no pile, it is this number and what is lost."""
SEAT_BITS, MON_BITS = 42, 48
"""Where seats and Mon stand in the word of what a proposal gives."""

H_ACTION, H_BONUS, H_MISSION = range(3)
"""The three hands; a weapon is not in a hand."""

MEASURES = vocabulary.MEASURES
(
    M_MON, M_PRESTIGE, M_WEAPONS, M_WEAPON_KINDS, M_GEISHAS, M_ANNEXES, M_DISCIPLES, M_RESERVE, M_BLESSING,
    M_FINISHED, M_GREEN, M_YELLOW, M_RED, M_BLACK, M_UNFINISHED, M_ACTIONS, M_BONUSES,
) = range(len(MEASURES))  # fmt: skip

CONDITIONS = tuple(vocabulary.CONDITIONS)
(
    C_AT_LEAST, C_AT_MOST, C_NONE, C_MOST, C_FEWEST, C_FIRST, C_LAST, C_DISCIPLE_IN, C_ANNEX, C_PATROL_IN,
) = range(len(CONDITIONS))  # fmt: skip

REWARDS = tuple(vocabulary.REWARDS)
(
    R_PRESTIGE, R_MON, R_BLESSING, R_ACTION, R_BONUS, R_MISSION, R_WEAPON, R_STACK_WEAPON, R_RESERVE,
    R_SWAP_PATROL, R_CHURCH, R_SHOGUN,
) = range(len(REWARDS))  # fmt: skip

EFFECTS = tuple(vocabulary.EFFECTS)
(
    E_CLOSE, E_LOSE, E_LOSE_OR_BLESS, E_GIVE, E_INCOME, E_PRICE, E_PATROL_STEPS, E_NO_PATROL, E_NO_TRADE,
    E_CANCEL, E_PATROL_STEP, E_SAVE, E_SAVE_ALL, E_FLEE, E_GAIN, E_REBATE, E_BAR, E_REOPEN, E_REFRESH,
    E_SQUEEZE, E_RECALL, E_EXCHANGE, E_AMBUSH, E_ROB, E_FORCE_SALE, E_SALVAGE, E_BORROW, E_PATROL_SWAP,
    E_CHURCH_MONEY,
) = range(len(EFFECTS))  # fmt: skip

GAINS = vocabulary.GAINS
G_MON, G_PRESTIGE, G_ACTION, G_BONUS, G_BLESSING, G_DISCIPLE = range(len(GAINS))
LOSSES = vocabulary.LOSSES
L_WEAPON, L_GEISHA, L_ANNEX, L_DISCIPLE, L_ACTION, L_BONUS, L_MISSION, L_MON, L_PRESTIGE = range(len(LOSSES))
WHO = vocabulary.WHO
W_ALL, W_RICHEST, W_POOREST, W_LEADER, W_BEHIND, W_FIRST, W_LAST = range(len(WHO))
PRICED = vocabulary.PRICED
P_WEAPON, P_RECRUIT, P_ANNEX, P_GEISHA, P_DRAW, P_BID = range(len(PRICED))
TIMINGS = vocabulary.TIMINGS
T_AUCTION, T_EVENT, T_PLACE, T_5B, T_5C, T_ACT, T_REACTION = range(len(TIMINGS))
