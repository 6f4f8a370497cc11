import { toShownText } from '../../ruleset/shown.ts';
import { wordDiff } from '../../ruleset/word-diff.ts';
import type { Paint } from '../terminal.ts';

const AROUND = 40;

/** Shows changes of files word by word: `open for [-48-]{+72+} hours`, in colour if possible. */
export function showFileDiff(
  path: string,
  before: string | null,
  after: string | null,
  paint: Paint,
): string {
  const title = before === null ? `${path} (new)` : after === null ? `${path} (removed)` : path;
  const changes = wordDiff(asRead(path, before), asRead(path, after));
  const pieces = changes.map(({ kind, text }, index) => {
    if (kind === 'added') return paint('green', `{+${text.trimEnd()}+}`) + text.slice(text.trimEnd().length);
    if (kind === 'removed') return paint('red', `[-${text.trimEnd()}-]`) + text.slice(text.trimEnd().length);
    return elide(text, index === 0, index === changes.length - 1);
  });
  return `${paint('bold', title)}\n${indent(pieces.join('').trim())}\n`;
}

/** Rules are compared as people read them: a number in its sentence, without the link around it. */
function asRead(path: string, text: string | null): string {
  if (text === null) return '';
  return path.startsWith('content/ruleset/') && path.endsWith('.md') ? toShownText(text) : text;
}

/** Unchanged lines are shown only near changed ones. */
function elide(text: string, first: boolean, last: boolean): string {
  if (text.length <= 2 * AROUND) return text;
  const head = first ? '' : text.slice(0, AROUND).replace(/\s\S*$/u, '');
  const tail = last ? '' : text.slice(-AROUND).replace(/^\S*\s/u, '');
  return `${head} … ${tail}`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
