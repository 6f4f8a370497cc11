/**
 * Formulas in cells, such as `half of their Points, rounded up` or `Points < most Points and voted for`. The syntax resembles FEEL, with
 * spaces in names. They are compiled to JavaScript expressions with exact arithmetic, and nothing is evaluated here.
 */
import { nearest } from '../kernel/names.ts';
import { readQuantity } from '../kernel/number-words.ts';
import type { Rounding } from '../rules/rows/exact.ts';
import { CellError, cellWords } from './cell.ts';
import { AGGREGATES, OF_TWO, CALLS, COMPARISONS, DICE, FILLERS, roundingIn, SAME } from './formula-words.ts';
import { noBareShare, noDice, noRange } from './no-dice.ts';
import { isHere, meaningOf, type Meaning } from './meanings.ts';
import { numberOfToken, SIGNS, formulaTokens, type FormulaToken } from './tokens.ts';
import { BUILT_IN, peopleAt, type RowScene } from './scene.ts';
import type { NameKind } from './vocabulary.ts';

export interface Code {
  /** An expression in `e`, the moment. */
  readonly js: string;
  readonly kind: NameKind;
  /** The possible words. */
  readonly options?: readonly string[];
}

/** Deeper than anybody nests brackets. */
const DEEPEST = 30;

/** True if a sum may be a fraction, and no word says how it is rounded. */
export function mayBeFraction(js: string): boolean {
  return !js.startsWith('rows.whole(') && /divided|fraction|average/u.test(js);
}

