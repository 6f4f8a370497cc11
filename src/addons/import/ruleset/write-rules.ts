import { BOUNDS } from '../../../kernel/bounds.ts';
import type { Section, Terms } from '../../../kernel/manifest.ts';
import { readableSlug } from '../../../ruleset/readable-slug.ts';
import { writeFrontMatter } from '../../../ruleset/front-matter-write.ts';
import { splitMarks } from '../../../ruleset/marks.ts';
import { markdownExcess } from '../../../ruleset/markdown-excess.ts';
import { parseBody } from '../../../ruleset/markdown.ts';
import { takeTerms } from '../../../ruleset/terms.ts';
import type { ParsedRule, Unsure } from './layout.ts';
import { sectionNamed } from './sections.ts';

/** The size of a part of a rule's text, which leaves room for what play adds. */
const PART = { letters: BOUNDS.ruleFile.read / 2, markup: 1_400 };
const LONGEST_TITLE = 200;
const ORDER_STEP = 10;

interface Placed {
  readonly level: number;
  readonly path: string;
  readonly mutable: boolean | undefined;
}

/** Converts rules to files, in the order of the text, each in the folder of the rule above it. */
export function writeRules(
  rules: readonly ParsedRule[],
  unsure: Unsure[],
  terms: Terms | undefined,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbers = new Set<string>();
  const paths = new Paths();
  let section: Section = 'dynastic';
  let above: Placed[] = [];
  for (const rule of withSections(rules)) {
    if (rule.section !== undefined && rule.section !== section) above = [];
    section = rule.section ?? section;
    if (rule.level === 0) {
      above = [];
      if (rule.text !== '') files.set(`${section}.md`, render(rule, section, null, {}, terms));
      continue;
    }
    above = above.slice(0, above.findLastIndex(({ level }) => level < rule.level) + 1);
    const folder = above.at(-1)?.path ?? section;
    const order = (counts.get(folder) ?? 0) + ORDER_STEP;
    counts.set(folder, order);
    const named = withTitle(rule, unsure);
    const path = paths.free(folder, splitMarks(takePlain(named.title, terms)).title);
    const inherited = above.at(-1)?.mutable;
    const facts = { ...(inherited !== undefined && { mutable: inherited }), ...rule.facts };
    if (rule.number !== undefined && numbers.has(rule.number))
      unsure.push({ line: rule.line, text: `${rule.number} ${rule.title}`, code: 'number-twice' });
    numbers.add(rule.number ?? '');
    const [first = '', ...parts] = partsOf(rule.text);
    files.set(`${path}.md`, render({ ...named, text: first }, section, order, facts, terms));
    for (const [at, text] of parts.entries()) {
      const part = { ...named, number: undefined, title: `${named.title}, part ${at + 2}`, text };
      files.set(`${path}/part-${at + 2}.md`, render(part, section, at * ORDER_STEP, {}, terms));
      unsure.push({ line: rule.line, text: part.title, code: 'parts' });
    }
    above.push({ level: rule.level, path, mutable: saidOf(rule) ?? inherited });
  }
  return files;
}

/** A heading that names a section begins it, and is no rule. */
function withSections(rules: readonly ParsedRule[]): ParsedRule[] {
  const begun = new Set<Section>();
  return rules.map((rule) => {
    const section = rule.section === undefined && rule.number === undefined ? sectionNamed(rule.title) : null;
    if (section === null || begun.has(section)) return rule;
    begun.add(section);
    return { ...rule, section, level: 0 };
  });
}

/** `Immutable Rules` applies to all rules below it. */
function saidOf({ title, number }: ParsedRule): boolean | undefined {
  if (number !== undefined) return undefined;
  const found = /\b(im)?mutable\b/i.exec(title);
  return found ? found[1] === undefined : undefined;
}

function withTitle(rule: ParsedRule, unsure: Unsure[]): ParsedRule {
  const title = rule.title.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim() || 'Rule';
  if (title.length <= LONGEST_TITLE) return { ...rule, title };
  unsure.push({ line: rule.line, text: title, code: 'title-cut' });
  const short = `${title.slice(0, title.lastIndexOf(' ', LONGEST_TITLE / 2)).trim() || title.slice(0, LONGEST_TITLE / 2)}…`;
  return { ...rule, title: short, text: `${title}\n\n${rule.text}`.trim() };
}

function partsOf(text: string): string[] {
  const markup = (part: string): number => part.match(/[*_~[\]`<>&!]/g)?.length ?? 0;
  if (text.length <= PART.letters && markdownExcess(text) === null) return [text];
  const parts: string[] = [];
  let open: string[] = [];
  let [letters, marks] = [0, 0];
  for (const block of text.split('\n\n').flatMap(piecesOf)) {
    const blockMarks = markup(block);
    if (open.length > 0 && (letters + block.length > PART.letters || marks + blockMarks > PART.markup)) {
      parts.push(open.join('\n\n'));
      [open, letters, marks] = [[], 0, 0];
    }
    open.push(block);
    letters += block.length;
    marks += blockMarks;
  }
  return [...parts, open.join('\n\n')];
}

/** Cuts a block that is too long, between words. */
function piecesOf(block: string): string[] {
  const most = PART.markup;
  if (block.length <= most) return [block];
  const pieces: string[] = [];
  for (let at = 0; at < block.length;) {
    const end =
      at + most >= block.length ? block.length : Math.max(block.lastIndexOf(' ', at + most), at) + 1;
    const next = end <= at + 1 ? Math.min(at + most, block.length) : end;
    pieces.push(block.slice(at, next));
    at = next;
  }
  return pieces;
}

function render(
  { title: words, number, text }: ParsedRule | (Omit<ParsedRule, 'number'> & { readonly number: undefined }),
  section: Section,
  order: number | null,
  facts: Readonly<Record<string, unknown>>,
  terms: Terms | undefined,
): string {
  const { title, status, rare } = splitMarks(takePlain(words, terms));
  const marks = section === 'special-case' ? { ...(status && { status }), ...(rare && { rare }) } : {};
  const body = terms ? takeTerms(text, terms, parseBody('', text, 1).verbatim) : text;
  const named = { title: title.trim() || 'Rule', ...(order !== null && { order }), ...marks };
  const matter = { ...named, ...(number !== undefined && { number }), ...facts };
  return writeFrontMatter('', matter) + (body === '' ? '' : `${body}\n`);
}

function takePlain(text: string, terms: Terms | undefined): string {
  return terms ? takeTerms(text, terms) : text;
}

/** Finds unused paths in constant time, however many rules have the same title. */
class Paths {
  private readonly taken = new Set<string>();
  private readonly next = new Map<string, number>();

  free(folder: string, title: string): string {
    const base = `${folder}/${readableSlug(title).slice(0, 60).replace(/-+$/, '') || 'rule'}`;
    let count = this.next.get(base) ?? 1;
    let path = count === 1 ? base : `${base}-${count}`;
    while (this.taken.has(path)) path = `${base}-${++count}`;
    this.next.set(base, count + 1);
    this.taken.add(path);
    return path;
  }
}
