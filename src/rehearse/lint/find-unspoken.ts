import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import { toKebab } from '../../kernel/names.ts';
import { spelled } from '../../wording/naming.ts';
import { rulesThatRun } from '../../ruleset/rules-that-run.ts';
import { compareTypes, definedIn, unhandled } from '../types/check-types.ts';
import type { LintProblem } from './lint-rules.ts';

/** Something that a rule defines. Only a collection has fields, which may belong to several rules. */
type Owned = { readonly rule: string; readonly fields: unknown };

/**
 * Finds variables and views of other rules that clauses use silently: a vote may repeal their rule, the text of the clause's own rule
 * doesn't mention them, and the clause doesn't use `maybe`. To find the places, these variables and views are hidden from the compiler.
 * If the text does mention them, people notice their absence too, so a refusal is right.
 */
export async function findUnspoken(
  files: ReadonlyMap<string, string>,
  rules: readonly RuleEntry[],
  model: ModelDescription,
): Promise<readonly LintProblem[]> {
  const owners = new Map<string, RuleEntry[]>();
  const lasting = JSON.parse(JSON.stringify(model), (id: string, one: Partial<Owned> | null) => {
    const owner = rules.find(({ path }) => path === one?.rule && path.startsWith('dynastic/'));
    if (owner === undefined || one?.fields !== undefined) return one;
    owners.set(id, [...(owners.get(id) ?? []), owner]);
    return undefined;
  }) as ModelDescription;
  const missed = (await compareTypes(files, lasting)).filter(({ name, file, message }) => {
    // Passing a whole thing isn't reported, because each use of the missing part is.
    if (message.startsWith('Type ')) return false;
    const owned = owners.get(toKebab(name ?? '')) ?? [];
    if (owned.length === 0) return false;
    const users = rulesThatRun(file, files);
    const isForeign = users.some((user) => !owned.some(({ path }) => `${user}/`.startsWith(`${path}/`)));
    return isForeign && !users.some((user) => speaksOf(files.get(`${user}.md`) ?? '', owned, name));
  });
  const found = new Map<string, LintProblem>();
  for (const { file, line, name } of unhandled(missed, files, definedIn([], owners))) {
    const [owner] = owners.get(toKebab(name ?? '')) ?? [];
    const what = `The clause takes “${spelled(toKebab(name ?? '')).toLowerCase()}” from “${owner?.title}”, which its own rule’s text doesn’t mention: without that rule the action would be refused.`;
    found.set(
      `${file} ${name}`,
      found.get(`${file} ${name}`) ?? { code: 'unspoken', where: `${file}:${line}`, what, next: NEXT },
    );
  }
  return [...found.values()];
}

const NEXT = 'Say what holds without it, as in maybe(() => person.honor, 0), or mention it in the text.';

/** True if a text mentions one of the rules, or a word of the name in any form. */
function speaksOf(text: string, owners: readonly RuleEntry[], name: string | null): boolean {
  const said = text.toLowerCase();
  const words = toKebab(name ?? '')
    .split('-')
    .map((word) => word.slice(0, Math.max(4, word.length - 2)));
  const titles = owners.map(({ plainTitle }) => plainTitle.toLowerCase().replace(/s$/u, ''));
  return [...words, ...titles].some((word) => said.includes(word));
}
