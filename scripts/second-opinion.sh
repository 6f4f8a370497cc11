#!/usr/bin/env bash
# A second opinion on a game, which uses only git, sha256sum and jq, and follows docs/game-content.md rather than the engine.
#
#   scripts/second-opinion.sh REPOSITORY [MAIN] [JOURNAL]
#
# REPOSITORY is a clone of the game, or the folder harbour/.gitnomic/forge/repository.git of an embedded one; MAIN and JOURNAL are
# commits or branches. It checks that each line of the journal follows from the one before, that main names this journal, that the
# recorded votes on each matter are those in the journal, and that each line of the ledger names the text of the rules in force.
# It prints what it found, and exits with 1 if something is wrong.
set -euo pipefail
export LC_ALL=C
export GIT_DIR="$1"
main=${2:-main} journal=${3:-journal}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0

complain() {
  echo "WRONG  $*"
  wrong=$((wrong + 1))
}
# grep fails if it finds nothing, which is no error here.
pick() { grep -E "$1" || true; }
sha() { sha256sum | cut -d' ' -f1; }
# jq escapes the character DEL, but canonical JSON doesn't.
canonical() { jq -cS "$@" | sed -E "s/((^|[^\\\\])(\\\\\\\\)*)\\\\u007f/\\1\x7f/g"; }

# Lists the parts of the journal, oldest first: lines-2030-06-2.log comes before lines-2030-06-10.log.
git ls-tree -r --name-only "$journal" | pick '(^|/)lines-[0-9-]+\.log$' |
  sed -E 's,^(.*lines-([0-9]{4}-[0-9]{2})-([0-9]+)\.log)$,\2 \3 \1,' | sort -k1,1 -k2,2n | cut -d' ' -f3- >"$work/parts"

