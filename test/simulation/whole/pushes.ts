import type { Person } from '../../../src/forge/events.ts';

/** What somebody pushes to main by themselves: all of it but the README lies where only play may write. */
export const PUSHES = ['ruleset', 'ledger', 'people', 'admins', 'dice', 'flood', 'site'] as const;
export type Push = (typeof PUSHES)[number];

const VOTES = 'content/ruleset/core/votable-matters/votes.md';
const GAME = 'content/game.yml';
/** As many as a repair has to name one by one, and more. */
const FLOOD = 300;

export function pushed(
  how: Push,
  content: ReadonlyMap<string, string>,
  by: Person,
): Readonly<Record<string, string>> {
  const ledger =
    [...content.keys()].find((path) => path.startsWith('content/ledger/')) ?? 'content/ledger/2024-03.jsonl';
  const game = content.get(GAME) ?? '';
  const changes: Record<Push, () => Readonly<Record<string, string>>> = {
    ruleset: () => ({
      [VOTES]: (content.get(VOTES) ?? '').replace(
        /\[\d+ hours\]\(#value:window\)/u,
        '[1 hour](#value:window)',
      ),
      'README.md': by.name,
    }),
    ledger: () => ({ [ledger]: (content.get(ledger) ?? '').split('\n').slice(1).join('\n') }),
    people: () => ({ 'content/engine/people.json': `${JSON.stringify({ [by.id]: 'ana' })}\n` }),
    admins: () => ({ [GAME]: `${game}resolution: by-hand\n# ${by.id}\n` }),
    dice: () => ({ [GAME]: `${game}dice: { source: seed, commitment: "sha256:${'0'.repeat(64)}" }\n` }),
    flood: () =>
      Object.fromEntries(
        Array.from({ length: FLOOD }, (_, n) => [`content/gamestate/things/${by.id}-${n}.md`, `${n}\n`]),
      ),
    site: () => ({
      'content/site.yml': 'title: Mine\n',
      'content/site.css': '* { display: none }\n',
      'content/pages/mine.md': '# Mine\n',
    }),
  };
  return changes[how]();
}
