#!/usr/bin/env bash
# Plays a whole game of Para Roles in one seat, three bots in the others, with curl and jq: play.sh [http://HOST:PORT]
set -euo pipefail

server=${1:-http://localhost:50051}
seat=0

# call METHOD JSON: what the server answers; fails where it refuses. Streams answer in lines.
call() {
    curl -sSN --fail-with-body -H 'content-type: application/json' ${token:+-H "authorization: Bearer $token"} \
        -d "$2" "$server/understudy.v1.MatchService/$1"
}

uuid() { cat /proc/sys/kernel/random/uuid; }

# Looks what the seat may do and does one thing: the first attack, else the first of all. Where the question changed
# meanwhile, looks again.
answer() {
    while look=$(call GetView "{\"matchId\": \"$match\"}"); do
        request=$(jq -c --arg match "$match" --arg id "$(uuid)" --argjson seat "$seat" '
            select(.actions) | (first(.actions[] | select(.verb == "attack")) // .actions[0]) as $action |
            {matchId: $match, seat: $seat, decisionId: .decision.id, actionId: $action.id, requestId: $id}' <<<"$look")
        [[ -n $request ]] || return 0 # not asked
        if said=$(call ApplyAction "$request" 2>&1); then return 0; fi
        [[ $said == *STALE_DECISION* ]] || { echo "$said" >&2 && return 1; }
    done
    echo "$look" >&2 && return 1
}

made=$(call CreateMatch '{
    "requestId": "'"$(uuid)"'", "gameId": "para_roles", "options": {"campaign": "walk_in_the_woods"},
    "seats": [{"human": {"displayName": "Ann"}}, {"bot": {"level": "LEVEL_NOVICE"}},
              {"bot": {"level": "LEVEL_NOVICE"}}, {"bot": {"level": "LEVEL_NOVICE"}}],
    "botOrder": "BOT_ORDER_AFTER_PEOPLE"}') || { echo "$made" >&2 && exit 1; }
match=$(jq -r '.match.matchId' <<<"$made")
token=$(jq -r ".seatTokens[\"$seat\"]" <<<"$made")

# The stream tells what everybody does, ourselves included, and ends with the match. Of each message jq makes the lines
# of the story, a question mark where our seat is asked, and an empty line where nothing happened for a second.
call WatchMatch "{\"matchId\": \"$match\", \"fromVersion\": \"1\", \"heartbeat\": \"1s\"}" |
    jq --unbuffered -r --argjson seat "$seat" '.event.lines[]?, if .heartbeat then "" else empty end,
        if any((.event // .snapshot.match).decision.seats.seats[]?; . == $seat) then "?" else empty end' |
    while read -r line; do
        case $line in "?") answer ;; ?*) echo "$line" ;; esac
    done
call GetMatch "{\"matchId\": \"$match\"}" | jq -r '"== " + (.match.outcome.summary // error("it is not over"))'
