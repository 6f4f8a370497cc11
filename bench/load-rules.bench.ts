// Putting 150 rules with 60 clauses in force, cold and warm, compared with remark parsing the same files.
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { readLibrary } from '../src/store/library.ts';
import { moduleSources } from '../src/session/play/ruleset-sources.ts';
import { composeRuleset } from '../src/ruleset/compose.ts';
import { readRuleset } from '../src/ruleset/read.ts';
import { RecentMemo } from '../src/ruleset/memo.ts';
import { SandboxCaches } from '../src/sandbox/sandbox-caches.ts';
import { DEFAULT_LIMITS } from '../src/sandbox/host.ts';
import { Sandbox } from '../src/sandbox/sandbox.ts';
import { compareRuns, report } from './measure.ts';

const RULES = 150;
const CLAUSES = 60;

/** Takes a real ruleset and adds copies of its own rules up to the wanted size. */
function rulesetOfSize(): ReadonlyMap<string, string> {
  const { files } = composeRuleset(readLibrary(), { core: '2021', dynasty: 'crypt' });
  const filled = new Map(files);
  const count = (ending: string): number =>
    [...filled.keys()].filter((path) => path.endsWith(ending) && !path.includes('/helpers/')).length;
  const texts = [...files].filter(([path]) => path.endsWith('.md') && path.startsWith('core/'));
  const clause =
    "import { derive, integer, rule } from 'gitnomic/rules';\nexport default rule(({ players }) => ({ views: { 'NAME': derive({ of: 'game', returns: integer(), value: () => players.size }) } }));\n";
  for (let i = 0; count('.md') < RULES; i++) {
    const [, text = ''] = texts[i % texts.length] ?? [];
    filled.set(`dynastic/copy-${i}.md`, text);
    if (count('.ts') < CLAUSES) filled.set(`dynastic/copy-${i}.ts`, clause.replace('NAME', `copy-${i}`));
  }
  return filled;
}

const files = rulesetOfSize();
const terms = { player: 'Player', players: 'Players', emperor: 'Emperor', emperors: 'Emperors' };
const texts = [...files].filter(([path]) => path.endsWith('.md')).map(([, text]) => text);
const clauses = [...files.keys()].filter(
  (path) => path.endsWith('.ts') && files.has(path.replace(/\.ts$/, '.md')),
).length;
const caches = new SandboxCaches();
const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
const parser = remark().use(remarkGfm);

async function load(
  given: ReadonlyMap<string, string>,
  memo: RecentMemo,
  warm: Sandbox | null,
): Promise<void> {
  const sandbox = warm ?? (await Sandbox.create(host, DEFAULT_LIMITS, caches));
  const problems = sandbox.link(readRuleset(given, terms, memo).manifest, moduleSources(given));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  sandbox.load(null);
  if (warm === null) sandbox.dispose();
}

let run = 0;

/** The same rules with changed clauses, since caches are keyed by content. */
function unknownClauses(): ReadonlyMap<string, string> {
  run++;
  return new Map(
    [...files].map(([path, text]) => [path, path.endsWith('.ts') ? `${text}// ${run}\n` : text]),
  );
}

const parseAll = (): void => texts.forEach((text) => void parser.parse(text));
const kept = new RecentMemo();

const cold = await compareRuns(() => load(unknownClauses(), new RecentMemo(), null), parseAll, 7);
report({
  bench: 'load rules, cold',
  rules: texts.length,
  clauses,
  ms: cold.ours,
  peer: 'remark parse',
  peerMs: cold.theirs,
  ratio: cold.ratio,
  bar: 1,
});
const fresh = await compareRuns(() => load(files, kept, null), parseAll, 7);
report({
  bench: 'load rules, texts known, in a new sandbox',
  ms: fresh.ours,
  peer: 'remark parse',
  peerMs: fresh.theirs,
  ratio: fresh.ratio,
  bar: 0.4,
});
const sandbox = await Sandbox.create(host, DEFAULT_LIMITS, caches);
const warm = await compareRuns(() => load(files, kept, sandbox), parseAll, 7);
report({
  bench: 'load rules, warm by content hash',
  ms: warm.ours,
  peer: 'remark parse',
  peerMs: warm.theirs,
  ratio: warm.ratio,
  bar: 0.2,
});
