import type { ForgeEvent } from '../../forge/events.ts';
import type { State } from '../../kernel/state.ts';
import type { Oid } from '../../repository/oid.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';

/** A comment with which a player consents to going back to a commit. The player who asks for it consents. */
const CONSENT = /(?:\bconsents? to|\/recover) ([0-9a-f]{7,40})\b/giu;

/** The players, read from files without asking rules, which may be what is broken. */
export function rollOf(files: ContentFiles): readonly string[] {
  const { players }: Pick<State, 'players'> = readGame(files).state ?? { players: {} };
  const all = Object.keys(players);
  const active = all.filter((id) => (players[id]?.['state'] ?? 'active') === 'active');
  // If rules have made everybody inactive, all of them count.
  return active.length > 0 ? active : all;
}

/** Players whose comments on a post, as they read now, consent to a commit. */
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
      // An edit by somebody else is no consent.
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

export function isMajority(consenting: readonly string[], roll: readonly string[]): boolean {
  return roll.filter((id) => consenting.includes(id)).length * 2 > roll.length;
}
