import type { Layout, Parsed, ParsedRule, Unsure } from './layout.ts';
import { linesOf, preamble, withoutRoof } from './layout.ts';
import { withoutTags } from './clean-markdown.ts';
import { splitHeading } from './markdown-headings.ts';
import { escapeStart, fence } from './plain-blocks.ts';

/** MediaWiki's markup: `== Votes ==`, lists with `*` and `#`, `'''bold'''`, `[[links|with words]]`, tables. */
export const wikiMarkup: Layout = {
  name: 'MediaWiki',
  detect: ([source, other]) =>
    source !== undefined &&
    other === undefined &&
    linesOf(source.text).some((line) => (headingIn(line)?.level ?? 0) > 1),
  parse([source]): Parsed {
    const unsure: Unsure[] = [];
    const rules: ParsedRule[] = [];
    let open: { head: ParsedRule | null; lines: string[] } = { head: null, lines: [] };
    const close = (): void => {
      const text = renderWiki(open.lines);
      if (open.head === null) rules.push(...preamble(text));
      else rules.push({ ...open.head, text });
    };
    for (const [at, line] of linesOf(source?.text ?? '').entries()) {
      const heading = headingIn(line);
      if (/\{\{/.test(line)) unsure.push({ line: at + 1, text: line.trim(), code: 'template' });
      if (heading === null) {
        open.lines.push(line);
        continue;
      }
      close();
      const name = splitHeading(inlineOf(heading.words).replace(/\*\*?/g, ''));
      open = { head: { ...name, level: heading.level, text: '', line: at + 1 }, lines: [] };
    }
    close();
    return { rules: withoutRoof(rules), unsure };
  },
};

/** Converts a whole wiki page, including its headings. */
export function wikiToMarkdown(text: string): string {
  const parts: string[] = [];
  let open: string[] = [];
  for (const line of [...linesOf(text), null]) {
    const heading = line === null ? null : headingIn(line);
    if (line !== null && heading === null) {
      open.push(line);
      continue;
    }
    parts.push(
      renderWiki(open),
      heading === null ? '' : `${'#'.repeat(heading.level)} ${inlineOf(heading.words)}`,
    );
    open = [];
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

function headingIn(line: string): { level: number; words: string } | null {
  const text = line.trim();
  const marks = /^={1,6}/.exec(text)?.[0] ?? '';
  if (marks === '' || text.length <= 2 * marks.length || !text.endsWith(marks)) return null;
  const words = text.slice(marks.length, -marks.length).trim();
  return words === '' || words.startsWith('=') ? null : { level: marks.length, words };
}

function renderWiki(lines: readonly string[]): string {
  const parts: { kind: 'prose' | 'list' | 'table'; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of lines) {
    const text = line.trim();
    const last = parts.at(-1);
    if (text.startsWith('{|') || (last?.kind === 'table' && isOpen)) {
      if (last?.kind === 'table' && isOpen) last.lines.push(line);
      else parts.push({ kind: 'table', lines: [line] });
      isOpen = !text.startsWith('|}');
      continue;
    }
    const item = /^([*#:;]{1,20})\s*(\S.*)$/.exec(text);
    if (text === '') isOpen = false;
    else if (item) {
      const words = itemOf(item[1] ?? '', item[2] ?? '');
      if (last?.kind === 'list' && isOpen) last.lines.push(words);
      else parts.push({ kind: 'list', lines: [words] });
      isOpen = true;
    } else {
      if (last?.kind === 'prose' && isOpen) last.lines.push(inlineOf(text));
      else parts.push({ kind: 'prose', lines: [inlineOf(text)] });
      isOpen = true;
    }
  }
  return parts
    .map(({ kind, lines: own }) => {
      if (kind === 'table') return fence(own);
      return kind === 'list' ? own.join('\n') : escapeStart(own.join(' ').trim());
    })
    .filter((part) => part !== '')
    .join('\n\n');
}

function itemOf(marks: string, words: string): string {
  const depth = Math.min(marks.length, 8) - 1;
  return `${'   '.repeat(depth)}${marks.endsWith('#') ? '1.' : '-'} ${inlineOf(words)}`;
}

function inlineOf(words: string): string {
  return withoutTags(words.replace(/<br\s*\/?>/gi, ' '))
    .replace(/'''/g, '**')
    .replace(/''/g, '*')
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/\[(https?:\/\/[^\s\]]+)\s+([^\]]+)\]/g, '[$2]($1)')
    .replace(/[ \t]+/g, ' ')
    .trim();
}
