import type { Section, Terms } from '../../kernel/manifest.ts';
import { slug } from '../../kernel/names.ts';
import { writeFrontMatter } from '../front-matter-write.ts';
import { splitMarks } from '../marks.ts';
import { parseBody } from '../markdown.ts';
import { takeTerms } from '../terms.ts';
import { nestHeading } from './outline.ts';
import { readLines } from './read-lines.ts';
import type { Line } from './read-lines.ts';
import { renderLines } from './render.ts';

export interface Unsure {
  /** The line of the text, 1 being the first. */
  readonly line: number;
  readonly text: string;
  readonly code: 'left-out' | 'heading' | 'no-heading' | 'nesting' | 'section' | 'list' | 'definitions';
  readonly message: string;
}

export interface Imported {
  readonly files: ReadonlyMap<string, string>;
  /** What a person should look at, with the line it stands at. */
  readonly unsure: readonly Unsure[];
}

export interface ImportOptions {
  /** The words for player and emperor in the text, which plain words then replace. */
  readonly terms?: Terms;
}

interface Draft {
  readonly heading: Line | null;
  readonly title: string;
  readonly lines: Line[];
}

interface SectionDraft {
  readonly section: Section;
  readonly own: Draft;
  readonly rules: Draft[];
}

/** Turns the plain text of a ruleset into a tree of rule files; every sentence of it is in one of them. */
export function importText(text: string, options: ImportOptions = {}): Imported {
  const unsure: Unsure[] = [];
  const sections = readSections(readLines(text), unsure);
  const files = new Map<string, string>();
  for (const draft of sections) writeSection(draft, files, unsure, options.terms);
  return { files, unsure: unsure.sort((a, b) => a.line - b.line) };
}

const SECTION_TITLES: readonly (readonly [Section, RegExp])[] = [
  ['core', /^core(?: rules)?$/i],
  ['dynastic', /^dynastic(?: rules)?$/i],
  ['special-case', /^special[ -]cases?(?: rules)?$/i],
  ['appendix', /^appendix$/i],
];

/** What comes before the first section is the page's, not the ruleset's: it is left out, and told. */
function readSections(lines: readonly Line[], unsure: Unsure[]): SectionDraft[] {
  const sections: SectionDraft[] = [];
  const hasSections = lines.some((line) => line.kind === 'heading' && sectionNamed(line.text) !== null);
  if (!hasSections) {
    const message = 'No heading names a section, so all rules are taken for dynastic ones.';
    unsure.push({ line: 1, text: lines[0]?.text ?? '', code: 'section', message });
    sections.push(newSection('dynastic', null));
  }
  for (const line of lines) {
    const named = line.kind === 'heading' ? sectionNamed(line.text) : null;
    const current = sections.at(-1);
    if (named !== null && !sections.some((one) => one.section === named)) {
      sections.push(newSection(named, line));
    } else if (!current) {
      const message = 'It stands before the first section and is left out.';
      if (line.text !== '') unsure.push({ line: line.number, text: line.text, code: 'left-out', message });
    } else if (line.kind === 'heading' && isGlossary(line, sections)) {
      // A ruleset may end with a glossary and no heading that says appendix.
      sections.push(newSection('appendix', null));
      sections.at(-1)?.rules.push(newRule(line, unsure));
    } else if (line.kind === 'heading') {
      current.rules.push(newRule(line, unsure));
    } else {
      (current.rules.at(-1) ?? current.own).lines.push(line);
      const message = 'It stands alone and has no full stop, and is taken for text.';
      if (line.kind === 'text' && !line.isSure)
        unsure.push({ line: line.number, text: line.text, code: 'no-heading', message });
    }
  }
  return sections;
}

function sectionNamed(title: string): Section | null {
  return SECTION_TITLES.find(([, pattern]) => pattern.test(title.trim()))?.[0] ?? null;
}

function isGlossary(line: Line, sections: readonly SectionDraft[]): boolean {
  return /^glossary$/i.test(line.text) && sections.at(-1)?.section === 'dynastic';
}

