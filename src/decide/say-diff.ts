import { type Wording } from '../language/wording.ts';
import type { Terms } from '../kernel/manifest.ts';
import type { MatterChange } from '../kernel/state.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { parseBody } from '../ruleset/markdown.ts';
import { splitSentences } from '../ruleset/merge/sentences.ts';
import { readYamlValue } from '../ruleset/parse-yaml.ts';
import { showText } from '../ruleset/shown.ts';
import { wordDiff } from '../ruleset/word-diff.ts';
import { isPlainObject, sameValue } from '../kernel/values.ts';
import { code, inert, inHtml } from './inert.ts';
import { inWords, type Naming } from './naming.ts';
import { sayMatterChange } from './say-changes.ts';

const AROUND = 60;
/** A forge's comment may have room for no more than 65,536 characters, and there is more to say. */
const ROOM = 30_000;
const RULESET = 'content/ruleset/';

/** The names by which a game tells what a matter changes. */
export interface NamesInDiff {
  readonly naming: Naming;
  readonly terms: Terms;
  /** The title of the rule that is called so, by title, number or path. */
  titleOf(rule: string): string;
}

/** Shows a matter's changes, rule by rule, word by word, as they read: `open for <del>48</del> <ins>6</ins> hours`. */
export function sayDiff(changes: readonly MatterChange[], names: NamesInDiff): string {
  const { say } = names.naming.wording;
  const parts: string[] = [];
  let room = ROOM;
  for (const [index, change] of changes.entries()) {
    const part = sayChange(change, names, room);
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

function sayChange(change: MatterChange, names: NamesInDiff, room: number): string {
  const { naming, titleOf } = names;
  const { say } = naming.wording;
  const words = (head: string, before: string, after: string): string =>
    underHead(`${head}\n\n`, [asRead(before, names), asRead(after, names)], room, naming.wording);
  switch (change.verb) {
    case 'file':
      return sayFile(change, names, room);
    case 'set':
      return `${inert(sayMatterChange(change, naming))}\n`;
    case 'edit-rule':
      return words(`**${inert(titleOf(change.rule))}**`, change.replace, change.with);
    case 'add-rule':
      return words(say`**${inert(change.title)}** (new)`, '', change.text);
    case 'transmute':
      return `${say`**${inert(titleOf(change.rule))}** is transmuted`}\n`;
    default:
      return `${say`**${inert(titleOf(change.rule))}** is repealed`}\n`;
  }
}

function sayFile(change: FileChange, names: NamesInDiff, room: number): string {
  const { path, base = null, content } = change;
  const { wording } = names.naming;
  const { say } = wording;
  if (path.startsWith(RULESET) && path.endsWith('.md')) return sayRuleFile(change, names, room);
  const isClause = path.startsWith(RULESET) && path.endsWith('.ts');
  const file = isClause ? say`The clause of **${inert(titleIn(path, null, names))}**` : code(path);
  const title = base === null ? say`${file} (new)` : content === null ? say`${file} (removed)` : file;
  return underHead(`${title}\n\n`, [base ?? '', content ?? ''], room, wording);
}

/** A rule by its title, what is about it by its name, and its text as people read it. */
function sayRuleFile({ path, base = null, content }: FileChange, names: NamesInDiff, room: number): string {
  const { wording } = names.naming;
  const { say } = wording;
  const [was, is] = [base, content].map((text) => readRule(text));
  const title = `**${inert(titleIn(path, is?.about['title'] ?? was?.about['title'] ?? null, names))}**`;
  const head = base === null ? say`${title} (new)` : content === null ? say`${title} (removed)` : title;
  const about = base === null || content === null ? [] : aboutIt(was?.about ?? {}, is?.about ?? {}, names);
  const [before, after] = [asRead(was?.body ?? '', names), asRead(is?.body ?? '', names)];
  const facts = `${head}\n\n${about.map((line) => `- ${line}\n`).join('')}`;
  if (before === after) return facts;
  return underHead(about.length === 0 ? facts : `${facts}\n`, [before, after], room, wording);
}

interface RuleRead {
  readonly about: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function readRule(text: string | null): RuleRead | null {
  if (text === null) return null;
  const { open, matter, body } = splitFrontMatter(text);
  const about = open === '' ? null : readYamlValue(matter).value;
  return { about: isPlainObject(about) ? about : {}, body: body.trim() };
}

/** `- Status: inactive → active` */
function aboutIt(was: RuleRead['about'], is: RuleRead['about'], { naming }: NamesInDiff): readonly string[] {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return keys.flatMap((key) => {
    const [before, after] = [was, is].map((one) => (Object.hasOwn(one, key) ? one[key] : null));
    if (sameValue(before, after)) return [];
    return [
      `${inert(inWords(key))}: <del>${inHtml(naming.value(before))}</del> <ins>${inHtml(naming.value(after))}</ins>`,
    ];
  });
}

/** Of a rule that is there, or is to be, its title; else its file’s name in words. */
function titleIn(path: string, title: unknown, { titleOf }: NamesInDiff): string {
  if (typeof title === 'string' && title.trim() !== '') return title;
  const rule = path.slice(RULESET.length).replace(/\.(?:md|ts)$/u, '');
  const found = titleOf(rule);
  return found === rule ? inWords(rule.split('/').at(-1) ?? rule) : found;
}

const MARKS_OF_LINES: readonly (readonly [RegExp, string])[] = [
  // The line below the head of a table.
  [/^ *\|?(?: *:?-{3,}:? *\|)+ *(?::?-{3,}:?)? *\n?/gmu, ''],
  [/^ *\| *(.*?) *\| *$/gmu, '$1'],
  [/^#{1,6} +/gmu, ''],
  [/^( *)[-*+] +/gmu, '$1• '],
  [/^ *> ?/gmu, ''],
];

/** As people read it: a number in its sentence and not the link around it, no marks, with the words of the game. */
function asRead(text: string, { terms }: Pick<NamesInDiff, 'terms'>): string {
  const shown = showText(text, parseBody('', text, 1), { terms, hide: 'marks' }).text;
  return MARKS_OF_LINES.reduce((so, [mark, instead]) => so.replaceAll(mark, instead), shown);
}

function underHead(head: string, texts: readonly [string, string], room: number, wording: Wording): string {
  return head + inParagraph(...texts, room - head.length, wording);
}

/** A paragraph that is cut after a whole sentence where there is no room for all, and says so. */
function inParagraph(before: string, after: string, room: number, { say }: Wording): string {
  const whole = `<p>${marked(before, after)}</p>\n`;
  if (whole.length <= room) return whole;
  const [was, is] = [splitSentences(before), splitSentences(after)];
  const most = Math.max(was.length, is.length);
  // Half of what was shown, until it fits: each try takes as long as what it shows.
  for (let shown = Math.floor(most / 2); shown > 0; shown = Math.floor(shown / 2)) {
    const part = marked(textOf(was.slice(0, shown)), textOf(is.slice(0, shown)));
    const cut = `<p>${part}</p>\n\n${say`…and ${most - shown} more sentences, too long to show here.`}\n`;
    if (cut.length <= room) return cut;
  }
  // Not even one sentence has room: then all that is left is counted.
  return whole;
}

function textOf(sentences: ReturnType<typeof splitSentences>): string {
  return sentences.map(({ text, after }) => text + after).join('');
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

/** Unchanged text is shown only near to changed text: the sentences beside it, or of a long one some words. */
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
