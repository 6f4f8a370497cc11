import type { ForgeEvent } from '../../forge/events.ts';
import type { State } from '../../kernel/state.ts';
import type { Oid } from '../../repository/oid.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';

/** The comment of a player who consents to going back to a commit. */
const CONSENT = /\bconsents? to ([0-9a-f]{7,40})\b/giu;

/** Those who play, as the files have it: no rule is asked, since it is rules that may have gone wrong. */
export function rollOf(files: ContentFiles): readonly string[] {
  const { players }: Pick<State, 'players'> = readGame(files).state ?? { players: {} };
  const all = Object.keys(players);
  const active = all.filter((id) => (players[id]?.['state'] ?? 'active') === 'active');
  // Where rules have left nobody in play it is for all whom they have put out of it.
  return active.length > 0 ? active : all;
}

/** The players who consent to a commit in comments on a post, as those comments read now. */
export function consentsTo(
  events: readonly ForgeEvent[],
  { post, commit, files }: { readonly post: string; readonly commit: Oid; readonly files: ContentFiles },
): readonly string[] {
  const comments = new Map<string, { readonly by: string; readonly text: string }>();
  for (const event of events) {
    if (!('post' in event) || event.post !== post || !('comment' in event) || event.comment === null)
      continue;
    if (event.type === 'commented') comments.set(event.comment, { by: event.by?.id ?? '', text: event.text });
    else if (event.type === 'comment-removed') comments.delete(event.comment);
    else if (event.type === 'comment-edited') {
      const known = comments.get(event.comment);
      // Only one's own words are one's consent.
      if (known !== undefined && known.by === event.by?.id)
        comments.set(event.comment, { ...known, text: event.text });
      else comments.delete(event.comment);
    }
  }
  const { people } = readGame(files).facts;
  const consenting = [...comments.values()].filter(({ text }) =>
    [...text.matchAll(CONSENT)].some(([, named = '']) => commit.startsWith(named.toLowerCase())),
  );
  return [
    ...new Set(consenting.map(({ by }) => (Object.hasOwn(people, by) ? (people[by] ?? by) : by))),
  ].sort();
}

/** Whether those who consent are more than half of a roll. */
export function isMajority(consenting: readonly string[], roll: readonly string[]): boolean {
  return roll.filter((id) => consenting.includes(id)).length * 2 > roll.length;
}
