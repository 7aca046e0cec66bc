// Plays a whole game of Para Roles in one seat, three bots in the others: npm run play [http://HOST:PORT]

import { randomUUID } from "node:crypto";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { type Action, Level } from "./gen/understudy/v1/common_pb.js";
import { BotOrder, MatchService } from "./gen/understudy/v1/match_pb.js";

// In a browser: createGrpcWebTransport of @connectrpc/connect-web, and all the rest as it stands.
const baseUrl = process.argv[2] ?? "http://localhost:50051";
const matches = createClient(MatchService, createGrpcTransport({ baseUrl }));
const seat = 0;

// Yours to change: the first attack, else the first thing that may be done.
function choose(actions: Action[]): Action {
  return actions.find((action) => action.verb === "attack") ?? actions[0];
}

const bot = { controller: { case: "bot" as const, value: { level: Level.NOVICE } } };
const person = { controller: { case: "human" as const, value: { displayName: "Ann" } } };
const made = await matches.createMatch({
  requestId: randomUUID(),
  gameId: "para_roles",
  options: { campaign: "walk_in_the_woods" },
  seats: [person, bot, bot, bot],
  botOrder: BotOrder.AFTER_PEOPLE,
});
const matchId = made.match!.matchId;
const mine = { headers: { authorization: `Bearer ${made.seatTokens[seat]}` } };

// Looks what the seat may do and does one thing. Where the question changed meanwhile, looks again.
async function answer(): Promise<void> {
  for (;;) {
    const { actions, decision } = await matches.getView({ matchId }, mine);
    if (actions.length === 0) return;
    const actionId = choose(actions).id;
    const request = { matchId, seat, decisionId: decision!.id, actionId, requestId: randomUUID() };
    try {
      await matches.applyAction(request, mine);
      return;
    } catch (error) {
      if (ConnectError.from(error).code !== Code.Aborted) throw error; // STALE_DECISION
    }
  }
}

// The stream tells what everybody does, ourselves included, and ends with the match.
const start = { case: "fromVersion" as const, value: 1n };
for await (const { news } of matches.watchMatch({ matchId, start }, mine)) {
  if (news.case === "event") news.value.lines.forEach((line) => console.log(line));
  if (news.case === "heartbeat" || news.case === undefined) continue;
  const asked = (news.case === "event" ? news.value : news.value.match)?.decision?.asked;
  if (asked?.case === "seats" && asked.value.seats.includes(seat)) await answer();
}
console.log("==", (await matches.getMatch({ matchId }, mine)).match?.outcome?.summary);
