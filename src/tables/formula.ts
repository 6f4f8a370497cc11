/**
 * Formulas in cells, such as `half of their Points, rounded up` or `Points < most Points and voted for`. The syntax resembles FEEL, with
 * spaces in names. They are compiled to JavaScript expressions with exact arithmetic, and nothing is evaluated here.
 */
import { nearest } from '../kernel/names.ts';
import type { Rounding } from '../rules/rows/exact.ts';
import { CellError, cellWords } from './cell.ts';
import { isHere, meaningOf, type Meaning } from './meanings.ts';
import { numberOfToken, SIGNS, formulaTokens, type FormulaToken } from './tokens.ts';
import { BUILT_IN, PEOPLE, type RowScene } from './scene.ts';
import type { NameKind } from './vocabulary.ts';

export interface Code {
  /** An expression in `e`, the moment. */
  readonly js: string;
  readonly kind: NameKind;
  /** The possible words. */
  readonly options?: readonly string[];
}

/** The words of comparisons: `is at least`, `are not`, `more than`. */
const COMPARISONS: readonly (readonly [words: string, sign: string])[] = [
  ...['is', 'are', ''].flatMap((verb) =>
    (
      [
        ['at least', '>='],
        ['at most', '<='],
        ['more than', '>'],
        ['less than', '<'],
        ['fewer than', '<'],
      ] as const
    ).map(([words, sign]) => [`${verb} ${words}`.trim(), sign] as const),
  ),
  ['is not', '!='],
  ['are not', '!='],
  ['is', '='],
  ['are', '='],
];

const AGGREGATES: readonly (readonly [word: string, call: string])[] = [
  ['most', 'most'],
  ['highest', 'most'],
  ['greatest', 'most'],
  ['fewest', 'fewest'],
  ['least', 'fewest'],
  ['lowest', 'fewest'],
  ['smallest', 'fewest'],
  ['total', 'total'],
  ['sum of', 'total'],
  ['average', 'average'],
  ['rank in', 'rank'],
];

/** Filler words without a meaning. */
const FILLERS: ReadonlySet<string> = new Set([
  'the',
  'their',
  'its',
  'his',
  'her',
  'they',
  'it',
  'has',
  'have',
  'of',
  'is',
  'are',
]);

/** Deeper than anybody nests brackets. */
const DEEPEST = 30;

/** `Coins / 2, rounded up` → the sum, and how it is rounded; null if no word says so. */
export function roundingIn(text: string): { readonly sum: string; readonly rounded: Rounding | null } {
  const [end, way = 'nearest'] = /,? *(?:rounded (up|down)|(?:rounded )?to the nearest)$/iu.exec(text) ?? [];
  return end === undefined
    ? { sum: text, rounded: null }
    : { sum: text.slice(0, -end.length).trim(), rounded: way.toLowerCase() as Rounding };
}

/** True if a sum may be a fraction, and no word says how it is rounded. */
export function mayBeFraction(js: string): boolean {
  return !js.startsWith('rows.whole(') && /divided|fraction|average/u.test(js);
}

