// Rehearsing a change in a game of 50 players under 60 rules that have clauses, in processor time: of a clause, which needs
// every trial; of the words of a rule; and of a clause that is refused, which needs more trials. Then of a clause that a game
// of six adopts under each core, including the games that it could become. The bar is 1 s where Node itself starts in 40 ms.
import { Caches } from '../src/cache/caches.ts';
import type { Edition } from '../src/session/play/play-options.ts';
import { Play } from '../src/session/play/play.ts';
import { rehearseLater, rehearseRules } from '../src/rehearse/rehearse-rules.ts';
import { composeRuleset, listPacks } from '../src/ruleset/compose.ts';
import { readLibrary } from '../src/store/library.ts';
import { median, report } from './measure.ts';

const PLAYERS = 50;
const CLAUSES = 60;
const AT = '2021-06-18T09:00:00Z';

const library = readLibrary();
const { files: core, terms } = composeRuleset(library, { core: '2021' });
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

/** A clause that prevents all enactments. More trials are needed to be sure of that. */
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

/** Under each core, a game of six adopts a rule: the rehearsal, and the look at games that it could become. */
for (const core of listPacks(library).core) {
  const under = composeRuleset(library, { core });
  const six = await Play.start({ ...under, state: null, draw: () => 1, caches });
  for (const id of ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'])
    six.sandbox.assume(`players.${id}.state`, 'active');
  six.sandbox.assume('players.ana.admin', true);
  const kind = Object.keys(six.model.kinds).find((one) => six.model.kinds[one]?.votable === true) ?? '';
  const posted = {
    type: 'post',
    by: 'ana',
    id: '1',
    kind,
    title: 'Gulls',
    text: 'Please.',
    changes: [],
  } as const;
  const outcome = six.take({ ...posted, at: AT });
  const game = six.state();
  const { 1: matter } = game.posts;
  if (!outcome.ok || matter === undefined) throw new Error(`core ${core}: nothing could be posted`);
  six.dispose();
  const times: number[] = [];
  for (let run = 0; run < 6; run++) {
    const text = `import { rule } from 'gitnomic/rules';\n\nexport default rule(() => ({ hooks: { 'may-enact'({ matter, refuse }, next) { if (matter.title === 'No ${run}') refuse('no'); return next(); } } }));\n`;
    const added = new Map([
      ...under.files,
      ['dynastic/gulls.md', '---\ntitle: Gulls\norder: 95\n---\nGulls watch.\n'],
      ['dynastic/gulls.ts', text],
    ]);
    const after: Edition = { files: added, terms: under.terms };
    const amendment = {
      before: under,
      after,
      state: game,
      at: AT,
      ledger: { length: 0, at: () => null },
      caches,
      matter,
    };
    const start = process.cpuUsage();
    const { stops, freezes } = rehearseRules(amendment);
    rehearseLater(amendment, game);
    const { user, system } = process.cpuUsage(start);
    if ((stops ?? freezes) !== null) throw new Error(`core ${core}: ${stops ?? freezes}`);
    if (run > 0) times.push((user + system) / 1000);
  }
  report({
    bench: 'rehearsal',
    what: `core ${core}, and what it could become`,
    bar: 1000,
    cpuMs: median(times),
  });
}
process.exit();
