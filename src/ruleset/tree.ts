import { type Section, SECTIONS } from '../kernel/manifest.ts';
import type { Problem } from './problem.ts';
import type { RuleFile } from './rule-file.ts';

export interface Placed {
  readonly path: string;
  readonly file: RuleFile;
  readonly section: Section;
  readonly number: string;
  readonly parent: string | null;
  readonly children: readonly string[];
}

/** The order of a rule without one: after its siblings, but others can still come after it. */
export const LAST_ORDER = 1_000_000;

/** Sorts rules in the order of the document, parents before children, and numbers them: `2.1.3`. */
export function arrangeRules(rules: ReadonlyMap<string, RuleFile>): {
  placed: Placed[];
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const children = new Map<string, string[]>();
  for (const [path, file] of rules) {
    if (!path.includes('/')) continue;
    const { parent, missing } = parentOf(path, rules);
    if (missing) problems.push(orphan(file.path, missing));
    const siblings = children.get(parent) ?? [];
    siblings.push(path);
    children.set(parent, siblings);
  }
  for (const siblings of children.values()) siblings.sort((a, b) => compareRules(rules, a, b));
  const placed: Placed[] = [];
  const place = (path: string, section: Section, number: string, parent: string | null): void => {
    const file = rules.get(path);
    if (!file) return;
    const below = children.get(path) ?? [];
    placed.push({ path, file, section, number, parent, children: below });
    below.forEach((child, at) => place(child, section, `${number}.${at + 1}`, path));
  };
  const ownSections = [...rules.keys()].filter((path) => !path.includes('/') && !SECTIONS.includes(path));
  const sections = ownSections.length === 0 ? SECTIONS : inOrder(rules, children, ownSections);
  for (const section of sections) {
    const number =
      ownSections.length === 0
        ? sectionNumber(section, children.has('special-case') || rules.has('special-case'))
        : sections.indexOf(section) + 1;
    const own = rules.get(section);
    // A section's own text is also a rule, with the section's number and no parent.
    if (own)
      placed.push({ path: section, file: own, section, number: String(number), parent: null, children: [] });
    (children.get(section) ?? []).forEach((path, at) => place(path, section, `${number}.${at + 1}`, null));
  }
  return { placed: withOwnNumbers(placed), problems };
}

/** If the group gave a rule a number, it is known by that number, and no other rule is. */
function withOwnNumbers(placed: readonly Placed[]): Placed[] {
  const own = new Set(placed.flatMap(({ file }) => file.matter.number ?? []));
  if (own.size === 0) return [...placed];
  return placed.map((rule) => ({
    ...rule,
    number: rule.file.matter.number ?? (own.has(rule.number) ? `${rule.number}*` : rule.number),
  }));
}

/** The existing sections of a ruleset that has its own, sorted by the `order` in their texts, the usual ones first. */
function inOrder(
  rules: ReadonlyMap<string, RuleFile>,
  children: ReadonlyMap<string, readonly string[]>,
  own: readonly Section[],
): readonly Section[] {
  const usual = SECTIONS.filter((section) => children.has(section) || rules.has(section));
  return [...usual, ...[...own].sort((a, b) => compareRules(rules, a, b))];
}

/** 1 core, 2 dynastic, 3 special case, 4 appendix, or 3 for the appendix if there are no special cases. */
function sectionNumber(section: Section, hasSpecialCases: boolean): number {
  if (section === 'appendix' && !hasSpecialCases) return SECTIONS.indexOf('special-case') + 1;
  return SECTIONS.indexOf(section) + 1;
}

/** The rule or section in whose folder a rule lies. Folders without a rule of their name are skipped. */
function parentOf(path: string, rules: ReadonlyMap<string, RuleFile>): { parent: string; missing?: string } {
  const nearestFolder = path.slice(0, path.lastIndexOf('/'));
  let folder = nearestFolder;
  while (folder.includes('/') && !rules.has(folder)) folder = folder.slice(0, folder.lastIndexOf('/'));
  return folder === nearestFolder ? { parent: folder } : { parent: folder, missing: nearestFolder };
}

function compareRules(rules: ReadonlyMap<string, RuleFile>, a: string, b: string): number {
  const orderOf = (path: string): number => rules.get(path)?.matter.order ?? LAST_ORDER;
  return orderOf(a) - orderOf(b) || (a < b ? -1 : 1);
}

function orphan(file: string, folder: string): Problem {
  const message = `The folder "${folder}" has no rule of its name, so this is nobody's sub-rule.`;
  return { code: 'parent-missing', file, message, expected: `a rule ${folder}.md`, example: `${folder}.md` };
}
