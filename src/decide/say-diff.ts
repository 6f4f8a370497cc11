import { type Wording } from '../language/wording.ts';
import type { MatterChange } from '../kernel/state.ts';
import { toShownText } from '../ruleset/shown.ts';
import { wordDiff } from '../ruleset/word-diff.ts';
import { code, inert, inHtml } from './inert.ts';

const AROUND = 60;
/** A forge's comment may have room for no more than 65,536 characters, and there is more to say. */
const ROOM = 30_000;

/** Shows a matter's changes, rule by rule, word by word: `open for <del>48</del> <ins>6</ins> hours`. */
export function sayDiff(changes: readonly MatterChange[], wording: Wording): string {
  const { say } = wording;
  const parts: string[] = [];
  let room = ROOM;
  for (const [index, change] of changes.entries()) {
    const part = sayChange(change, wording);
    room -= part.length;
    if (room < 0) {
      parts.push(`${say`…and ${changes.length - index} more, too long to show here.`}\n`);
      break;
    }
    parts.push(part);
  }
  return parts.join('\n');
}

type FileChange = Extract<MatterChange, { verb: 'file' }>;

function sayChange(change: MatterChange, wording: Wording): string {
  const { say } = wording;
  switch (change.verb) {
    case 'file':
      return sayFile(change, wording);
    case 'set':
      return `${say`${code(change.path)} becomes ${code(JSON.stringify(change.value))}`}\n`;
    case 'edit-rule':
      return `**${inert(change.rule)}**\n\n<p>${marked(change.replace, change.with)}</p>\n`;
    case 'add-rule':
      return `${say`**${inert(change.title)}** (new)`}\n\n<p>${marked('', change.text)}</p>\n`;
    case 'transmute':
      return `${say`**${inert(change.rule)}** is transmuted`}\n`;
    default:
      return `${say`**${inert(change.rule)}** is repealed`}\n`;
  }
}

function sayFile({ path, base, content: after }: FileChange, { say }: Wording): string {
  const before = base ?? null;
  const file = code(path);
  const title = before === null ? say`${file} (new)` : after === null ? say`${file} (removed)` : file;
  return `${title}\n\n<p>${marked(asRead(path, before), asRead(path, after))}</p>\n`;
}

/** Rules are compared as people read them: a number in its sentence, and not the link around it. */
function asRead(path: string, text: string | null): string {
  if (text === null) return '';
  return path.endsWith('.md') ? toShownText(text) : text;
}

const MOST_NAMED = 8;

/** `one, two, and 3 more` */
export function joinWords(words: readonly string[], { say }: Wording): string {
  const rest = words.length - MOST_NAMED;
  return rest <= 1 ? words.join(', ') : say`${words.slice(0, MOST_NAMED).join(', ')} and ${rest} more`;
}

/** In HTML, with line breaks as such: no empty line may end it, or what follows would be read as Markdown. */
export function marked(before: string, after: string): string {
  const changes = wordDiff(before, after);
  const pieces = changes.map(({ kind, text }, index) => {
    if (kind === 'same') return inHtml(elide(text, index === 0, index === changes.length - 1));
    const replaced = kind === 'removed' && changes[index + 1]?.kind === 'added';
    return inMark(kind === 'added' ? 'ins' : 'del', text, replaced ? ' ' : '');
  });
  return pieces
    .join('')
    .trim()
    .replaceAll(/\n{2,}/gu, '<br><br>')
    .replaceAll('\n', '<br>');
}

/** The blanks around what changed stay outside the mark, as they stand in the text. */
function inMark(tag: 'ins' | 'del', text: string, after: string): string {
  const words = text.trim();
  const [before, behind] = [
    text.slice(0, text.length - text.trimStart().length),
    text.slice(text.trimEnd().length),
  ];
  return words === '' ? text : `${before}<${tag}>${inHtml(words)}</${tag}>${behind === '' ? after : behind}`;
}

/** Unchanged text is shown only near to changed text. */
function elide(text: string, first: boolean, last: boolean): string {
  if (text.length <= 2 * AROUND) return text;
  const head = first ? '' : text.slice(0, AROUND).replace(/\s\S*$/u, '');
  const tail = last ? '' : text.slice(-AROUND).replace(/^\S*\s/u, '');
  return `${head} … ${tail}`;
}