export function readFormula(text: string, scene: RowScene, wanted?: NameKind): Code {
  const { sum, rounded } = roundingIn(cellWords(text));
  const read = new Parser(sum, scene).whole();
  const code = rounded === null ? read : { ...read, js: `rows.whole(${read.js}, "${rounded}")` };
  if (rounded !== null && read.kind !== 'number' && read.kind !== 'other')
    throw new CellError(
      `“${text.trim()}” is a ${read.kind}, which can’t be rounded.`,
      'a number or a sum',
      '3',
    );
  if (wanted !== undefined && code.kind !== wanted && code.kind !== 'other')
    throw new CellError(
      `“${text.trim()}” is a ${code.kind}, and should be a ${wanted}.`,
      wanted === 'number' ? 'a number or a sum' : 'something that is so or not',
      wanted === 'number' ? '3, 2d6, or half of Points' : 'Points < 10, or voted for',
    );
  return code;
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly FormulaToken[];
  readonly #scene: RowScene;
  #at = 0;
  #depth = 0;
  /** The moment for which names are read: `e`, or the moment of each player inside `most …`. */
  #subject = 'e';

  constructor(text: string, scene: RowScene) {
    this.#text = text;
    this.#tokens = formulaTokens(text);
    this.#scene = scene;
  }

  whole(): Code {
    if (this.#tokens.length === 0) throw new CellError('Nothing stands here.', 'a formula', 'Points + 1');
    const code = this.#choice();
    const rest = this.#rest();
    if (rest !== '') this.#fail(`“${rest}” is left over in “${this.#text}”.`);
    return code;
  }

  #choice(): Code {
    if (!this.#take('if')) return this.#either();
    const test = this.#either();
    this.#need(test, 'yes or no');
    if (!this.#take('then')) this.#fail('After “if …” comes “then”.');
    const one = this.#choice();
    if (!this.#take('else') && !this.#take('otherwise')) this.#fail('After “then …” comes “else”.');
    const other = this.#choice();
    return { js: `(${test.js} ? ${one.js} : ${other.js})`, kind: one.kind };
  }

  #either(): Code {
    return this.#joined(['or'], '||', () => this.#all());
  }

  #all(): Code {
    return this.#joined(['and', 'but'], '&&', () => this.#negation());
  }

  #joined(words: readonly string[], sign: string, part: () => Code): Code {
    let code = part();
    while (words.some((word) => this.#take(word))) {
      this.#need(code, 'yes or no');
      const next = part();
      this.#need(next, 'yes or no');
      code = { js: `(${code.js} ${sign} ${next.js})`, kind: 'yes or no' };
    }
    return code;
  }

  #negation(): Code {
    if (!this.#take('not')) return this.#comparison();
    const code = this.#negation();
    this.#need(code, 'yes or no');
    return { js: `!${code.js}`, kind: 'yes or no' };
  }

  #comparison(): Code {
    const one = this.#sum();
    if (this.#take('is between') || this.#take('between') || this.#take('are between')) {
      const low = this.#sum();
      if (!this.#take('and')) this.#fail('After “between …” comes “and”.');
      const high = this.#sum();
      const js = `(rows.compare(${one.js}, ${low.js}) >= 0 && rows.compare(${one.js}, ${high.js}) <= 0)`;
      return { js, kind: 'yes or no' };
    }
    const sign = this.#comparisonSign();
    if (sign === null) return one;
    const other = this.#option(one) ?? this.#sum();
    if (sign === '=' || sign === '!=')
      return { js: `${sign === '=' ? '' : '!'}rows.same(${one.js}, ${other.js})`, kind: 'yes or no' };
    this.#need(one, 'number');
    this.#need(other, 'number');
    return { js: `rows.compare(${one.js}, ${other.js}) ${sign} 0`, kind: 'yes or no' };
  }

  #comparisonSign(): string | null {
    const { kind, text = '' } = this.#tokens[this.#at] ?? {};
    if (kind === 'sign' && /^(?:<=|>=|!=|[≤≥≠=<>])$/u.test(text)) {
      this.#at++;
      return SIGNS[text] ?? text;
    }
    return COMPARISONS.find(([words]) => this.#take(words))?.[1] ?? null;
  }

  /** In `State is …`, the other side is one of the variable's words. */
  #option({ options }: Code): Code | null {
    const found = options?.find((option) => this.#take(option.toLowerCase()));
    return found === undefined ? null : { js: JSON.stringify(found), kind: 'word' };
  }

  #sum(): Code {
    return this.#chained({ '+': 'plus', '-': 'minus' }, () => this.#product());
  }

  #product(): Code {
    return this.#chained({ '*': 'times', '/': 'divided', times: 'times' }, () => this.#power());
  }

  #chained(calls: Readonly<Record<string, string>>, part: () => Code): Code {
    let code = part();
    for (;;) {
      const { text = '' } = this.#tokens[this.#at] ?? {};
      const call = calls[SIGNS[text] ?? text];
      if (call === undefined) return code;
      this.#at++;
      this.#need(code, 'number');
      const next = part();
      this.#need(next, 'number');
      code = { js: `rows.${call}(${code.js}, ${next.js})`, kind: 'number' };
    }
  }

  #power(): Code {
    const base = this.#operand();
    if (!this.#takeSign('^') && !this.#take('to the power of')) return base;
    return { js: `rows.power(${base.js}, ${this.#power().js})`, kind: 'number' };
  }

  #operand(): Code {
    if (this.#depth++ > DEEPEST) this.#fail('There are too many brackets within brackets.');
    try {
      return (
        this.#signed() ??
        this.#number() ??
        this.#literal() ??
        this.#longest() ??
        this.#function() ??
        this.#named()
      );
    } finally {
      this.#depth--;
    }
  }

  #signed(): Code | null {
    if (this.#takeSign('-')) {
      const code = this.#power();
      return { js: `rows.times(${code.js}, -1)`, kind: 'number' };
    }
    if (!this.#takeSign('(')) return null;
    const code = this.#choice();
    if (!this.#takeSign(')')) this.#fail('A bracket is not closed.');
    return code;
  }

  #literal(): Code | null {
    const token = this.#tokens[this.#at];
    if (token === undefined) return null;
    if (token.kind === 'dice') return this.#dice(token.text);
    if (token.kind === 'text') {
      this.#at++;
      return { js: JSON.stringify(token.text.slice(1, -1)), kind: 'word' };
    }
    if (token.kind !== 'number') return null;
    this.#at++;
    return { js: numberOfToken(token.text), kind: 'number' };
  }

  /** `3d12 without the lowest`, `2d6, again on 6` */
  #dice(text: string): Code {
    this.#at++;
    const [count = '', sides = ''] = text.split('d');
    const how: string[] = [];
    for (const [words, end] of [
      ['without the lowest', 'lowest'],
      ['without the highest', 'highest'],
    ] as const)
      if (this.#take(words)) how.push(`${end}: 1`);
    if (this.#take('again on the highest face')) how.push('again: true');
    const options = how.length === 0 ? '' : `, { ${how.join(', ')} }`;
    return { js: `rows.roll(${this.#subject}, ${count || '1'}, ${sides}${options})`, kind: 'number' };
  }

  #function(): Code | null {
    const aggregate = AGGREGATES.find(([word]) => this.#take(word));
    if (aggregate !== undefined) return this.#aggregate(aggregate[1]);
    if (this.#take('half of') || this.#take('half')) return this.#call((one) => `rows.divided(${one}, 2)`);
    if (this.#take('square root of')) return this.#call((one) => `rows.root(${one})`);
    for (const [words, call] of [
      ['yes', 'true'],
      ['no', 'false'],
    ] as const)
      if (this.#take(words)) return { js: call, kind: 'yes or no' };
    if (this.#take('nobody')) return { js: 'null', kind: 'person' };
    const bound = ['max', 'min', 'the larger', 'the smaller'].find((word) => this.#take(word));
    return bound === undefined
      ? null
      : this.#bound(bound === 'max' || bound === 'the larger' ? 'largest' : 'least');
  }

  #call(js: (one: string) => string): Code {
    const one = this.#operand();
    this.#need(one, 'number');
    return { js: js(one.js), kind: 'number' };
  }

  /** `most Points` asks about every player. */
  #aggregate(call: string): Code {
    const before = this.#subject;
    this.#subject = 'one';
    const of = this.#operand();
    this.#subject = before;
    this.#need(of, 'number');
    return { js: `rows.${call}(${before}, (one) => ${of.js})`, kind: 'number' };
  }

  /** `players who (Coins < 3)` counts them. */
  #number(): Code | null {
    if (!this.#take('players who') && !this.#take('players with')) return null;
    const before = this.#subject;
    this.#subject = 'one';
    while (this.#take('are')) continue;
    const isNot = this.#take('not');
    const of = this.#operand();
    this.#subject = before;
    this.#need(of, 'yes or no');
    return { js: `rows.those(${before}, (one) => ${isNot ? '!' : ''}${of.js}).length`, kind: 'number' };
  }

  /** `max(Red, Blue)` */
  #bound(call: string): Code {
    if (!this.#takeSign('(')) this.#fail('After “max” come numbers in brackets.');
    const parts: string[] = [];
    do parts.push(this.#choice().js);
    while (this.#takeSign(','));
    if (!this.#takeSign(')')) this.#fail('A bracket is not closed.');
    return { js: `rows.${call}([${parts.join(', ')}])`, kind: 'number' };
  }

  #named(): Code {
    const start = this.#at;
    while (FILLERS.has(this.#tokens[this.#at]?.text.toLowerCase() ?? '')) {
      this.#at++;
      const found = this.#longest();
      if (found !== null) return found;
    }
    if (this.#at > start) {
      const nested = this.#tokens[this.#at];
      if (nested?.kind !== 'word') return this.#operand();
      const call = this.#literal() ?? this.#function();
      if (call !== null) return call;
    }
    return this.#unknown();
  }

  /** The longest sequence of words from here that has a meaning. */
  #longest(): Code | null {
    for (let length = 8; length > 0; length--) {
      const tokens = this.#tokens.slice(this.#at, this.#at + length);
      if (
        tokens.length < length ||
        tokens.some(({ kind }, at) => kind !== 'word' && !(at > 0 && kind === 'number'))
      )
        continue;
      const words = tokens.map(({ text }) => text).join(' ');
      const code = meaningOf(words, this.#subject, this.#scene);
      if (code === null) continue;
      this.#at += length;
      return this.#ofSomebody(code);
    }
    return null;
  }

  /** `Points of its author` reads another person's value. */
  #ofSomebody({ js, kind, options, name }: Meaning): Code {
    const start = this.#at;
    if (name?.of === 'player' && this.#take('of')) {
      for (const { says, js: person, needs } of PEOPLE) {
        if (needs !== undefined && !this.#scene.has.has(needs)) continue;
        if (says.some((words) => this.#take(words))) return { js: js(person(this.#subject)), kind };
      }
      const chosen = Object.entries(this.#scene.chosen).find(
        ([words, one]) => one.kind === 'person' && (this.#take(words) || this.#take(`the ${words}`)),
      );
      if (chosen !== undefined)
        return { js: js(`${this.#subject}.chosen[${JSON.stringify(chosen[1].id)}]`), kind };
      this.#at = start;
    }
    if (name !== undefined && !isHere(name.of, this.#subject, this.#scene))
      this.#fail(
        name.of === 'post'
          ? `“${name.title}” belongs to a proposal, but there is none here.`
          : `Whose ${name.title}? This row is not about one player.`,
      );
    return { js: js(), kind, ...(options && { options }) };
  }

  #unknown(): never {
    const words: string[] = [];
    for (let at = this.#at; this.#tokens[at]?.kind === 'word' && words.length < 4; at++)
      words.push(this.#tokens[at]?.text ?? '');
    const said = words.join(' ') || (this.#rest() === '' ? 'the end' : this.#rest());
    const known = [
      ...this.#scene.words.names.map(({ title }) => title),
      ...Object.keys(this.#scene.chosen),
      ...BUILT_IN.flatMap(({ says }) => says),
    ];
    const near = words.length === 0 ? null : (nearest(words[0] ?? '', known) ?? nearest(said, known));
    throw new CellError(
      `Nothing is called “${said}”${near === null ? '.' : `; did you mean “${near}”?`}`,
      'a number, a name that a rule defines, or one of the words of formulas',
      'Points, players, votes for, 2d6',
      true,
    );
  }

  #need({ kind }: Code, wanted: NameKind): void {
    if (kind !== wanted && kind !== 'other')
      this.#fail(`In “${this.#text}” a ${wanted} is needed, not a ${kind}.`);
  }

  #takeSign(sign: string): boolean {
    const { kind, text } = this.#tokens[this.#at] ?? {};
    if (kind !== 'sign' || text !== sign) return false;
    this.#at++;
    return true;
  }

  /** Takes these words if they come next. */
  #take(words: string): boolean {
    const wanted = words.split(' ');
    const isThere = wanted.every((word, at) => {
      const { kind, text } = this.#tokens[this.#at + at] ?? {};
      return kind === 'word' && text?.toLowerCase() === word;
    });
    if (isThere) this.#at += wanted.length;
    return isThere;
  }

  #rest(): string {
    return this.#tokens
      .slice(this.#at)
      .map(({ text }) => text)
      .join(' ');
  }

  #fail(message: string): never {
    throw new CellError(message, 'a formula', '2 × Points + 1, or Points < most Points');
  }
}
