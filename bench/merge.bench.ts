// Conflicts of two edits to one rule, merged by sentence, against those of `git merge-file` on the same pairs.
// `node bench/merge.bench.ts [PAIRS] [SEED]`: the rules are those of content/library, one paragraph a line.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { splitFrontMatter } from '../src/ruleset/front-matter.ts';
import { drawFrom, drawPair, splitParagraphs } from '../src/ruleset/merge/fixtures/edits.ts';
import type { EditPair } from '../src/ruleset/merge/fixtures/edits.ts';
import { mergeText } from '../src/ruleset/merge/merge-text.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pairCount = Number(process.argv[2] ?? 2_000);
const seed = Number(process.argv[3] ?? 1);
const leastParagraphs = 4;

function readRules(): string[] {
  const bodies = globSync('content/library/**/{core,dynastic,special-case,appendix}/**/*.md', { cwd: root })
    .sort()
    .map((path) => splitFrontMatter(readFileSync(join(root, path), 'utf8')).body);
  return bodies.filter((body) => splitParagraphs(body).length >= leastParagraphs);
}

/** Whether Git finds a conflict; its exit code is their number, or above 127 where it failed. */
function gitConflicts({ base, ours, theirs }: EditPair, folder: string): boolean {
  const paths = ['ours', 'base', 'theirs'].map((name) => join(folder, name));
  [ours.text, base, theirs.text].forEach((text, at) => writeFileSync(paths[at] ?? '', text));
  const { status } = spawnSync('git', ['merge-file', '-p', '-q', ...paths]);
  if (status === null || status > 127) throw new Error('git merge-file failed');
  return status > 0;
}

const rules = readRules();
const draw = drawFrom(seed);
const pairs = Array.from({ length: pairCount }, () => drawPair(rules, draw));

const start = performance.now();
const own = pairs.map(
  ({ base, ours, theirs }) => mergeText(base, ours.text, theirs.text).conflicts.length > 0,
);
const ownMs = performance.now() - start;

const folder = mkdtempSync(join(tmpdir(), 'merge-bench-'));
const gitStart = performance.now();
const git = pairs.map((pair) => gitConflicts(pair, folder));
const gitMs = performance.now() - gitStart;
rmSync(folder, { recursive: true });

const count = (flags: readonly boolean[]): number => flags.filter(Boolean).length;
const kinds: Record<string, number> = {};
pairs.forEach(({ ours, theirs }, at) => {
  const key = [ours.kind, theirs.kind].sort().join(' + ');
  if (own[at] === true) kinds[key] = (kinds[key] ?? 0) + 1;
});
console.log(
  JSON.stringify({
    bench: 'merge',
    pairs: pairs.length,
    rules: rules.length,
    sameParagraph: count(pairs.map((pair) => pair.sameParagraph)),
    conflicts: count(own),
    gitConflicts: count(git),
    ratio: Math.round((count(own) / count(git)) * 1_000) / 1_000,
    bar: 0.2,
    conflictsWhereGitHasNone: count(own.map((conflict, at) => conflict && git[at] === false)),
    msPerMerge: Math.round((ownMs / pairs.length) * 1_000) / 1_000,
    gitMsPerMerge: Math.round((gitMs / pairs.length) * 1_000) / 1_000,
    conflictsByKind: kinds,
  }),
);
