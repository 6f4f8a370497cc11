/**
 * Text that people don't see or mistake for other text. The kinds of characters follow Unicode's UTS 39 (mixed scripts, lookalikes), UAX
 * 9 (direction) and UAX 44 (ignorable by default).
 */
export interface HiddenText {
  readonly kind: HiddenKind;
  readonly line: number;
  /** The word, name or value concerned, with invisible characters made visible. */
  readonly what: string;
  readonly inside?: string;
}

export type HiddenKind =
  /** Changes the direction in which the line is read. */
  | 'turned'
  | 'unseen'
  | 'scripts'
  | 'lookalike'
  /** Text so far to the right or below that nobody looks there. */
  | 'far'
  | 'struck'
  | 'footnote'
  | 'html'
  | 'picture';

/**
 * Letters that look like others, in both cases: a capital Η looks like H, but a small η like no Latin letter. Some are Latin themselves,
 * such as small capitals, but hardly any alphabet has them. Each is above the letter that it resembles.
 */
const OTHERS =
  'аеорсухіјѕԁһкмтнвԛԝɡɑıαορυνικχτγАВЕКМНОРСТУХІЈЅԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ01|ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢȷƖƽǀǃꞁ' +
  'ӏӀѵѴѡүҮԌϲϳϹօսհցզոյՕՍՏԼჿⲟⲣⲥⲭⲕⲞⲢⲤⲦⲬⲘⲚⲎⲂⲔⲨⲒᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏂᏏᏒᏔᏚᏙᏕᏞᏟᏢᏦᏧᏴꮯꮪꮩꮃꮓꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ';
const LATIN =
  'aeopcyxijsdhkmthbqwgaiaopuvikxtyABEKMHOPCTYXIJSQWABEZHIKMNOPTYXollabcdeghijklmnoprstuvwyzjlsl!l' +
  'llvVwyYGcjCouhgqnjOUSLoopcxkOPCTXMNHBKYIDRTiyAJEWMHYGZhbRWSVSLCPKdBcsvwzBPDTGKJCZFMNLSRVHWXYAEIOU';
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Array.from(OTHERS, (letter, at) => [letter, LATIN[at] ?? letter]),
);

const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// These three take 50 ms to compile, so each is made when it is first used.
/** Control characters, separators that end a line in code but in no editor, and ignorable characters. */
const unseen = (): RegExp =>
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Zl}\p{Zp}\u2800\ufff9-\ufffc\u{13430}-\u{13440}]--[\t\n\r]]/gv;
const inEmoji = (): RegExp => /\p{RGI_Emoji}|\p{Emoji}[\ufe0e\ufe0f]/gv;
/** Some scripts need joiners between letters. */
const joined = (): RegExp =>
  /(?<=[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]])[\u200c\u200d](?=[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]])/gv;
/** In a terminal, a carriage return without a line feed overwrites the text before it. */
const RETURN = /\r(?!\n)/gu;

/** Replaces invisible characters by their numbers: `a\u202eb` → `a⟨U+202E⟩b` */
export function visible(text: string): string {
  return text.replaceAll(unseen(), numbered).replaceAll(RETURN, numbered);
}

/** Two different texts as they are, or with the numbers of their special letters if they look the same: `Café` and `Cafe⟨U+0301⟩`. */
export function distinguished(one: string, other: string): readonly [string, string] {
  const folded = (text: string): string =>
    Array.from(text.normalize('NFKC'), (letter) => LOOKALIKES.get(letter) ?? letter).join('');
  const numbers = (text: string): string => text.replaceAll(/[^\t\n\r\x20-\x7e]/gu, numbered);
  return one !== other && folded(one) === folded(other) ? [numbers(one), numbers(other)] : [one, other];
}

