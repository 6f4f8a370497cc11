// What it costs to rehearse a change in a game of 50 players under 60 rules that have clauses, in processor time: a change of a
// clause, of which all has to be tried, and of a text that no clause reads. The bar is 1 s where Node itself starts in 40 ms.
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
for (let n = files.size; [...files.keys()].filter((path) => path.endsWith('.ts')).length < CLAUSES; n++) {
  files.set(
    `dynastic/thing-${n}.md`,
    `---\ntitle: Thing ${n}\norder: ${n}\n---\nEach player has a Purse${n}, a number.\n`,
  );
  files.set(
    `dynastic/thing-${n}.ts`,
    `import { number, rule } from 'gitnomic/rules';\n\nexport default rule((g) => ({\n  vars: { player: { purse${n}: number() } },\n  hooks: {\n    'may-enact'({ matter, refuse }, next) {\n      if (matter.title === 'No ${n}') refuse('not this one');\n      return next();\n    },\n  },\n}));\n`,
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

const clause = [...files.keys()].find((path) => path.startsWith('dynastic/') && path.endsWith('.ts')) ?? '';
for (const [what, path] of [
  ['a clause', clause],
  ['the votes', 'core/votable-matters/votes.md'],
] as const) {
  const times: number[] = [];
  for (let run = 0; run < 6; run++) {
    const start = process.cpuUsage();
    const ledger = { length: 0, at: () => null };
    const found = rehearseRules({ before, after: changed(path, run), state, at: AT, ledger, caches });
    const { user, system } = process.cpuUsage(start);
    if (found.stops !== null || found.freezes !== null) throw new Error(JSON.stringify(found));
    if (run > 0) times.push((user + system) / 1000);
  }
  report({ bench: 'rehearsal', what, players: PLAYERS, clauses: CLAUSES, bar: 1000, cpuMs: median(times) });
}
process.exit();
