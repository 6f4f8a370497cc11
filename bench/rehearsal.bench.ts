// What it costs to rehearse a change in a game of 50 players under 60 rules that have clauses, in processor time: a change of a
// clause, of which all has to be tried, of the words of a rule, and one that is refused, for which more is tried. The bar is 1 s where Node itself starts in 40 ms.
import { Caches } from '../src/cache/caches.ts';
import type { Edition } from '../src/play/play-options.ts';
import { Play } from '../src/play/play.ts';
import { rehearseRules } from '../src/rehearse/rehearse-rules.ts';
import { composeRuleset } from '../src/ruleset/compose.ts';
import { readLibrary } from '../src/store/library.ts';
import { median, report } from './measure.ts';

const PLAYERS = 50;
const CLAUSES = 60;
const AT = '2021-06-18T09:00:00Z';

const { files: core, terms } = composeRuleset(readLibrary(), { core: '2021' });
const files = new Map(core);
const isClause = (path: string): boolean => path.endsWith('.ts') && files.has(`${path.slice(0, -3)}.md`);
const others = CLAUSES - [...files.keys()].filter(isClause).length;
if (others < 1) throw new Error('there is no room for rules of a dynasty');
for (let n = 0; n < others; n++) {
  files.set(
    `dynastic/thing-${n}.md`,
    `---\ntitle: Thing ${n}\norder: ${n}\n---\nEach player has a Purse${n}, a number.\n`,
  );
  files.set(
    `dynastic/thing-${n}.ts`,
    `import { integer, rule } from 'gitnomic/rules';\n\nexport default rule(() => ({\n  player: { purse${n}: integer() },\n  hooks: {\n    'may-enact'({ matter, refuse }) {\n      if (matter.title === 'No ${n}') refuse('not this one');\n    },\n  },\n}));\n`,
  );
}
const caches = new Caches();
const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
for (let n = 0; n < PLAYERS; n++) play.sandbox.assume(`players.p${n}.state`, 'active');
play.sandbox.assume('players.p0.admin', true);
const state = play.state();
const before: Edition = { files, terms };

function changed(path: string, run: number): Edition {
  const text = files.get(path) ?? '';
  const next = path.endsWith('.ts') ? `// ${run}\n${text}` : text.replace(/\n$/u, `\n\nSaid ${run} times.\n`);
  return { files: new Map([...files, [path, next]]), terms };
}

/** A clause that keeps everything from being enacted: to be sure of that, more has to be tried. */
function bricked(path: string, run: number): Edition {
  const text = (files.get(path) ?? '').replace(
    "matter.title === 'No 0'",
    `matter.changes.length > ${-1 - run}`,
  );
  return { files: new Map([...files, [path, text]]), terms };
}

const clause = 'dynastic/thing-0.ts';
const votes = 'core/votable-matters/votes.md';
for (const [what, edition, isRefused] of [
  ['a clause', (run: number): Edition => changed(clause, run), false],
  ['the votes', (run: number): Edition => changed(votes, run), false],
  ['a refusal', (run: number): Edition => bricked(clause, run), true],
] as const) {
  const times: number[] = [];
  for (let run = 0; run < 6; run++) {
    const after = edition(run);
    const start = process.cpuUsage();
    const ledger = { length: 0, at: () => null };
    const { stops, freezes } = rehearseRules({ before, after, state, at: AT, ledger, caches });
    const { user, system } = process.cpuUsage(start);
    if (((stops ?? freezes) !== null) !== isRefused) throw new Error(`${what}: ${stops ?? freezes}`);
    if (run > 0) times.push((user + system) / 1000);
  }
  report({ bench: 'rehearsal', what, players: PLAYERS, clauses: CLAUSES, bar: 1000, cpuMs: median(times) });
}
process.exit();
