import { writeFrontMatter } from './front-matter-write.ts';
import type { RuleFiles } from './read.ts';
import { readRuleFile } from './rule-file.ts';

/** True if a rule's front matter says that its clause isn't run. */
export function isSwitchedOff(path: string, text: string): boolean {
  return /^clause:/mu.test(text) && readRuleFile(path, text).matter.clause === 'off';
}

/** The same files with the clauses of these rules switched off. Their texts stay, and people play them by hand. */
export function switchOff(files: RuleFiles, rules: readonly string[]): RuleFiles {
  const after = new Map(files);
  for (const rule of rules)
    after.set(`${rule}.md`, writeFrontMatter(files.get(`${rule}.md`) ?? '', { clause: 'off' }));
  return after;
}

/** Switches rewritten clauses on again. Whether they work now is checked as for any other. */
export function switchOnRewritten(before: RuleFiles, files: RuleFiles): RuleFiles {
  const after = new Map(files);
  for (const [path, text] of files) {
    const clause = path.replace(/\.md$/u, '.ts');
    if (clause !== path && before.get(clause) !== files.get(clause) && isSwitchedOff(path, text))
      after.set(path, writeFrontMatter(text, { clause: undefined }));
  }
  return after;
}
