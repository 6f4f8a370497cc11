import type { Section } from '../../../kernel/manifest.ts';
import { splitMarks } from '../../../ruleset/marks.ts';
import { type Layout, type Parsed, type ParsedRule, type Unsure, PREAMBLE } from './layout.ts';
import { nestHeading } from './outline.ts';
import { readLines, type Line } from './read-lines.ts';
import { renderLines } from './render.ts';
import { sectionNamed } from './sections.ts';

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

/** A page copied from a wiki with a ruleset's sections, in which headings are ordinary lines. */
export const sectionedPage: Layout = {
  name: 'a copied page with sections',
  detect: ([source, other]) =>
    source !== undefined &&
    other === undefined &&
    readLines(source.text).some(
      ({ kind, level, text }) => kind === 'heading' && level === null && sectionNamed(text) !== null,
    ),
  parse: ([source]) => parsePage(source?.text ?? ''),
};

/** Reads any text. Lines that look like headings become headings. */
export const bareText: Layout = {
  name: 'plain text',
  detect: () => true,
  parse: (sources) => parsePage(sources.map(({ text }) => text).join('\n\n')),
};

function parsePage(text: string): Parsed {
  const unsure: Unsure[] = [];
  const rules = readSections(readLines(text), unsure).flatMap((draft) => rulesOf(draft, unsure));
  return { rules, unsure };
}

/** Text before the first section isn't part of the ruleset. It is omitted and reported. */
function readSections(lines: readonly Line[], unsure: Unsure[]): SectionDraft[] {
  const sections: SectionDraft[] = [];
  const hasSections = lines.some((line) => line.kind === 'heading' && sectionNamed(line.text) !== null);
  if (!hasSections) {
    unsure.push({ line: 1, text: lines[0]?.text ?? '', code: 'section' });
    sections.push(newSection('dynastic', null));
  }
  for (const line of lines) {
    const named = line.kind === 'heading' ? sectionNamed(line.text) : null;
    const current = sections.at(-1);
    if (named !== null && !sections.some((one) => one.section === named)) {
      sections.push(newSection(named, line));
    } else if (!current) {
      if (line.text !== '') unsure.push({ line: line.number, text: line.text, code: 'left-out' });
    } else if (line.kind === 'heading' && isGlossary(line, sections)) {
      // A ruleset may end with a glossary without a heading for the appendix.
      sections.push(newSection('appendix', null));
      sections.at(-1)?.rules.push(newRule(line, unsure));
    } else if (line.kind === 'heading') {
      current.rules.push(newRule(line, unsure));
    } else {
      (current.rules.at(-1) ?? current.own).lines.push(line);
      if (line.kind === 'text' && !line.isSure)
        unsure.push({ line: line.number, text: line.text, code: 'no-heading' });
    }
  }
  return sections;
}

function isGlossary(line: Line, sections: readonly SectionDraft[]): boolean {
  return /^glossary$/i.test(line.text) && sections.at(-1)?.section === 'dynastic';
}

function newSection(section: Section, heading: Line | null): SectionDraft {
  return { section, own: { heading, title: heading?.text ?? '', lines: [] }, rules: [] };
}

function newRule(line: Line, unsure: Unsure[]): Draft {
  if (!line.isSure) unsure.push({ line: line.number, text: line.text, code: 'heading' });
  return { heading: line, title: line.text, lines: [] };
}

function rulesOf({ section, own, rules }: SectionDraft, unsure: Unsure[]): ParsedRule[] {
  let top: Draft | null = null;
  const hasOwn = own.lines.some((line) => line.kind !== 'blank');
  const parsed = hasOwn ? [toRule(own, section, 0, unsure)] : [];
  for (const rule of rules) {
    const level = levelOf(rule, section, top, unsure);
    if (level === 1) top = rule;
    parsed.push(toRule(rule, section, level, unsure));
  }
  return parsed;
}

function levelOf(rule: Draft, section: Section, top: Draft | null, unsure: Unsure[]): number {
  const level = rule.heading?.level ?? null;
  if (level !== null) return level;
  const isEmpty = (draft: Draft): boolean => draft.lines.every((line) => line.kind === 'blank');
  const opening = rule.lines.find((line) => line.kind !== 'blank')?.text ?? '';
  const titled = top && { title: splitMarks(top.title).title, isEmpty: isEmpty(top) };
  const nesting = nestHeading({ title: splitMarks(rule.title).title, opening, top: titled });
  if (nesting === 'child') return 2;
  if (nesting === 'unknown' && section === 'dynastic' && titled)
    unsure.push({ line: rule.heading?.number ?? 0, text: rule.title, code: 'nesting' });
  return 1;
}

function toRule(draft: Draft, section: Section, level: number, unsure: Unsure[]): ParsedRule {
  const { text, guesses } = renderLines(draft.lines);
  unsure.push(...guesses);
  // Without sections, text before any heading isn't a section's own text.
  const isLoose = level === 0 && draft.heading === null;
  const title = isLoose ? PREAMBLE : draft.title;
  return { title, section, level: isLoose ? 1 : level, text, line: draft.heading?.number ?? 1, facts: {} };
}
