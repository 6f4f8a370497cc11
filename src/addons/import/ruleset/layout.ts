import type { Source } from '../../../cli/command.ts';
import type { Section } from '../../../kernel/manifest.ts';

export type UnsureCode =
  | 'left-out'
  | 'heading'
  | 'no-heading'
  | 'nesting'
  | 'section'
  | 'list'
  | 'definitions'
  | 'no-index'
  | 'repealed'
  | 'unreadable'
  | 'template'
  | 'number-twice'
  | 'title-cut'
  | 'parts';

export interface Unsure {
  /** The line of the text, counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly code: UnsureCode;
}

/** A rule as read by a layout. Its level determines its folder and file name. */
export interface ParsedRule {
  readonly title: string;
  readonly number?: string;
  /** 1 is outermost. 0 is the section's own text. */
  readonly level: number;
  readonly section?: Section;
  /** Markdown. */
  readonly text: string;
  readonly line: number;
  /** More front matter: `power`, `mutable`, `x-history`. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface Parsed {
  readonly rules: readonly ParsedRule[];
  readonly unsure: readonly Unsure[];
}

/** A way in which groups write down their rules. */
export interface Layout {
  readonly name: string;
  detect(sources: readonly Source[]): boolean;
  parse(sources: readonly Source[]): Parsed;
}

/** The title of text before the first rule. */
export const PREAMBLE = 'Preamble';

export function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
}

/** Makes a rule of the text before the first rule, if there is any. */
export function preamble(text: string): ParsedRule[] {
  return text.trim() === '' ? [] : [{ title: PREAMBLE, level: 1, text, line: 1, facts: {} }];
}

/** A single outermost rule above all others is the title of the whole, so it becomes one of them. */
export function withoutRoof(rules: readonly ParsedRule[]): ParsedRule[] {
  const roof = rules.find(({ title }) => title !== PREAMBLE);
  const others = rules.filter((rule) => rule !== roof && rule.title !== PREAMBLE);
  const least = others.reduce((level, rule) => Math.min(level, rule.level), Infinity);
  if (roof === undefined || others.length === 0 || roof.level >= least) return [...rules];
  return rules.map((rule) => (rule === roof ? { ...roof, level: least } : rule));
}
