// Reports the answers that changed rules would give differently, in a game of six players.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { Desk } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { rehearseLater } from './rehearse-rules.ts';

type Files = Readonly<Record<string, string>>;

const desk = Desk.open();
const RESOLUTION = 'core/proposals/resolution-of-proposals.md';

/** The reported differences. Each pair replaces a live value in the rule that says when Proposals are resolved. */
async function told(
  changes: Files,
  values: readonly (readonly [string, string])[] = [],
  game = desk,
): Promise<readonly string[]> {
  const { session, now: at } = await game;
  const { play } = session.position.open;
  const { terms, files } = play;
  const text = values.reduce((words, [was, is]) => words.replace(was, is), files.get(RESOLUTION) ?? '');
  const amended = values.length === 0 ? [] : [[RESOLUTION, text] as const];
  const after = { files: new Map([...files, ...amended, ...Object.entries(changes)]), terms };
  const state = play.state();
  return rehearseLater(
    { before: { files, terms }, after, state, at, ledger: { length: 0, at: () => null }, caches },
    state,
  );
}

const guard = (body: string): Files => ({
  'dynastic/guard.md': '---\ntitle: Guard\norder: 95\n---\nIt guards.\n',
  'dynastic/guard.ts': `import { rule } from 'gitnomic/rules';\nexport default rule((g) => (${body}));\n`,
});
const refuses = (hook: string, test: string): Files =>
  guard(`{ hooks: { '${hook}'({ matter, kind, refuse }) { if (${test}) refuse('not now'); } } }`);

const NOTHING_BY_PROPOSALS = 'by a Proposal nothing could be changed any more, only by a Call for Judgement';
const OTHERS = ['bo', 'cy', 'dee', 'eli', 'fay'];
/** Ana posts each matter and so votes for it, which doesn't change. */
const votes = (kind: string, now: string): readonly string[] =>
  OTHERS.map((who) => `votes that ${who} has on a ${kind}: 1 → ${now}`);

test.each<
  readonly [
    what: string,
    changes: Files,
    values: readonly (readonly [string, string])[],
    told: readonly string[],
  ]
>([
  [
    'let each vote count twice',
    guard(`{ hooks: { tally(_, next) { const all = next(); return { ...all, for: all.for * 2 }; } } }`),
    [],
    [...votes('Proposal', '2'), ...votes('Call for Judgement', '2')],
  ],
  [
    'ask for one vote',
    guard(`{ hooks: { 'quorum-of': () => 1 } }`),
    [],
    ['quorum: 4 → 1', 'quorum of a Proposal: 4 → 1', 'quorum of a Call for Judgement: 4 → 1'],
  ],
  [
    'let people wait',
    {},
    [['[12 hours]', '[40 hours]']],
    ['a Proposal that everybody supports comes into force: within 16 hours → within 64 hours'],
  ],
  [
    'let people wait for a thousand years',
    {},
    [
      ['[12 hours]', '[8766000 hours]'],
      ['[7 days]', '[9000000 hours]'],
    ],
    ['by a Proposal nothing could be changed for 1,000 years, only by a Call for Judgement'],
  ],
  [
    'refuse to enact until a day',
    refuses('may-enact', "matter.kind === 'proposal' && g.now < '2024-06-09'"),
    [],
    ['by a Proposal nothing could be changed for 100 days, only by a Call for Judgement'],
  ],
  [
    'refuse posts until a day',
    refuses('may-post', "kind === 'proposal' && g.now < '2024-06-09'"),
    [],
    [
      'quorum of a Proposal: 4 → none',
      ...votes('Proposal', 'none'),
      'by a Proposal nothing could be changed for 100 days, only by a Call for Judgement',
    ],
  ],
  [
    'refuse posts',
    refuses('may-post', "kind === 'proposal'"),
    [],
    ['quorum of a Proposal: 4 → none', ...votes('Proposal', 'none'), NOTHING_BY_PROPOSALS],
  ],
  ['ask for a word', refuses('may-enact', "!matter.title.includes('please')"), [], []],
])('rules that %s', async (_, changes, values, expected) => {
  expect(await told(changes, values)).toEqual(expected);
});

test('if Admins resolve matters, a matter passes as soon as one of them may enact it', async () => {
  const byHand = sessionWith({ core: 'prose', dynasty: undefined as never });
  const until = (time: string): Promise<readonly string[]> =>
    told(refuses('may-enact', `g.now < '${time}'`), [], byHand);
  const kinds = ['Proposal', 'Call for Judgement'];
  expect(await until('2024-03-01T16:00:00Z')).toEqual(
    kinds.map((kind) => `a ${kind} that everybody supports comes into force: at once → within 8 hours`),
  );
  expect(await until('2024-06-09')).toEqual(
    kinds.map((kind) => `by a ${kind} nothing could be changed for 100 days`),
  );
});
