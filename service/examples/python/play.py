"""Plays a whole game in one seat, bots in the others: python play.py [GAME] [http://HOST:PORT] [--ask]"""

import sys
import uuid
from pathlib import Path

import grpc

# The stubs are made from the .proto files as the program starts; README.md says how to keep them as files instead.
sys.path.append(str(Path(__file__).resolve().parents[3] / "proto"))
api, services = grpc.protos_and_services("understudy/v1/match.proto")
common = grpc.protos("understudy/v1/common.proto")

SEAT = 0
GAMES = {"para_roles": ({"campaign": "walk_in_the_woods"}, 4),
         "friends_and_foes": ({"formations": "WB-1,WB-5", "round_limit": "5"}, 2)}
ask, game = "--ask" in sys.argv, next((word for word in sys.argv[1:] if word in GAMES), "para_roles")
server = next((word for word in sys.argv[1:] if "://" in word), "http://localhost:50051").removeprefix("http://")


def choose(look):
    """Yours to change: the first attack, else the first thing that may be done. With --ask, what you type."""
    if not ask:
        return next((action for action in look.actions if action.verb == "attack"), look.actions[0])
    print(look.view.text)
    for number, action in enumerate(look.actions):
        print(f"{number:4}  {action.label}")
    typed = input("which? ")
    return look.actions[int(typed)] if typed.isdigit() and int(typed) < len(look.actions) else choose(look)


def answer(matches, match_id, token):
    """Looks what the seat may do and does one thing. Where the question changed meanwhile, looks again."""
    see = api.GetViewRequest(match_id=match_id, with_text=ask)
    while (look := matches.GetView(see, metadata=token)).actions:
        request = api.ApplyActionRequest(match_id=match_id, seat=SEAT, decision_id=look.decision.id,
                                         action_id=choose(look).id, request_id=str(uuid.uuid4()))
        try:
            return matches.ApplyAction(request, metadata=token)
        except grpc.RpcError as error:
            if error.code() != grpc.StatusCode.ABORTED:  # STALE_DECISION
                raise


with grpc.insecure_channel(server) as channel:
    matches = services.MatchServiceStub(channel)
    bot = common.Controller(bot=common.Bot(level=common.LEVEL_NOVICE))
    made = matches.CreateMatch(api.CreateMatchRequest(
        request_id=str(uuid.uuid4()), game_id=game, options=GAMES[game][0],
        seats=[common.Controller(human=common.Human(display_name="Ann"))] + [bot] * (GAMES[game][1] - 1),
        bot_order=api.BOT_ORDER_AFTER_PEOPLE))
    match_id, token = made.match.match_id, [("authorization", f"Bearer {made.seat_tokens[SEAT]}")]
    # The stream tells what everybody does, ourselves included, and ends with the match.
    for news in matches.WatchMatch(api.WatchMatchRequest(match_id=match_id, from_version=1), metadata=token):
        for line in news.event.lines:
            print(line)
        if SEAT in (news.snapshot.match if news.HasField("snapshot") else news.event).decision.seats.seats:
            answer(matches, match_id, token)
    print("==", matches.GetMatch(api.GetMatchRequest(match_id=match_id), metadata=token).match.outcome.summary)
