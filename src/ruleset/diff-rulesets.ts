import type { RulesetChange } from '../kernel/manifest.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { applyChange, applyChanges, rulePath } from './amend.ts';
import { splitFrontMatter } from './front-matter.ts';
import { sectionOf } from './read.ts';
import type { RuleFiles } from './read.ts';
import { readRuleFile } from './rule-file.ts';

/**
 * Says what changed between two trees, in the words of a proposal where they suffice and as whole files where they
 * don't. Making these changes to `before` gives `after`, byte for byte.
 */
export function diffRulesets(before: RuleFiles, after: RuleFiles): RulesetChange[] {
  const changes: RulesetChange[] = [];
  let now: RuleFiles = before;
  const make = (change: RulesetChange): void => {
    const { files, problem } = applyChange(now, change, PLAIN_TERMS);
    if (problem) throw new Error(`${change.type} ${problem.file}: ${problem.message}`);
    now = files;
    changes.push(change);
  };
  for (const path of repealed(before, after)) make({ type: 'repeal-rule', path });
  for (const path of [...now.keys()].filter((key) => !after.has(key)))
    make({ type: 'write-file', path, content: null });
  for (const path of [...after.keys()].sort()) {
    const content = after.get(path) ?? '';
    if (now.get(path) === content) continue;
    const told = now.has(path) ? retell(now, path, content) : tellNew(now, after, path);
    for (const change of told ?? [{ type: 'write-file', path, content }]) make(change);
  }
  return changes;
}

/** Rules of which nothing is left, without those that go with their parent. */
function repealed(before: RuleFiles, after: RuleFiles): string[] {
  const left = (path: string): boolean =>
    [...after.keys()].some((key) => key.startsWith(`${path}.`) || key.startsWith(`${path}/`));
  const gone = [...before.keys()]
    .filter((key) => key.endsWith('.md') && sectionOf(key) !== null)
    .map(rulePath);
  const all = gone.filter((path) => !left(path)).sort();
  return all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
}

/** A new rule, if adding it as a proposal would gives the same file under the same name. */
function tellNew(now: RuleFiles, after: RuleFiles, path: string): RulesetChange[] | null {
  const section = sectionOf(path);
  const content = after.get(path) ?? '';
  if (!path.endsWith('.md') || section === null || !path.includes('/')) return null;
  const { matter, body } = readRuleFile(path, content);
  const folder = path.slice(0, path.lastIndexOf('/'));
  const clause = after.get(`${rulePath(path)}.ts`);
  const change: RulesetChange = {
    type: 'add-rule',
    section,
    title: matter.title,
    text: body.trim(),
    ...(folder !== section && { parent: folder }),
    ...(clause !== undefined && !now.has(`${rulePath(path)}.ts`) && { clause }),
  };
  const tried = applyChange(now, change, PLAIN_TERMS);
  const same = [`${rulePath(path)}.md`, `${rulePath(path)}.ts`].every(
    (key) => tried.files.get(key) === after.get(key),
  );
  return tried.problem === undefined && tried.path === rulePath(path) && same ? [change] : null;
}

/** A changed rule as a status, or as pieces of text that are replaced, if that is all there is to it. */
function retell(now: RuleFiles, path: string, content: string): RulesetChange[] | null {
  if (!path.endsWith('.md')) return null;
  const rule = rulePath(path);
  const tries: RulesetChange[][] = [];
  if (sectionOf(path) === 'special-case') {
    tries.push([
      { type: 'set-status', path: rule, status: readRuleFile(path, content).matter.status ?? null },
    ]);
  }
  const [old, new_] = [splitFrontMatter(now.get(path) ?? ''), splitFrontMatter(content)];
  const edits = editsByLine(old.body, new_.body);
  if (edits) tries.push(edits.map((edit) => ({ type: 'edit-rule', path: rule, ...edit })));
  return tries.find((changes) => applyChanges(now, changes, PLAIN_TERMS).files.get(path) === content) ?? null;
}

type PieceEdit = { readonly replace: string; readonly with: string };

function editsByLine(before: string, after: string): PieceEdit[] | null {
  const [old, new_] = [before.split('\n'), after.split('\n')];
  if (old.length !== new_.length) return null;
  const edits: PieceEdit[] = [];
  for (const [at, line] of old.entries()) {
    const other = new_[at] ?? '';
    if (line === other) continue;
    const edit = smallestEdit(before, line, other);
    if (!edit) return null;
    edits.push(edit);
  }
  return edits.length > 0 ? edits : null;
}

/** The words of a line that differ, with as many around them as it takes to be found once. */
function smallestEdit(body: string, line: string, other: string): PieceEdit | null {
  const words = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];
  const [old, new_] = [words(line), words(other)];
  let start = 0;
  while (start < Math.min(old.length, new_.length) && old[start] === new_[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, new_.length) - start && old.at(-1 - end) === new_.at(-1 - end)) end++;
  for (let step = 1; ; step *= 2) {
    const replace = old.slice(start, old.length - end).join('');
    const isOnce = replace !== '' && body.indexOf(replace) === body.lastIndexOf(replace);
    if (isOnce) return { replace, with: new_.slice(start, new_.length - end).join('') };
    if (start === 0 && end === 0) return null;
    [start, end] = [Math.max(0, start - step), Math.max(0, end - step)];
  }
}
