import { clause, DEEDS } from './brick-parts.ts';
import type { Changes } from './brick-game.ts';

type Harmless = (files: ReadonlyMap<string, string>) => Changes;

const RULESET = 'content/ruleset/';
const KEPT = /(?:votes|proposals|resolution|players|keywords|ruleset-and-gamestate)/u;

/** Amendments as people make them, none of which keeps anybody from making the next: none may ever be refused. */
export const HARMLESS: ReadonlyMap<string, Harmless> = new Map([
  ...Array.from({ length: 12 }, (_, n): [string, Harmless] => [
    `a rule is reworded, the one at ${n}`,
    (files) => {
      const paths = [...files.keys()].filter((path) => path.endsWith('.md'));
      const path = paths[(n * 7) % paths.length] ?? '';
      return { [`${RULESET}${path}`]: `${files.get(path) ?? ''}\nThis is said once more.\n` };
    },
  ]),
  ...Array.from({ length: 8 }, (_, n): [string, Harmless] => [
    `a rule goes that the game can do without, the one at ${n}`,
    (files) => {
      const paths = [...files.keys()].filter(
        (path) => /^special-case\/.*\.md$/u.test(path) && !KEPT.test(path),
      );
      const path = paths[n % paths.length] ?? '';
      const others = [path, path.replace(/\.md$/u, '.ts')].filter((one) => files.has(one));
      return Object.fromEntries(others.map((one) => [`${RULESET}${one}`, null]));
    },
  ]),
  ...[
    "matter.title === 'No'",
    'matter.title.length > 500',
    "matter.text.includes('a word that nobody uses')",
    'matter.changes.length > 40',
    "matter.author?.id === 'fay'",
    "matter.author?.id !== 'cy'",
    "!matter.title.includes('[Core]')",
    "g.now.slice(5, 7) === '12'",
    'Number(g.now.slice(8, 10)) > 20',
    'Number(g.now.slice(11, 13)) < 6',
    "g.now < '2024-03-04'",
    'Number(g.now.slice(8, 10)) % 7 === 0',
    "matter.kind === 'dov'",
    'matter.changes.length > 1',
    'matter.comments.length < 2',
    "!matter.title.includes('[Core]') || matter.uses.length < 6",
    "matter.author?.id !== 'cy' || matter.uses.length < 6",
    'Number(g.now.slice(11, 13)) < 12 || matter.uses.length < 5',
  ].map((condition): [string, Harmless] => [
    `nothing is enacted where ${condition}`,
    clause(DEEDS.denies('may-enact', condition)),
  ]),
  ...[
    "change.verb === 'set'",
    "change.section === 'special-case'",
    "change.path === 'players.ana.admin'",
    "change.section === 'appendix' && change.verb === 'repeal-rule'",
    "matter.author?.id === 'eli'",
  ].map((condition): [string, Harmless] => [
    `nothing is changed where ${condition}`,
    clause(DEEDS.denies('may-change', condition)),
  ]),
  ...["voter.id === 'fay'", "['eli', 'fay'].includes(voter.id)", 'Number(g.now.slice(11, 13)) < 3'].map(
    (condition): [string, Harmless] => [
      `nobody votes where ${condition}`,
      clause(DEEDS.denies('may-vote', condition)),
    ],
  ),
  ...["kind === 'dov'", "kind === 'story'", "author.id === 'fay'", 'title.length > 400'].map(
    (condition): [string, Harmless] => [
      `nobody posts where ${condition}`,
      clause(DEEDS.denies('may-post', condition)),
    ],
  ),
  ['dice are rolled at each enactment', clause('{ on: { enacted({ dice }) { dice(6); dice(20); } } }')],
  [
    'a rule without a clause',
    () => ({ [`${RULESET}dynastic/bells.md`]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' }),
  ],
  ['a rule that says nothing to anybody', clause('{ hooks: { "may-enact": (words, next) => next() } }')],
]);
