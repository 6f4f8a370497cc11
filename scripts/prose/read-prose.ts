import { globSync, readFileSync } from 'node:fs';

import { MESSAGES } from '../../src/language/catalogue.ts';

/** A comment, a paragraph or a message, on one line, with the place where it begins. */
export interface Passage {
  readonly where: string;
  readonly text: string;
}

/** Reads all prose that is written by hand, from the root of the project. */
export function readProse(root: string): readonly Passage[] {
  const read = (pattern: string, split: (text: string) => readonly Located[]): Passage[] =>
    globSync(pattern, { cwd: root }).flatMap((path) => {
      const parts = path.split(/[/\\]/u);
      if (parts.includes('reference') || parts.includes('fixtures') || parts.includes('__golden__'))
        return [];
      return split(readFileSync(`${root}/${path}`, 'utf8')).map(({ line, text }) => {
        return { where: `${parts.join('/')}:${line}`, text };
      });
    });
  const messages = MESSAGES.map((text) => ({ where: 'message', text }));
  return [
    ...read('src/**/*.{ts,mjs,astro,css}', commentsIn),
    ...read('{docs/**/,}*.md', paragraphsIn),
    ...messages,
  ];
}

interface Located {
  readonly line: number;
  readonly text: string;
}

/** Joins the lines of each comment. Comments behind code are short and are skipped. */
export function commentsIn(source: string): readonly Located[] {
  const found: { line: number; text: string; isBlock: boolean }[] = [];
  let open = null as (typeof found)[number] | null;
  for (const [at, line] of source.split('\n').entries()) {
    const isBlock: boolean = /^\s*\{?\/\*/u.test(line) || open?.isBlock === true;
    if (!isBlock && !/^\s*\/\//u.test(line)) {
      open = null;
      continue;
    }
    if (open === null || open.isBlock !== isBlock) found.push((open = { line: at + 1, text: '', isBlock }));
    const words = line
      .replace(/^\s*(?:\{?\/\*+|\*(?!\/)|\/\/)/u, '')
      .replace(/\*\/.*$/u, '')
      .trim();
    open.text = `${open.text} ${withoutCode(words)}`.trim();
    if (isBlock && line.includes('*/')) open = null;
  }
  return found;
}

/** Joins the lines of each paragraph, item or row, without code blocks. */
export function paragraphsIn(markdown: string): readonly Located[] {
  const found: { line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [at, line] of markdown.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode;
    if (isCode || line.trim() === '' || /^\s*(?:```|~~~)/u.test(line)) {
      isOpen = false;
      continue;
    }
    const words = withoutCode(line.replace(/^\s*(?:[-*+#>|]+|\d+\.)\s+/u, '')).trim();
    if (isOpen && words === withoutCode(line).trim())
      (found.at(-1) as Located as { text: string }).text += ` ${words}`;
    else found.push({ line: at + 1, text: words });
    isOpen = true;
  }
  return found;
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/gu, 'x');
}
