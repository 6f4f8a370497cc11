import { cheatingClause, isSeenWhenProposed } from './cheats.ts';
import { hostileClause } from './hostile-clauses.ts';

/** What a proposal changes, made anew against whatever the game holds then. */
export interface Recipe {
  readonly name: string;
  /** Whether it needs the tag [Core] to count. */
  readonly core: boolean;
  /** Whether it can't be made where another one was: then the matter waits for an Admin. */
  readonly maySnag: boolean;
  /** Values, as a comment names them, that it changes although no word and no number looks different. */
  readonly swaps?: readonly string[];
  /** Whether the clause of this number shows by its text that it can't be run. */
  isRefused?(n: number): boolean;
  changes(content: ReadonlyMap<string, string>, n: number): Readonly<Record<string, string | null>>;
}

const VOTES = 'content/ruleset/core/votable-matters/votes.md';
const RESOLUTION = 'content/ruleset/core/proposals/resolution-of-proposals.md';
const OFFICIAL_POSTS = 'content/ruleset/appendix/gamestate-tracking/official-posts.md';
const DYNASTIC = 'content/ruleset/dynastic/';

const replaced = (
  content: ReadonlyMap<string, string>,
  path: string,
  pattern: RegExp,
  by: string | ((whole: string, part: string) => string),
): Readonly<Record<string, string>> => ({ [path]: (content.get(path) ?? '').replace(pattern, by as string) });

const value = (name: string, path: string, key: string, values: readonly (number | string)[]): Recipe => ({
  name,
  core: true,
  maySnag: true,
  changes: (content, n) =>
    replaced(
      content,
      path,
      new RegExp(`\\[[\\w ]+\\]\\(#value:${key}\\)`, 'u'),
      `[${values[n % values.length]}](#value:${key})`,
    ),
});

const clause = (name: string, source: (n: number) => string, isRefused?: Recipe['isRefused']): Recipe => ({
  name,
  ...(isRefused === undefined ? {} : { isRefused }),
  core: false,
  maySnag: true,
  changes: (_content, n) => ({
    [`${DYNASTIC}clause-${n}.md`]: `---\ntitle: Clause ${n}\norder: ${50 + n}\n---\nA machine reads this.\n`,
    [`${DYNASTIC}clause-${n}.ts`]: source(n),
  }),
});

const HEAD = "import { action, integer, rule } from 'gitnomic/rules';\n";

export const RECIPES: readonly Recipe[] = [
  {
    name: 'a dynastic rule',
    core: false,
    maySnag: false,
    changes: (_content, n) => ({
      [`${DYNASTIC}rule-${n}.md`]: `---\ntitle: Rule ${n}\norder: ${60 + n}\n---\nIt is night ${n}.\n`,
    }),
  },
  value('the voting window', VOTES, 'window', ['24 hours', '36 hours', '2 days', '72 hours']),
  value('the fewest votes', VOTES, 'fewest-votes', [1, 2, 3]),
  value('the minimum age', RESOLUTION, 'minimum-age', ['60 minutes', '6 hours', '12 hours', '1 day']),
  {
    name: 'swapped names of values',
    core: true,
    maySnag: true,
    swaps: ['newcomer', 'first category'],
    changes: (content) =>
      replaced(content, OFFICIAL_POSTS, /#value:(newcomer|first-category)/gu, (_, key: string) =>
        key === 'newcomer' ? '#value:first-category' : '#value:newcomer',
      ),
  },
  {
    name: 'somebody’s pips',
    core: false,
    maySnag: false,
    changes: (content, n) =>
      replaced(content, 'content/gamestate/players/dee.md', /pips: \d+/u, `pips: ${n + 5}`),
  },
  clause(
    'an action',
    (n) =>
      `${HEAD}export default rule(() => ({ player: { coins${n}: integer() }, actions: { 'coin-${n}': action({ effect({ actor }) { actor.gain('coins${n}', 1); } }) } }));\n`,
  ),
  clause('a clause that keeps something', cheatingClause, isSeenWhenProposed),
  clause('a hostile clause', hostileClause),
  clause('a clause that loops', () => `${HEAD}export default rule(() => { for (;;); });\n`),
  clause('a clause that throws', () => `${HEAD}throw new Error('boo');\nexport default rule(() => ({}));\n`),
  clause(
    'a clause that stops the game',
    () => `${HEAD}export default rule(() => ({ hooks: { 'resolution-order': () => [] } }));\n`,
  ),
  clause(
    'a hook that loops when asked',
    () =>
      `${HEAD}export default rule(() => ({ hooks: { 'may-post': ({ kind, title }, next) => { if (kind === 'story' && title === 'loop') for (;;); return next(); } } }));\n`,
  ),
  {
    name: 'a core rule repealed',
    core: true,
    maySnag: true,
    changes: () => ({ [VOTES]: null, [VOTES.replace('.md', '.ts')]: null }),
  },
  {
    name: 'what no proposal may touch',
    core: false,
    maySnag: false,
    changes: (_content, n) => ({
      'content/game.yml': 'name: Mine\n',
      'content/ledger/2024-03.jsonl': '{"n":0}\n',
      '.github/workflows/evil.yml': `on: push # ${n}\n`,
      'content/engine/people.json': '{"gus":"ana"}\n',
    }),
  },
  {
    name: 'front matter that is none',
    core: false,
    maySnag: true,
    changes: (_content, n) => ({ [`${DYNASTIC}bad-${n}.md`]: '---\ntitle: [\n---\nx\n' }),
  },
  { name: 'nothing', core: false, maySnag: false, changes: (_content, n) => ({ 'README.md': `${n}\n` }) },
];
