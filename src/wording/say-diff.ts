import type { Wording } from '../language/wording.ts';
import type { MatterChange } from '../kernel/state.ts';
import { splitSentences } from '../ruleset/merge/sentences.ts';
import { dropMarkup } from '../ruleset/text-diff.ts';
import type { WordChange } from '../ruleset/word-diff.ts';
import { inert, inHtml } from './inert.ts';
import { programChanges, type NamesInDiff, type ProgramChange } from './program-changes.ts';

const AROUND = 60;
/** A comment may hold no more than 65,536 characters, and other parts need room too. */
const ROOM = 30_000;
/** Changes of the program are shown in full, unless the comment would get too long. */
const [ROOM_FOR_VALUES, ROOM_FOR_NOTES, ROOM_FOR_FACTS] = [8_000, 7_000, 30_000];

/** Shows what the engine reads by name, then hidden text, then the rest word by word. */
export function sayDiff(changes: readonly MatterChange[], names: NamesInDiff): string {
  const all = programChanges(changes, names);
  const { wording } = names.naming;
  const facts = sayProgram(all, wording);
  const words = sayWords(
    all.filter(({ kind }) => kind !== 'value'),
    wording,
    ROOM - Math.min(facts.length, ROOM / 2),
  );
  if (words === '') return facts;
  const { say } = wording;
  return `${facts}${facts === '' ? '' : '\n'}<details><summary>${say`Changes, word by word`}</summary>\n\n${words}\n</details>\n`;
}

/** A table of what the engine reads, with notes on things people might miss. */
function sayProgram(all: readonly ProgramChange[], wording: Wording): string {
  const { say } = wording;
  const cell = (text: string | null): string => (text === null ? '–' : inert(text));
  const rows = all.flatMap((one) =>
    one.shown.facts.map(({ name, before, after }) => {
      const what = [nameOf(one, wording), inert(name)].filter((part) => part !== '').join(': ');
      return `| ${what} | ${cell(before)} | ${cell(after)} |\n`;
    }),
  );
  const values = all.flatMap(({ kind, title }) =>
    kind === 'value' && title !== '' ? [`- ${inert(title)}\n`] : [],
  );
  const notes = all.flatMap((one) => {
    const of = [nameOf(one, wording)].filter((part) => part !== '').map((part) => `${part}: `);
    return one.shown.notes.map((note) => `- ${of.join('')}${inert(note)}\n`);
  });
  const head = `| ${say`What changes`} | ${say`Now`} | ${say`Then`} |\n|---|---|---|\n`;
  return [
    rows.length === 0 ? '' : `${head}${within(rows, ROOM_FOR_FACTS, wording)}`,
    within(values, ROOM_FOR_VALUES, wording),
    within(notes, ROOM_FOR_NOTES, wording),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function within(lines: readonly string[], room: number, { say }: Wording): string {
  let shown = 0;
  let text = '';
  for (const line of lines) {
    if (text.length + line.length > room) break;
    text += line;
    shown += 1;
  }
  const left = lines.length - shown;
  return left === 0
    ? text
    : `${text}\n${say`…and ${left} more, which don’t fit here. See all of it before you vote: ${where({ say })}`}\n`;
}

/** Points to where everything is shown. */
function where({ say }: Pick<Wording, 'say'>): string {
  return say`its page, or ${'`gitnomic diff`'} with its number, shows everything.`;
}

/** `Votes`, `the clause of Votes`; empty for a value, whose text names its owner. */
function nameOf({ kind, title }: ProgramChange, { say }: Wording): string {
  return kind === 'clause'
    ? say`The code of **${inert(title)}**`
    : kind === 'value'
      ? ''
      : `**${inert(title)}**`;
}

function sayWords(all: readonly ProgramChange[], wording: Wording, most: number): string {
  const { say } = wording;
  const parts: string[] = [];
  let room = most;
  for (const [index, one] of all.entries()) {
    const name = nameOf(one, wording);
    const head =
      one.does === 'adds' ? say`${name} (new)` : one.does === 'repeals' ? say`${name} (removed)` : name;
    const part = `${head}\n${inParagraph(one.shown.words, room - head.length - 200, wording)}`;
    room -= part.length;
    if (room < 0) {
      parts.push(`${say`…and ${all.length - index} more, too long to show here: ${where(wording)}`}\n`);
      break;
    }
    parts.push(part);
  }
  return parts.join('\n');
}

/** Cuts the paragraph if there isn't enough room, and says how much is missing. */
function inParagraph(words: readonly WordChange[], room: number, wording: Wording): string {
  const { say } = wording;
  if (words.every(({ kind }) => kind === 'same')) return '';
  const whole = `\n<p>${marked(words)}</p>\n`;
  if (whole.length <= room) return whole;
  const plain = dropMarkup(words);
  const count = (pieces: readonly WordChange[]): number =>
    pieces.reduce(
      (sum, { kind, text }) => sum + (kind === 'same' ? 0 : (text.match(/\S+/gu) ?? []).length),
      0,
    );
  // Halves the length until it fits, since each try costs as much as its length.
  for (let letters = room; letters > 100; letters = Math.floor(letters / 2)) {
    const shown = firstOf(plain, letters);
    const left = count(plain) - count(shown);
    const part = `\n<p>${marked(shown)} …</p>\n\n${say`…and ${left} more changed words, too long to show here: ${where(wording)}`}\n`;
    if (part.length <= room) return part;
  }
  return whole;
}

function firstOf(pieces: readonly WordChange[], letters: number): readonly WordChange[] {
  const shown: WordChange[] = [];
  let room = letters;
  for (const { kind, text } of pieces) {
    const own = kind === 'same' ? elide(text, shown.length === 0, false) : text;
    if (own.length > room) {
      const part = text.slice(
        0,
        1 + Math.max(text.lastIndexOf(' ', room - 1), text.lastIndexOf('\n', room - 1)),
      );
      return kind === 'same' || part === '' ? shown : [...shown, { kind, text: part }];
    }
    shown.push({ kind, text: own });
    room -= own.length;
  }
  return shown;
}

/** HTML with explicit line breaks: an empty line would end it, and Markdown would start. */
export function marked(words: readonly WordChange[]): string {
  const changes = dropMarkup(words);
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

/** Keeps the blanks around a change outside the mark. */
function inMark(tag: 'ins' | 'del', text: string, after: string): string {
  const words = text.trim();
  const [before, behind] = [
    text.slice(0, text.length - text.trimStart().length),
    text.slice(text.trimEnd().length),
  ];
  return words === '' ? text : `${before}<${tag}>${inHtml(words)}</${tag}>${behind === '' ? after : behind}`;
}

/** Unchanged text appears only near changes: the adjacent sentences, or some words of a long one. */
function elide(text: string, first: boolean, last: boolean): string {
  if (text.length <= 2 * AROUND) return text;
  const sentences = splitSentences(text);
  const [begin, end] = [sentences[0]?.text ?? '', sentences.at(-1)];
  const isShort = (one: string): boolean => one.length <= 2 * AROUND;
  const head = first ? '' : isShort(begin) ? begin : text.slice(0, AROUND).replace(/\s\S*$/u, '');
  const rest = (end?.text ?? '') + (end?.after ?? '');
  const tail = last ? '' : isShort(rest) ? rest : text.slice(-AROUND).replace(/^\S*\s/u, '');
  const between = text.slice(head.length, text.length - tail.length);
  return between.trim() === '' ? text : `${head} … ${tail}`;
}
