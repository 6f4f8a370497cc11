import { toString } from 'mdast-util-to-string';
import { splitFrontMatter } from '../../../ruleset/front-matter.ts';
import { readFrontMatter } from '../../../ruleset/read-yaml.ts';
import { cleanMarkdown, treeOf } from './clean-markdown.ts';
import type { Layout, Parsed, ParsedRule, Unsure } from './layout.ts';
import type { Source } from '../../../cli/command.ts';
import { splitHeading, parseHeadings } from './markdown-headings.ts';

const TEXT = /\.(?:md|markdown|txt)$/i;
const STEM = /^(?:rule|r|article|section)?[-_ ]?(\d{1,6}(?:[.-]\d{1,6}){0,6})(?:[-_ .]+(.*))?$/i;

/** A folder of Markdown, or one rule file. A file with a number in its name or front matter is a rule, and other files are read by their headings. */
export const ruleFolder: Layout = {
  name: 'a folder of Markdown',
  detect: (sources) =>
    sources.some(
      ({ path, text }) => TEXT.test(path) && (sources.length > 1 || /^---\r?\ntitle:/u.test(text)),
    ),
  parse(sources): Parsed {
    const unsure: Unsure[] = [];
    const rules: ParsedRule[] = [];
    let folder = '';
    const texts = sources.filter(({ path }) => TEXT.test(path)).sort((a, b) => compare(a.path, b.path));
    for (const { path } of sources.filter(({ path }) => !TEXT.test(path)))
      unsure.push({ line: 1, text: path, code: 'left-out' });
    for (const source of texts) {
      const parts = sources.length > 1 ? source.path.split('/').slice(0, -1) : [];
      const level = parts.length + 1;
      const own = parts.join('/');
      if (own !== folder && own !== '')
        rules.push({ title: spell(parts.at(-1) ?? ''), level: level - 1, text: '', line: 1, facts: {} });
      folder = own;
      rules.push(...readFile(source, level, unsure));
    }
    return { rules, unsure };
  },
};

/** Sorts `rule9.md` before `rule10.md`, and files in a folder after those beside it. */
function compare(a: string, b: string): number {
  const [deepA, deepB] = [a, b].map((path) => path.split('/').length);
  const [spelledA, spelledB] = [a, b].map((path) =>
    path.replace(/\d+/g, (digits) => digits.padStart(8, '0')),
  );
  return (deepA ?? 0) - (deepB ?? 0) || ((spelledA ?? '') < (spelledB ?? '') ? -1 : 1);
}

function readFile({ path, text }: Source, level: number, unsure: Unsure[]): ParsedRule[] {
  const { matter, body, open } = splitFrontMatter(text.replace(/\r\n?/g, '\n'));
  const { data, problems } = readFrontMatter(path, matter, 2);
  const [problem] = problems;
  if (problem)
    unsure.push({ line: problem.line ?? 1, text: `${path}: ${problem.message}`, code: 'unreadable' });
  const whole = problem ? text : body;
  const stem = (path.split('/').at(-1) ?? '').replace(TEXT, '');
  const named = STEM.exec(stem);
  if ((open === '' || problem) && named === null) {
    const rules = parseHeadings(whole);
    const [first] = rules;
    if (rules.length > 1)
      return [
        { title: spell(stem), level, text: '', line: 1, facts: {} },
        ...rules.map((rule) => ({ ...rule, level: rule.level + level })),
      ];
    return first
      ? [
          {
            ...first,
            title: first.level > 0 && first.title !== 'Preamble' ? first.title : spell(stem),
            level,
          },
        ]
      : [];
  }
  return [
    oneRule(
      whole,
      problem ? {} : data,
      { number: named?.[1], words: named?.[2] ?? (named ? '' : stem) },
      level,
    ),
  ];
}

function oneRule(
  source: string,
  data: Readonly<Record<string, unknown>>,
  name: { readonly number: string | undefined; readonly words: string },
  level: number,
): ParsedRule {
  const { number = name.number, title, facts } = readKeys(data);
  const nodes = treeOf(source)?.children ?? null;
  const [head, ...others] = nodes ?? [];
  const heading = head?.type === 'heading' ? toString(head, { includeHtml: false }).trim() : '';
  // `# Rule` is part of a form and not a title.
  const isTitle = heading !== '' && !/^(?:the )?rule(?: text)?$/i.test(heading);
  const own = isTitle ? splitHeading(heading) : null;
  const text = nodes === null ? source.trim() : cleanMarkdown(source, heading === '' ? nodes : others);
  const fallback = name.words === '' ? '' : spell(name.words);
  const numbered = number ?? own?.number;
  return {
    title: title ?? own?.title ?? (fallback || `Rule ${numbered ?? ''}`.trim()),
    ...(numbered !== undefined && { number: numbered }),
    level,
    text,
    line: 1,
    facts: { ...own?.facts, ...facts },
  };
}

/** Finds number, title, power and mutability in any front matter. Other keys are kept. */
function readKeys(data: Readonly<Record<string, unknown>>): {
  number?: string;
  title?: string;
  facts: Record<string, unknown>;
} {
  const found: { number?: string; title?: string; facts: Record<string, unknown> } = { facts: {} };
  for (const [key, value] of Object.entries(data)) {
    const name = key.toLowerCase();
    const words = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (['rule', 'number', 'id', 'no'].includes(name) && /^[\p{L}\p{N}]/u.test(words))
      found.number = words.slice(0, 40);
    else if (['title', 'name'].includes(name) && words !== '') found.title = words;
    else if (name === 'power' && typeof value === 'number') found.facts['power'] = value;
    else if (/^(?:im)?mutable$/i.test(words)) found.facts['mutable'] = /^m/i.test(words);
    else if (name === 'mutable' && typeof value === 'boolean') found.facts['mutable'] = value;
    else found.facts[`x-${name.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'key'}`] = value;
  }
  return found;
}

/** `voting_rules` → `Voting Rules` */
function spell(stem: string): string {
  const words = stem.replace(/[-_]+/g, ' ').trim();
  return words.replace(/(?:^| )\p{Ll}/gu, (letter) => letter.toUpperCase()) || 'Rule';
}
