import { writeFrontMatter } from './front-matter-write.ts';
import type { RuleFiles } from './read.ts';
import { readRuleFile } from './rule-file.ts';

/** Whether the front matter of a rule's file says that its clause is not run. */
export function isSwitchedOff(path: string, text: string): boolean {
  return /^clause:/mu.test(text) && readRuleFile(path, text).matter.clause === 'off';
}

/** The same files with the clauses of these rules switched off: their texts stand, and people play them by hand. */
export function switchOff(files: RuleFiles, rules: readonly string[]): RuleFiles {
  const after = new Map(files);
  for (const rule of rules)
    after.set(`${rule}.md`, writeFrontMatter(files.get(`${rule}.md`) ?? '', { clause: 'off' }));
  return after;
}

/** A clause that is written anew is run again: whether it can stand now is found out as for any other. */
export function switchOnRewritten(before: RuleFiles, files: RuleFiles): RuleFiles {
  const after = new Map(files);
  for (const [path, text] of files) {
    const clause = path.replace(/\.md$/u, '.ts');
    if (clause !== path && before.get(clause) !== files.get(clause) && isSwitchedOff(path, text))
      after.set(path, writeFrontMatter(text, { clause: undefined }));
  }
  return after;
}