function numbered(letter: string): string {
  return `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Finds characters that hide something in a rule's text, a clause or a value. */
export function hiddenIn(text: string, isCode: boolean): readonly HiddenText[] {
  const found: HiddenText[] = [];
  let [blank, wasBlank] = [0, false];
  const isTurkish = !isCode || /[ğşçöüəİ]/iu.test(text);
  const letters = text.match(/\p{L}/gu) ?? [];
  const isLatin =
    isCode || letters.filter((letter) => /\p{scx=Latin}/u.test(letter)).length * 2 > letters.length;
  for (const [index, line] of text
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u)
    .entries()) {
    const add = (kind: HiddenKind, what: string): void => {
      found.push({ kind, line: index + 1, what: quote(visible(what).trim()) });
    };
    const isBlank = line.trim() === '';
    const isFarBelow = !isBlank && blank >= MOST_BLANK_LINES;
    // Blank lines one below the other add up, whatever little stands between them.
    if (isBlank && wasBlank) blank += 1;
    if (isFarBelow) blank = 0;
    wasBlank = isBlank;
    if (isFarBelow || isFarOut(line, isCode)) add('far', line.trim().replace(/^.*\s{9}/u, ''));
    else if (isCode && line.length > MOST_COLUMNS) add('far', line.slice(MOST_COLUMNS));
    if (!/[^\t\x20-\x7e]/u.test(line)) continue;
    const own = isCode ? line : line.replaceAll(inEmoji(), '').replaceAll(joined(), '');
    if (TURNS.test(line)) add('turned', line);
    if (own.replaceAll(new RegExp(TURNS, 'gu'), '') !== visible(own.replaceAll(new RegExp(TURNS, 'gu'), '')))
      add('unseen', line);
    for (const [word] of line.matchAll(/[\p{L}\p{M}\p{N}_$]+/gu)) {
      if (!/[^\x20-\x7e]/u.test(word)) continue;
      if (isMixed(word)) add('scripts', word);
      else if (isLatin && isLikeLatin(word, isTurkish)) add('lookalike', word);
    }
    if (isCode) for (const name of [...namesWith(line), ...withOddSigns(line)]) add('scripts', name);
  }
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

const MOST_SHOWN = 120;

/** Quotes a part of a long line around the first invisible character. */
function quote(line: string): string {
  const from = Math.max(0, line.indexOf('⟨U+') - MOST_SHOWN / 2);
  return line.slice(from, from + MOST_SHOWN).replace(/⟨[^⟩]*$/u, '');
}

const MOST_BLANK_LINES = 39;
/** Anything further to the right in a line of code is far, whatever stands before it. */
const MOST_COLUMNS = 400;

function isFarOut(line: string, isCode: boolean): boolean {
  // Rows of tables are padded with blanks, and pages collapse blanks in a text.
  if (!isCode) return /\s{400}\S/u.test(line);
  return /^\s{120,}\S|\S\s{40,}\S/u.test(line);
}

/** Names in code with a character that no keyboard has: `𝐚`, `ａ`. */
function namesWith(line: string): readonly string[] {
  return [...line.matchAll(/[\p{ID_Continue}$\u200c\u200d]+/gu)].flatMap(([name]) =>
    name.normalize('NFKC') === name || visible(name) !== name ? [] : [name],
  );
}

/**
 * Signs within words of code, and blanks at their edges, that look like others: `may‐vote` with a hyphen that is no minus, `a＝b`.
 * Those left out look like no sign of a keyboard.
 */
function withOddSigns(line: string): readonly string[] {
  const odd =
    /(?<![\w$])[\w$]*(?:(?<=[a-z_$])[[\p{P}\p{Sm}\p{Sk}\p{Lm}]--[\x20-\x7e’‘“”«»–—…·→←↔×÷±≥≤≠≈]]|(?<=[a-z_$'"`])[\p{Zs}--[ ]](?=[a-z_$'"`]))[\w$]+/giv;
  return [...line.matchAll(odd)].map(([words]) => words.replaceAll(/\p{Zs}/gu, numbered));
}

/** The scripts in use today (UAX 31). Scripts that are written together count as one. */
const SCRIPTS: readonly RegExp[] = [
  /[\p{scx=Latin}]/v,
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]/v,
  ...'Cyrillic Greek Armenian Hebrew Arabic Georgian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Ethiopic Khmer Cherokee Coptic Lisu'
    .split(' ')
    .map((script) => new RegExp(`\\p{scx=${script}}`, 'v')),
];
const EAST_ASIAN = 1;

function isMixed(word: string): boolean {
  const letters = Array.from(word).filter(
    (letter) => /\p{L}/u.test(letter) && !/\p{sc=Common}/u.test(letter),
  );
  const fits = (scripts: readonly RegExp[]): boolean =>
    letters.every((letter) => scripts.some((script) => script.test(letter)));
  if (SCRIPTS.some((script) => fits([script]))) return false;
  const [latin, eastAsian] = [SCRIPTS[0], SCRIPTS[EAST_ASIAN]];
  return latin !== undefined && eastAsian !== undefined && !fits([latin, eastAsian]);
}

/** True for a word that looks like one in plain Latin letters: `раусе`, `ɑctor`, `oᴡl`. In Turkish, a dotless i is a letter. */
function isLikeLatin(word: string, isTurkish: boolean): boolean {
  const letters = Array.from(word.normalize('NFKD')).filter((letter) => /\p{L}/u.test(letter));
  const odd = letters.filter((letter) => !/[a-z]/iu.test(letter));
  return odd.every((letter) => LOOKALIKES.has(letter)) && odd.some((letter) => letter !== 'ı' || !isTurkish);
}