n=0 hash=$(printf '0%.0s' $(seq 64)) salt='' record=$(git show "$main:content/journal.json" 2>/dev/null || echo '{"n":0,"hash":""}')
record_n=$(jq -r .n <<<"$record") record_hash=$(jq -r .hash <<<"$record") is_named='' broken=''
: >"$work/lines"
while read -r part; do
  git show "$journal:$part" >"$work/part"
  head -n 1 "$work/part" >"$work/start"
  salt=$(jq -r '.salt // ""' "$work/start")
  [ "$(jq -r '"\(.after.n) \(.after.hash)"' "$work/start")" = "$n $hash" ] ||
    complain "$part:1 does not follow on the part before"
  row=1
  # For each line: the text that its hash covers, its words, and the values that are only compared.
  while IFS= read -r covered && IFS= read -r words && read -r number short own digest; do
    row=$((row + 1)) n=$((n + 1))
    if [ "$words" != null ]; then
      [ "$own" != - ] || own=$(printf '%s %s' "$number" "$salt" | sha | cut -c1-32)
      # The salt's key sorts first of the three.
      digest=$(printf '{"salt":"%s"%s' "$own" "$([ "$words" = '{}' ] && echo '}' || echo ",${words:1}")" | sha)
    fi
    [ "$digest" = - ] && covers=null || covers="\"$digest\""
    hash=$(printf '%s,%s,"%s"]' "${covered%]}" "$covers" "$hash" | sha)
    [ "$number" = "$n" ] || complain "$part:$row says that it is line $number, and is line $n"
    # After a changed line all hashes differ too, which isn't reported again.
    [ "${hash:0:6}" = "${short:0:6}" ] || {
      [ -n "$broken" ] || complain "$part:$row has another hash than what it says"
      broken=yes
    }
    if [ "$n" = "$record_n" ]; then
      is_named=yes
      [ "$hash" = "$record_hash" ] || [ -n "$broken" ] || complain "content/journal.json names another line $n than $part:$row"
    fi
  done < <(tail -n +2 "$work/part" | canonical '[.n, .id, .at, .seen, .event],
    (if .words == null or .words.redacted == true then null else .words | {title, text} | with_entries(select(.value != null)) end),
    "\(.n) \(.hash) \(.words.salt // "-") \(.digest // "-")"' | sed -E '3~3s/^"(.*)"$/\1/')
  tail -n +2 "$work/part" >>"$work/lines"
done <"$work/parts"
[ "$record_n" = 0 ] || [ -n "$is_named" ] || complain "content/journal.json names line $record_n, and there are $n"
echo "$n lines of the journal were followed, one on the other"

# Votes: each player's last icon in a comment, review or reaction that existed when the matter was resolved, unless it
# was taken back. Votes that rules add, such as an author's own, use no icon and are in no record of uses.
show() { git show "$main:$1" 2>/dev/null || echo "${2:-null}"; }
show content/engine/people.json '{}' >"$work/people"
show content/engine/links.json '{}' >"$work/links"
git ls-tree -r --name-only "$main" content/ledger content/dynasties | pick '(^content|/)(dynasties/.*)?/?ledger/.*\.jsonl$' |
  while read -r file; do git show "$main:$file"; done >"$work/ledger"
posts() { git ls-tree -r --name-only "$main" content/posts content/dynasties | pick '(^content|/)(dynasties/.*)?/?posts/.*\.json$'; }
# Rules may name a vote differently than its icon: `:imperial:` is DEFERENTIAL. The record must use the same name each time.
reading='
  # The writer’s own words, without quotations, code and parts that a page hides.
  def own: gsub("(?s)```.*?```"; "") | gsub("(?s)<!--.*?-->"; "") | gsub("`[^`]*`"; "") |
    split("\n") | map(select(test("^ {0,3}>|^(    |\t)") | not)) | join("\n");
  def icons: [own | match(":([A-Za-z-]+):"; "g").captures[0].string | ascii_upcase];'
posts | while read -r post; do git show "$main:$post"; done >"$work/posts"
jq -n --slurpfile posts "$work/posts" --slurpfile lines "$work/lines" "$reading"'
  ([$lines[] | select(.event.type == "commented") | {key: .event.comment, value: (.words.text // "" | icons)}] | from_entries) as $said |
  [$posts[].uses[] | select(.comment != null and ($said[.comment] // [] | length) == 1) | {key: $said[.comment][0], value: .vote}] +
  [$posts[].uses[] | {key: .vote, value: .vote}] | group_by(.key) | map({key: .[0].key, value: (map(.value) | group_by(.) | sort_by(-length) | map(.[0]))}) | from_entries' >"$work/names"
twice=$(jq -r 'to_entries[] | select(.value | length > 1) | "\(.key) is recorded as \(.value | join(" and as "))"' "$work/names")
[ -z "$twice" ] || complain "an icon has two meanings: $twice"
matters=0 votes=0
while read -r post; do
  head=$(git show "$main:${post%.json}.md" | sed -n '2,/^---$/p')
  field() { sed -nE "s/^$1: \"?([^\"]*)\"?\$/\\1/p" <<<"$head" | head -n 1; }
  id=$(field id) status=$(field status) resolved=$(field resolved)
  case "$status" in enacted | failed) ;; *) continue ;; esac
  matters=$((matters + 1))
  git show "$main:$post" >"$work/post"
  difference=$(jq -rn --arg id "$id" --arg resolved "$resolved" --slurpfile lines "$work/lines" \
    --slurpfile post "$work/post" --slurpfile people "$work/people" --slurpfile links "$work/links" \
    --slurpfile names "$work/names" "$reading"'
    ($links[0] | to_entries | map(select(.value == $id)) | .[0].key // $id) as $number |
    ($post[0].uses | map({key: .by, value: .vote}) | from_entries) as $recorded |
    [$lines[] | select(.event.post == $number and .at <= $resolved)] as $events |
    (reduce $events[] as $line ({said: {}, uses: []};
      $line.event as $event | ($people[0][$event.by.id // ""] // $event.by.id) as $by |
      if $event.type == "commented" or $event.type == "reviewed" then
        [$line.words.text // "" | icons[] | $names[0][.] // [] | .[0] // empty] as $icons |
        if ($icons | length) > 0 then .uses += [{by: $by, vote: $icons[-1], comment: $event.comment}] else . end
      elif $event.type == "comment-removed" then .uses |= map(select(.comment == null or .comment != $event.comment))
      else . end) | .uses | map({key: .by, value: .vote}) | from_entries) as $standing |
    # Reviews and reactions are icons in themselves, so they only have to exist.
    ($events | map(select(.event.type == "reviewed" or .event.type == "reacted") |
      $people[0][.event.by.id // ""] // .event.by.id)) as $signs |
    ($events | map(select(.words.redacted == true) | $people[0][.event.by.id // ""] // .event.by.id)) as $unknown |
    ([$recorded, $standing | keys[]] | unique[]) as $who |
    select($recorded[$who] != $standing[$who] and ($signs + $unknown | index($who) | not)) |
    "\($who): \($recorded[$who] // "nothing") on record, \($standing[$who] // "nothing") in the journal"')
  [ -z "$difference" ] || complain "the votes on $id ($post): $difference"
  votes=$((votes + $(jq '.uses | length' "$work/post")))
  ended=$(jq -r --arg id "$id" 'select(.what == "enact \($id)" or .what == "fail \($id)") | .what' "$work/ledger" | tail -n 1)
  case "$status $ended" in "enacted enact $id" | "failed fail $id" | "$status ") ;;
  *) complain "$post is $status, and the ledger says: $ended" ;; esac
done < <(posts)
echo "$votes votes on $matters matters were looked for in the journal"

# Each line of the ledger names the rules before it. The line after an enactment names the enacted text.
declare -A known
text_of() {
  local tree
  tree=$(git rev-parse -q --verify "$1:content/ruleset") || return 0
  if [ -z "${known[$tree]:-}" ]; then
    known[$tree]=$(git ls-tree -r -z --name-only "$tree" | sort -z | while IFS= read -r -d '' file; do
      printf '%s\0' "$file"
      git cat-file blob "$tree:$file"
      printf '\0'
    done | sha | cut -c1-16)
  fi
  text=${known[$tree]}
}
lines=0
while read -r commit; do
  parent=$(git rev-parse -q --verify "$commit^") || continue
  git show -s --format=%B "$commit" | sed -nE 's/^Ledger ([0-9]+): .*/\1/p' >"$work/named"
  [ -s "$work/named" ] || continue
  git diff-tree -r --name-only --no-commit-id -m --first-parent "$commit" | pick '^content/(ledger|dynasties)/.*\.jsonl$' |
    while read -r file; do git show "$commit:$file" 2>/dev/null || true; done >"$work/then"
  number=$(head -n 1 "$work/named")
  rules=$(jq -r --argjson n "$number" 'select(.n == $n) | .rules // ""' "$work/then" | head -n 1)
  [ -n "$rules" ] || continue
  text=''
  text_of "$parent"
  lines=$((lines + 1))
  [ "$text" = "$rules" ] || complain "line $number of the ledger names the rules $rules, and those before ${commit:0:12} are $text"
done < <(git rev-list --reverse --first-parent "$main")
echo "$lines lines of the ledger were asked which rules were in force"

if [ "$wrong" = 0 ]; then echo "All of it agrees."; else
  echo "$wrong of it does not agree."
  exit 1
fi
