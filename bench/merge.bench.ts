// Conflicts of two edits of one rule, merged by sentence, compared with `git merge-file` on the same pairs. `node
// bench/merge.bench.ts [PAIRS] [SEED]`. Prints a line for each corpus: generated rules of real size with one paragraph per line,
// for which the bar is set; the same rules with blank lines between paragraphs; and the rules of content/library in both layouts.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { splitFrontMatter } from '../src/ruleset/front-matter.ts';
import { drawFrom, drawPair, drawRule, splitParagraphs } from '../src/ruleset/merge/fixtures/edits.ts';
import type { Conflict } from '../src/ruleset/merge/conflict.ts';
import { mergeText } from '../src/ruleset/merge/merge-tree.ts';

type Versions = readonly [base: string, ours: string, theirs: string];

const root = fileURLToPath(new URL('..', import.meta.url));
const pairCount = Number(process.argv[2] ?? 2_000);
const seed = Number(process.argv[3] ?? 1);
const ruleCount = 80;
const leastParagraphs = 4;

function readLibrary(): string[] {
  const bodies = globSync('content/library/**/{core,dynastic,special-case,appendix}/**/*.md', { cwd: root })
    .sort()
    .map((path) => splitFrontMatter(readFileSync(join(root, path), 'utf8')).body);
  return bodies.filter((body) => splitParagraphs(body).length >= leastParagraphs);
}

function isRemoved({ ours, theirs }: Conflict): boolean {
  return ours === null || theirs === null;
}

/** True if Git finds a conflict. Its exit code is the number of conflicts, or above 127 if it failed. */
function conflictsInGit([base, ours, theirs]: Versions, folder: string): boolean {
  const paths = ['ours', 'base', 'theirs'].map((name) => join(folder, name));
  [ours, base, theirs].forEach((text, at) => writeFileSync(paths[at] ?? '', text));
  const { status } = spawnSync('git', ['merge-file', '-p', '-q', ...paths]);
  if (status === null || status > 127) throw new Error('git merge-file failed');
  return status > 0;
}

function measure(corpus: string, rules: readonly string[], blankLines: boolean, folder: string): void {
  const draw = drawFrom(seed);
  const lay = (text: string): string => (blankLines ? text : text.replace(/\n{2,}/g, '\n'));
  const drawn = Array.from({ length: pairCount }, () => drawPair(rules, draw));
  const pairs = drawn.map(({ base, ours, theirs }): Versions => [
    lay(base),
    lay(ours.text),
    lay(theirs.text),
  ]);
  const start = performance.now();
  const found = pairs.map(([base, ours, theirs]) => mergeText(base, ours, theirs).conflicts[0] ?? null);
  const own = found.map((conflict) => conflict !== null);
  const ownMs = performance.now() - start;
  const gitStart = performance.now();
  const git = pairs.map((pair) => conflictsInGit(pair, folder));
  const gitMs = performance.now() - gitStart;
  const count = (flags: readonly boolean[]): number => flags.filter(Boolean).length;
  const round = (value: number): number => Math.round(value * 1_000) / 1_000;
  const result = {
    bench: 'merge',
    corpus,
    blankLines,
    pairs: pairs.length,
    rules: rules.length,
    sameParagraph: count(drawn.map((pair) => pair.sameParagraph)),
    conflicts: count(own),
    // Only the two authors can agree on these: see docs/decisions/0019-two-edits-of-a-sentence-disagree.md.
    sameSentence: count(found.map((one) => one?.kind === 'sentence' && !isRemoved(one))),
    changedAndRemoved: count(found.map((one) => one !== null && isRemoved(one))),
    gitConflicts: count(git),
    ratio: round(count(own) / count(git)),
    // The bar is for generated rules, because those of the library have more paragraphs of a single sentence.
    ...(corpus === 'generated' && { bar: 0.2 }),
    conflictsWhereGitHasNone: count(own.map((conflict, at) => conflict && git[at] === false)),
    msPerMerge: round(ownMs / pairs.length),
    gitMsPerMerge: round(gitMs / pairs.length),
  };
  console.log(JSON.stringify(result));
}

const folder = mkdtempSync(join(tmpdir(), 'merge-bench-'));
const ruleDraw = drawFrom(seed + 1);
const generated = Array.from({ length: ruleCount }, () => drawRule(ruleDraw));
measure('generated', generated, false, folder);
measure('generated', generated, true, folder);
measure('library', readLibrary(), false, folder);
measure('library', readLibrary(), true, folder);
rmSync(folder, { recursive: true });