function newSection(section: Section, heading: Line | null): SectionDraft {
  return { section, own: { heading, title: heading?.text ?? '', lines: [] }, rules: [] };
}

function newRule(line: Line, unsure: Unsure[]): Draft {
  const message = 'It is taken for the title of a rule.';
  if (!line.isSure) unsure.push({ line: line.number, text: line.text, code: 'heading', message });
  return { heading: line, title: line.text, lines: [] };
}

function writeSection(
  draft: SectionDraft,
  files: Map<string, string>,
  unsure: Unsure[],
  terms: Terms | undefined,
): void {
  const { section, own, rules } = draft;
  if (own.lines.some((line) => line.kind !== 'blank'))
    files.set(`${section}.md`, renderRule(own, section, null, unsure, terms));
  const counts = new Map<string, number>();
  let top: { path: string; draft: Draft } | null = null;
  const parents: { level: number; path: string }[] = [];
  for (const rule of rules) {
    const folder = findFolder(rule, section, top, parents, unsure);
    const path = freePath(files, folder, splitMarks(takePlain(rule.title, terms)).title);
    const order = (counts.get(folder) ?? 0) + 10;
    counts.set(folder, order);
    files.set(`${path}.md`, renderRule(rule, section, order, unsure, terms));
    if (folder === section) top = { path, draft: rule };
    const level = rule.heading?.level ?? 0;
    while ((parents.at(-1)?.level ?? -1) >= level) parents.pop();
    parents.push({ level, path });
  }
}

function findFolder(
  rule: Draft,
  section: Section,
  top: { path: string; draft: Draft } | null,
  parents: readonly { level: number; path: string }[],
  unsure: Unsure[],
): string {
  const level = rule.heading?.level ?? null;
  if (level !== null) return parents.findLast((parent) => parent.level < level)?.path ?? section;
  const isEmpty = (draft: Draft): boolean => draft.lines.every((line) => line.kind === 'blank');
  const opening = rule.lines.find((line) => line.kind !== 'blank')?.text ?? '';
  const titled = top && { title: splitMarks(top.draft.title).title, isEmpty: isEmpty(top.draft) };
  const nesting = nestHeading({ title: splitMarks(rule.title).title, opening, top: titled });
  if (nesting === 'child' && top) return top.path;
  if (nesting === 'unknown' && section === 'dynastic' && titled) {
    const message = `It may be a sub-rule of "${titled.title}"; it is taken for a rule beside it.`;
    unsure.push({ line: rule.heading?.number ?? 0, text: rule.title, code: 'nesting', message });
  }
  return section;
}

function renderRule(
  draft: Draft,
  section: Section,
  order: number | null,
  unsure: Unsure[],
  terms: Terms | undefined,
): string {
  const { title, status, rare } = splitMarks(takePlain(draft.title, terms));
  const marks = section === 'special-case' ? { ...(status && { status }), ...(rare && { rare }) } : {};
  const { text, guesses } = renderLines(draft.lines);
  const messages = {
    list: 'Bare lines are taken for a list.',
    definitions: 'Bare lines are taken for terms and what they mean.',
  };
  unsure.push(...guesses.map((guess) => ({ ...guess, message: messages[guess.code] })));
  const body = terms ? takeTerms(text, terms, parseBody('', text, 1).kept) : text;
  return (
    writeFrontMatter('', { title, ...(order !== null && { order }), ...marks }) +
    (body === '' ? '' : `${body}\n`)
  );
}

function takePlain(text: string, terms: Terms | undefined): string {
  return terms ? takeTerms(text, terms) : text;
}

function freePath(files: ReadonlyMap<string, string>, folder: string, title: string): string {
  const base = `${folder}/${slug(title).slice(0, 60).replace(/-+$/, '') || 'rule'}`;
  let path = base;
  for (let count = 2; files.has(`${path}.md`); count++) path = `${base}-${count}`;
  return path;
}
