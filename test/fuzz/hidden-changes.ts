import { toString } from 'mdast-util-to-string';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

/** What somebody may do to a rule's file so that readers overlook it: `at` picks one of the places where it can be done. */
export type Spoil = (text: string, at: number) => string | null;

const LIVE = /\[((?:\[[^\]]*\]|[^\]])*)\]\(#(value|table|list):([\w-]+)\)/gu;

interface Live {
  readonly whole: string;
  readonly words: string;
  readonly kind: string;
  readonly name: string;
  readonly index: number;
}

function liveIn(text: string, kind: string | null = null): readonly Live[] {
  const all = [...text.matchAll(LIVE)].map(([whole, words = '', of = '', name = ''], at) => ({
    whole,
    words,
    kind: of,
    name,
    index: [...text.matchAll(LIVE)][at]?.index ?? 0,
  }));
  return all.filter((one) => kind === null || one.kind === kind);
}

const pick = <T>(all: readonly T[], at: number): T | null => all[at % Math.max(1, all.length)] ?? null;

/** With the picked link made into something else. */
function withLive(kind: string | null, make: (live: Live) => string): Spoil {
  return (text, at) => {
    const live = pick(liveIn(text, kind), at);
    if (live === null) return null;
    return text.slice(0, live.index) + make(live) + text.slice(live.index + live.whole.length);
  };
}

function withLine(is: RegExp, make: (line: string, at: number) => string): Spoil {
  return (text, at) => {
    const lines = text.split('\n');
    const places = lines.flatMap((line, index) => (is.test(line) ? [index] : []));
    const place = pick(places, at);
    if (place === null) return null;
    lines[place] = make(lines[place] ?? '', at);
    return lines.join('\n');
  };
}

const ROW = /^\|(?![ :|-]+$).*\|\s*$/u;

export const OF_TEXT: Readonly<Record<string, Spoil>> = {
  'the names of two values are swapped': (text, at) => {
    const all = liveIn(text, 'value');
    const [one, other] = [pick(all, at), pick(all, at + 1)];
    if (one === null || other === null || one.name === other.name) return null;
    const names: Readonly<Record<string, string>> = { [one.name]: other.name, [other.name]: one.name };
    return text.replaceAll(LIVE, (whole: string, words: string, kind: string, name: string) =>
      kind === 'value' && names[name] !== undefined ? `[${words}](#value:${names[name]})` : whole,
    );
  },
  'a name is another': withLive(null, ({ words, kind, name }) => `[${words}](#${kind}:${name}-b)`),
  'a value is another': withLive('value', ({ words, name }) => `[${words}7](#value:${name})`),
  'a link goes and its words stay': withLive(null, ({ words }) => words),
  'a link comes': (text) =>
    text.replace(/(\n[^\n#|>*-][^\n[\]]*?)\b(\w+)\b(?=[^\n[\]]*\n)/u, '$1[$2](#value:new-one)'),
  'a value is struck through': withLive('value', ({ whole }) => `~~${whole}~~`),
  'half of a value is struck through': withLive(
    'value',
    ({ words, name }) => `[~~9~~ ${words}](#value:${name})`,
  ),
  'a value stands in a comment': withLive('value', ({ whole, words }) => `<!-- ${whole} -->${words}`),
  'another value stands before it in a comment': withLive(
    'value',
    ({ whole }) => `<!-- [9](#value:x) -->${whole}`,
  ),
  'a value is folded away': withLive('value', ({ whole, words }) => `${words} <details>${whole}</details>`),
  'a value has a hidden tag in it': withLive(
    'value',
    ({ words, name }) => `[<span hidden>9</span>${words}](#value:${name})`,
  ),
  'a value stands in a footnote': (text, at) => {
    const made = withLive('value', ({ words }) => `${words}[^x]`)(text, at);
    const live = pick(liveIn(text, 'value'), at);
    return made === null || live === null ? null : `${made.trimEnd()}\n\n[^x]: ${live.whole}\n`;
  },
  'a value has a title': withLive('value', ({ words, name }) => `[${words}](#value:${name} "9")`),
  'a value is the description of a picture': withLive('value', ({ whole }) => `![${whole}](a.png)`),
  'a value is a picture': withLive('value', ({ words, name }) => `[![${words}](a.png)](#value:${name})`),
  'a value stands in code': withLive('value', ({ whole }) => `\`${whole}\``),
  'a value has a letter that nobody sees': withLive(
    'value',
    ({ words, name }) => `[${words}\u200b](#value:${name})`,
  ),
  'a value is read from right to left': withLive(
    'value',
    ({ words, name }) => `[\u202e${words}\u202c](#value:${name})`,
  ),
  'a cell is another': withLine(ROW, (line) => line.replace(/\s*\|\s*$/u, '9 |')),
  'cells are swapped': withLine(ROW, (line) => `|${line.split('|').slice(1, -1).toReversed().join('|')}|`),
  'a row goes': (text, at) => withLine(ROW, () => '\u0000')(text, at)?.replace('\u0000\n', '') ?? null,
  'a row is there twice': withLine(ROW, (line) => `${line}\n${line}`),
  'a table has a head of its own': withLine(/^\|[ :|-]+\|$/u, (line) => `${line}\n`),
  'another table comes before it': (text, at) => {
    const live = pick(liveIn(text, 'table'), at);
    if (live === null) return null;
    const end = text.indexOf('\n\n', live.index);
    return end < 0 ? null : `${text.slice(0, end)}\n\n| A |\n|---|\n| 1 |${text.slice(end)}`;
  },
  'an item is another': withLine(/^[-*] /u, (line) => `${line} too`),
  'items are reversed': (text) =>
    text.replace(/(?:^[-*] .*\n)+/mu, (items) => `${items.trimEnd().split('\n').toReversed().join('\n')}\n`),
  'a paragraph goes to the end': (text, at) => {
    const parts = text.split('\n\n');
    const moved = parts[1 + (at % Math.max(1, parts.length - 1))];
    return moved === undefined ? null : [...parts.filter((part) => part !== moved), moved].join('\n\n');
  },
  'there is one more space': withLine(/\w \w/u, (line) => line.replace(' ', '  ')),
  'a line ends elsewhere': withLine(/\w \w.* \w/u, (line) => line.replace(/ (?=\S*$)/u, '\n')),
  'a word is bold': withLine(/^\w+ \w+ /u, (line) => line.replace(/^(\w+) (\w+)/u, '$1 **$2**')),
  'there is a comment': (text) => `${text.trimEnd()} <!-- nobody reads this -->\n`,
  'a word has a letter that nobody sees': withLine(/\w{4}/u, (line) =>
    line.replace(/(\w\w)(\w\w)/u, '$1\u00ad$2'),
  ),
  'a word has a letter of another script': withLine(/\b\w*[aeo]\w\w/u, (line) =>
    line.replace(/[aeo]/u, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter),
  ),
  'the order is another': (text) => text.replace(/^order: (\d+)$/mu, 'order: 9$1'),
  'the lines above the text says more': (text) =>
    text.replace(/^title: /mu, 'over: [Votes]\nentrenched: true\nx-own: 3\ntitle: '),
  'the lines above the text is written otherwise': (text) =>
    text.replace(/^order: (\d+)$/mu, 'order: $1 # as before'),
  'the front matter has another order': (text) => text.replace(/^(title: .*)\n(order: .*)$/mu, '$2\n$1'),
  'a part deep in the front matter is another': (text) =>
    text.replace(/^title: /mu, 'x-own: { deep: [1, { far: 2, list: [a, b] }] }\ntitle: '),
  'rows are reversed': (text) =>
    text.replace(
      /(^\|[ :|-]+\|\n)((?:^\|.*\|\n)+)/mu,
      (_, head: string, rows: string) => `${head}${rows.trimEnd().split('\n').toReversed().join('\n')}\n`,
    ),
  'columns are swapped': (text) => text.replace(/^\|([^|\n]*)\|([^|\n]*)\|(?=.*\n\|[ :|-]+\|$)/mu, '|$2|$1|'),
  'a table stands in a comment': (text) => text.replace(/(?:^\|.*\|\n)+/mu, (table) => `<!--\n${table}-->\n`),
  'a value stands in a fence': withLive(
    'value',
    ({ whole, words }) => `${words}\n\n\`\`\`\n${whole}\n\`\`\`\n`,
  ),
  'a value stands in a reference': (text, at) => {
    const made = withLive('value', ({ words }) => `[${words}][hidden]`)(text, at);
    const live = pick(liveIn(text, 'value'), at);
    return made === null || live === null ? null : `${made.trimEnd()}\n\n[hidden]: #value:${live.name}\n`;
  },
  'a blank is one that doesn’t break': withLive('list', ({ whole }) => `${whole}\u00a0`),
  'there is a blank line more at the end': (text) => `${text}\n`,
  'the last line doesn’t end': (text) => text.trimEnd(),
  'a mark of its encoding comes before it': (text) => `\ufeff${text}`,
  'an item looks the same': (text) =>
    text.replace(/^([-*] [^\n]*?)a/mu, '$1\u0251').replace(/^([-*] \S+) /mu, '$1\u00a0'),
  'its status is another': (text) => text.replace(/^title: /mu, 'status: inactive\ntitle: '),
};

export const OF_CODE: Readonly<Record<string, Spoil>> = {
  'a number is another': (text, at) => {
    const all = [...text.matchAll(/(?<![\w'"`.$])\d+(?![\w'"`.])/gu)];
    const found = pick(all, at);
    return found === null ? null : `${text.slice(0, found.index)}1${text.slice(found.index)}`;
  },
  'a text is another': (text) => text.replace(/'([a-z-]{3,})'(?=[,)\]])/u, "'$1-x'"),
  'a text has one more space': (text) => text.replace(/'([A-Za-z]+) ([a-z]+)/u, "'$1  $2"),
  'a name has a letter of another script': (text) => text.replaceAll(/\bactor\b/gu, '\u0430ctor'),
  'code stands far to the right': (text) => text.replace(/;\n/u, `;${' '.repeat(3_000)}globalThis.x = 1;\n`),
  'code stands far below': (text) => `${text}${'\n'.repeat(3_000)}export const y = 1;\n`,
  'a comment turns its direction': (text) =>
    text.replace(/\n/u, ' /* \u202e } \u2066if (isAdmin)\u2069 \u2066 begin */\n'),
  'a text has a letter that nobody sees': (text) => text.replace(/'([a-z])([a-z]+)'/u, "'$1\u200b$2'"),
  'code stands behind tabs': (text) => text.replace(/;\n/u, `;${'\t'.repeat(500)}globalThis.x = 1;\n`),
  'a comment is closed early': (text) => text.replace(/\n/u, '\n/* nothing */ export const z = 1; /* */\n'),
  'a line ends where no editor shows it': (text) =>
    text.replace(/\n/u, '\n// a remark\u2028export const z = 1;\n'),
  'a text has a lookalike': (text) => text.replace(/'([a-z]*)e([a-z]+)'/u, "'$1\u0435$2'"),
  'code stands behind many short pieces': (text) =>
    text.replace(/;\n/u, `;${`${' '.repeat(39)}/**/`.repeat(20)}globalThis.x = 1;\n`),
  'code stands behind a long comment': (text) =>
    text.replace(/;\n/u, `; /* ${'as before '.repeat(90)}*/ globalThis.x = 1;\n`),
  'code stands below many short remarks': (text) =>
    `${text}${`${'\n'.repeat(39)}// a`.repeat(4)}\nexport const y = 1;\n`,
  'there is another comment': (text) => `// Nothing is different.\n${text}`,
  'a function is done in another order': (text) =>
    text.replace(/(\n {4,}[^\n{}]+;)(\n {4,}[^\n{}]+;)/u, '$2$1'),
  'a condition is the opposite': (text) => text.replace(/if \(([^()]*)\)/u, 'if (!($1))'),
};

/** What a reader gets to see of a comment, by the parser that reads it: without its tags, of which one breaks a line. */
export function asSeen(markdown: string): string {
  const tree = remark().use(remarkGfm).parse(markdown);
  const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return toString(tree)
    .replaceAll('<br>', '\n')
    .replaceAll(/<\/?(?:p|ins|del|details|summary)>/gu, '')
    .replaceAll(/&(?:lt|gt|amp);/gu, (entity) => entities[entity] ?? entity)
    .replaceAll('\u200b', '');
}