export function readFormula(text: string, scene: RowScene, wanted?: NameKind): Code {
  // Where somebody is wanted, “its author” is no condition.
  const same = wanted === 'person' ? [] : SAME;
  const { sum, rounded } = roundingIn(
    same.reduce((said, [of, meant]) => said.replaceAll(of, meant), cellWords(text)),
  );
  noDice(sum);
  const read = new Parser(sum, scene).whole();
  const code = rounded === null ? read : { ...read, js: `rows.whole(${read.js}, "${rounded}")` };
  const is = `“${text.trim()}” is a ${read.kind}`;
  if (rounded !== null && read.kind !== 'number' && read.kind !== 'other')
    throw new CellError(`${is}, which can’t be rounded.`, 'a number or a sum', '3');
  if (wanted === undefined || code.kind === wanted || code.kind === 'other') return code;
  const [expected, example] =
    wanted === 'number'
      ? ['a number or a sum', '3, 2d6, or half of Points']
      : ['something that is so or not', 'Points < 10, or voted for'];
  throw new CellError(`${is}, and should be a ${wanted}.`, expected, example);
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
    if (!this.#take('else', 'otherwise', ', else', ', otherwise')) this.#fail('After “then …” comes “else”.');
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
    while (words.some((word) => this.#take(word, `, ${word}`))) {
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
    return { js: `!(${code.js})`, kind: 'yes or no' };
  }

  #comparison(): Code {
    const one = this.#identity() ?? this.#sum();
    if (this.#take('is between', 'between', 'are between')) {
      const low = this.#sum();
      if (!this.#take('and')) this.#fail('After “between …” comes “and”.');
      const high = this.#sum();
      const js = `(rows.compare(${one.js}, ${low.js}) >= 0 && rows.compare(${one.js}, ${high.js}) <= 0)`;
      return { js, kind: 'yes or no' };
    }
    if (this.#take('is a multiple of', 'are a multiple of', 'is divisible by', 'are divisible by'))
      return { js: `rows.compare(rows.remainder(${one.js}, ${this.#sum().js}), 0) === 0`, kind: 'yes or no' };
    const said = this.#comparisonSign();
    if (said === null) return one.kind === 'person' && this.#rest() !== '' ? this.#about(one.js) : one;
    const other = this.#option(one) ?? this.#sum();
    noBareShare(one.js, other.js);
    const sign =
      said !== '=' ? said : this.#take('or more') ? '>=' : this.#take('or less', 'or fewer') ? '<=' : '=';
    if (sign === '=' || sign === '!=')
      return { js: `${sign === '=' ? '' : '!'}rows.same(${one.js}, ${other.js})`, kind: 'yes or no' };
    this.#need(one, 'number');
    this.#need(other, 'number');
    return { js: `rows.compare(${one.js}, ${other.js}) ${sign} 0`, kind: 'yes or no' };
  }

  /** `is the Monarch`, `is not its author`: whether the person at hand is that one. */
  #identity(): Code | null {
    const start = this.#at;
    const isNot = this.#take('is not', 'are not');
    if (isNot || this.#take('is', 'are')) {
      const who = this.#longest() ?? (this.#take('the', 'a', 'an') ? this.#longest() : null);
      const js = who?.kind === 'person' ? `rows.same(${this.#subject}.it, ${who.js})` : who?.js;
      if (who?.kind === 'person' || (who?.kind === 'yes or no' && isNot))
        return { js: isNot ? `!(${js ?? ''})` : (js ?? ''), kind: 'yes or no' };
    }
    this.#at = start;
    return null;
  }

  /** `its author voted for it`: whether something is so of that person. */
  #about(person: string): Code {
    const code = this.#within(`rows.about(${this.#subject}, ${person})`, () => this.#negation());
    this.#need(code, 'yes or no');
    return { js: `(${person} !== null && ${code.js})`, kind: 'yes or no' };
  }

  /** Reads something for another moment. */
  #within(subject: string, read: () => Code): Code {
    const before = this.#subject;
    this.#subject = subject;
    const code = read();
    this.#subject = before;
    return code;
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
    const calls = { '*': 'times', '/': 'divided', times: 'times', mod: 'remainder', modulo: 'remainder' };
    return this.#chained(calls, () => this.#power());
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
      if (call === 'minus') noRange(code.js, next.js);
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
        this.#share() ??
        this.#literal() ??
        this.#possessive() ??
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
    if (this.#takeSign('+')) return this.#power();
    if (!this.#takeSign('(')) return null;
    const code = this.#choice();
    const rounded = this.#takeRounding();
    if (!this.#takeSign(')')) this.#fail('A bracket is not closed.');
    return rounded === null ? code : { ...code, js: `rows.whole(${code.js}, "${rounded}")` };
  }

  #takeRounding(): Rounding | null {
    const said = { up: 'rounded up', down: 'rounded down', nearest: 'to the nearest' };
    const ways = Object.entries(said) as [Rounding, string][];
    return ways.find(([, words]) => this.#take(words, `, ${words}`))?.[0] ?? null;
  }

  /** `two thirds of players`, `10% of Coins`, `more than half of the votes` */
  #share(): Code | null {
    const start = this.#at;
    const isMajority = this.#take('a simple majority of', 'a majority of', 'majority of');
    const isMore = isMajority || this.#take('more than');
    const share = isMajority ? 'rows.fraction(1n, 2n)' : this.#takeShare();
    if (share === null || !(isMajority || this.#take('of'))) {
      this.#at = start;
      return null;
    }
    const js = `rows.times(${share}, ${this.#power().js})`;
    return { js: isMore ? `rows.plus(rows.whole(${js}, "down"), 1)` : js, kind: 'number' };
  }

  #takeShare(): string | null {
    for (let length = 3; length > 0; length--) {
      const words = this.#tokens.slice(this.#at, this.#at + length).map(({ text }) => text);
      const { share = null, plus } = (words.length === length && readQuantity(words.join(' '))) || {};
      if (share === null || plus !== 0) continue;
      this.#at += length;
      return `rows.fraction(${share.over}n, ${share.under}n)`;
    }
    return null;
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
    const [count = '', sides = ''] = text.split(/d/iu);
    if (Number(count || '1') < 1 || Number(sides) < 2) this.#fail(`“${text}” is no die.`);
    const how = Object.entries(DICE).flatMap(([words, option]) => (this.#take(words) ? [option] : []));
    const options = how.length === 0 ? '' : `, { ${how.join(', ')} }`;
    return { js: `rows.roll(${this.#subject}, ${count || '1'}, ${sides}${options})`, kind: 'number' };
  }

  #function(): Code | null {
    const callIn = (calls: Readonly<Record<string, readonly string[]>>): string | undefined =>
      Object.entries(calls).find(([, words]) => this.#take(...words))?.[0];
    const aggregate = callIn(AGGREGATES);
    if (aggregate !== undefined) return this.#aggregate(aggregate);
    const call = callIn(CALLS);
    if (call !== undefined) {
      const one = this.#operand();
      this.#need(one, 'number');
      return { js: `rows.${call.replace('$', one.js)}`, kind: 'number' };
    }
    if (this.#take('yes', 'always')) return { js: 'true', kind: 'yes or no' };
    if (this.#take('no', 'never')) return { js: 'false', kind: 'yes or no' };
    if (this.#take('nobody')) return { js: 'null', kind: 'person' };
    const bound = callIn(OF_TWO);
    return bound === undefined ? null : this.#bound(bound);
  }

  /** `most Points` asks about every player. */
  #aggregate(call: string): Code {
    const of = this.#within('one', () => this.#operand());
    this.#need(of, 'number');
    return { js: `rows.${call}(${this.#subject}, (one) => ${of.js})`, kind: 'number' };
  }

  /** `players who (Coins < 3)` counts them. */
  #number(): Code | null {
    if (!this.#take('players who', 'players with')) return null;
    while (this.#take('are')) continue;
    const isNot = this.#take('not');
    const of = this.#within('one', () => this.#operand());
    this.#need(of, 'yes or no');
    const js = isNot ? `!(${of.js})` : of.js;
    return { js: `rows.those(${this.#subject}, (one) => ${js}).length`, kind: 'number' };
  }

  /** `max(Red, Blue)` */
  #bound(call: string): Code {
    const isOpen = this.#takeSign('(');
    if (!isOpen && !this.#take('of')) this.#fail('After “max” come numbers in brackets.');
    const parts: string[] = [];
    do parts.push(isOpen ? this.#choice().js : this.#sum().js);
    while (this.#takeSign(',') || this.#take('and'));
    if (isOpen && !this.#takeSign(')')) this.#fail('A bracket is not closed.');
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
  #longest(person?: string): Code | null {
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
      return this.#ofSomebody(code, person);
    }
    return null;
  }

  /** `its author's Points` */
  #possessive(): Code | null {
    const start = this.#at;
    this.#take('the');
    const found = peopleAt(this.#scene, this.#subject).find(([words]) => this.#take(`${words}'s`));
    const value = found && this.#longest(found[1]);
    if (!value) this.#at = start;
    return value ?? null;
  }

  /** `Points of its author` reads another person's value. */
  #ofSomebody({ js, kind, options, name }: Meaning, known?: string): Code {
    const start = this.#at;
    if (name?.of === 'player' && (known !== undefined || this.#take('of'))) {
      const whose =
        known ??
        peopleAt(this.#scene, this.#subject).find(([words]) => this.#take(words, `the ${words}`))?.[1];
      const none = kind === 'number' ? '0' : kind === 'yes or no' ? 'false' : 'null';
      if (whose !== undefined)
        return { js: `(${whose} === null ? ${none} : ${js(whose)})`, kind, ...(options && { options }) };
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

  /** Takes the first of these phrases that comes next. */
  #take(...phrases: readonly string[]): boolean {
    for (const phrase of phrases) {
      const wanted = phrase.split(' ');
      const isThere = wanted.every((word, at) => {
        const { kind, text } = this.#tokens[this.#at + at] ?? {};
        return (kind === 'word' || word === ',') && text?.toLowerCase() === word;
      });
      if (!isThere) continue;
      this.#at += wanted.length;
      return true;
    }
    return false;
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
