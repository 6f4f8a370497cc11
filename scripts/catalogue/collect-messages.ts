import { globSync, readFileSync } from 'node:fs';

import { messageOfParts } from '../../src/language/language.ts';

const TEXT = /(?<!\w)(?:say`|sayWith\()/gu;
const QUOTED = /^sayWith\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")/u;

interface Collected {
  readonly messages: readonly string[];
  /** Texts whose English words can't be read from the source, each with its place. */
  readonly unreadable: readonly string[];
}

/** Returns every text on pages, in comments and in notices, from the sources below a folder. */
export function collectMessages(root: string, from = 'src/**/*.{astro,ts}'): Collected {
  const messages = new Set<string>();
  const unreadable: string[] = [];
  for (const path of globSync(from, { cwd: root }).sort()) {
    if (path.endsWith('.test.ts')) continue;
    const source = readFileSync(`${root}/${path}`, 'utf8');
    /** A text may end with the word “say”, so the ends of texts are remembered. */
    const ends = new Set<number>();
    for (const { index } of source.matchAll(TEXT)) {
      const from = index + 'say`'.length;
      // The declarations of these functions contain no text.
      if (ends.has(from) || source.slice(0, index).endsWith('function ')) continue;
      if (source.startsWith('say`', index)) ends.add(readTemplate(source, from)?.end ?? from);
      const message = messageAt(source, index);
      if (message === null) unreadable.push(`${path}:${source.slice(0, index).split('\n').length}`);
      else messages.add(message);
    }
  }
  return { messages: [...messages].sort(), unreadable };
}

function messageAt(source: string, from: number): string | null {
  if (source.startsWith('say`', from)) {
    const template = readTemplate(source, from + 'say`'.length);
    return template === null ? null : messageOfParts(template.parts);
  }
  const quoted = QUOTED.exec(source.slice(from));
  return quoted === null ? null : (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/gu, '$1');
}

/** Reads a template's words between its values, from after the opening mark, and finds its end. */
function readTemplate(
  source: string,
  from: number,
): { readonly parts: readonly string[]; readonly end: number } | null {
  const parts = [''];
  for (let at = from; at < source.length; at++) {
    if (source[at] === '`') return { parts, end: at + 1 };
    if (source.startsWith('${', at)) {
      at = endOfValue(source, at + 2) - 1;
      parts.push('');
    } else {
      if (source[at] === '\\') at++;
      parts.push(`${parts.pop() ?? ''}${source[at] ?? ''}`);
    }
  }
  return null;
}

/** Finds the brace that closes a value, past any strings, templates and braces inside. */
function endOfValue(source: string, from: number): number {
  let deep = 1;
  for (let at = from; at < source.length; at++) {
    const letter = source[at];
    if (letter === '`') at = (readTemplate(source, at + 1)?.end ?? source.length) - 1;
    else if (letter === "'" || letter === '"') at = source.indexOf(letter, at + 1);
    else if (letter === '{') deep++;
    else if (letter === '}' && --deep === 0) return at + 1;
  }
  return source.length;
}
