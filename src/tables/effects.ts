import { nearest } from '../kernel/names.ts';
import type { Effect } from '../rules/rows/row.ts';
import { CellError, cellWords } from './cell.ts';
import { mayBeFraction, readFormula } from './formula.ts';
import { isPartOfOne } from './no-dice.ts';
import { roundingIn } from './formula-words.ts';
import { readWho, type Who } from './people.ts';
import { objectOf } from './row-code.ts';
import type { RowScene } from './scene.ts';
import { closest, isOrAre, type Name } from './vocabulary.ts';

/** A part of a row's effect, as the source of an `Effect`, and the sentence about it for readers. */
export interface EffectCode {
  readonly js: string;
  readonly notes: readonly string[];
  readonly raises?: readonly string[];
}

type Part = Exclude<keyof Effect, 'least' | 'most'>;

/** Parts are separated by semicolons, or by `and` before something else: `3 Coins; wins`. */
export function readEffects(text: string, scene: RowScene, who: Who): readonly EffectCode[] {
  return cellWords(text)
    .split(/\s*;\s*|,? and (?=(?:loses?|gets?|gains?|gives|takes|wins|ends|the game|its? author) )/iu)
    .map((part) => readEffect(part, scene, who));
}

function readEffect(text: string, scene: RowScene, who: Who): EffectCode {
  const { sum: part, rounded } = roundingIn(text);
  const lower = part.toLowerCase();
  if (/^wins?(?: the game)?$/u.test(lower)) return { js: '{ does: "win" }', notes: [] };
  if (/^(?:(?:the|their) turn ends|ends (?:the|their) turn)$/u.test(lower))
    return { js: '{ does: "end-turn" }', notes: [] };
  noChoice(part);
  const request = requestIn(part, scene, who);
  if (request !== null) return request;
  const gift = giftIn(part, scene) ?? { words: part };
  const other = otherOwner(gift.words, scene);
  const owner = gift.to ?? other?.who ?? null;
  const of = OF[(owner ?? who).of];
  const words = other?.words ?? gift.words;
  const made =
    switching(words, scene, of) ??
    setting(words, scene, of) ??
    atRandom(words, scene, of) ??
    change(words, scene, of);
  const to = made.who ?? owner;
  if (made.name.of === 'player' && (to ?? who).of !== 'people') throw whose(made.name);
  if (gift.from !== undefined && (made.name.of !== 'player' || made.how === 'to'))
    throw new CellError(
      `Nobody can give “${part}”.`,
      'a number that each player has',
      'gives 2 Coins to its author',
    );
  const { name, among, how } = made;
  const js = made.js === 'e.it' && owner !== null ? `(${owner.js}).at(-1) ?? null` : made.js;
  const parts: Partial<Record<Part | 'least' | 'most', string | undefined>> = {
    of: OWNERS[name.of],
    who: to === null || name.of !== 'player' ? undefined : `(e) => ${to.js}`,
    from: gift.from,
    name: among === undefined ? JSON.stringify(name.id) : undefined,
    among: among && JSON.stringify(among),
    [how]: `(e) => ${js}`,
    rounded: rounded === null ? undefined : JSON.stringify(rounded),
    isShared: (to ?? who).isShared ? 'true' : undefined,
    least: name.least === undefined ? undefined : String(name.least),
    most: name.most === undefined ? undefined : String(name.most),
  };
  const isLower = made.isLoss === true || js === 'rows.whole(0, "down")';
  const notes = how === 'to' ? [] : tellChange(made, rounded, who.isShared);
  return {
    js: objectOf(parts),
    notes: gift.from === undefined ? notes : [...notes, 'nobody gives more than they have'],
    raises: isLower ? [] : (among ?? [name.id]),
  };
}

/** A cell has one effect, whose conditions stand elsewhere. */
function noChoice(part: string): void {
  const lower = part.toLowerCase();
  if (
    /^if .* (?:then|else|otherwise) (?:gets?|gains?|loses?|gives?|takes?|steals?|wins?|ends?)\b/u.test(lower)
  )
    throw new CellError(
      'A cell can’t choose between two effects.',
      'one effect whose amount is chosen, or two rows under “When”, each with its “if”',
      'if Points > 9 then 5 else 2 Coins',
    );
  if (/^(?!if |.*(?:=|becomes|is now|set to) if ).+ (?:if|when|unless) /u.test(lower))
    throw new CellError(
      `“${part}” has a condition, which can’t stand here.`,
      'the condition in a column “if” or “only if”, or an amount that is chosen',
      'if Points > 9 then 5 else 0 Coins',
    );
}

/** What a clause does to somebody: `suffers`, or `the victim suffers`. */
function requestIn(text: string, scene: RowScene, who: Who): EffectCode | null {
  const words = text.split(' ');
  const from = words.findIndex((_, at) => scene.words.request(words.slice(at).join(' ')) !== null);
  if (from < 0 || (from === 0 && who.of !== 'people')) return null;
  const asks = `asks: "${scene.words.request(words.slice(from).join(' ')) ?? ''}"`;
  if (from === 0) return { js: `{ ${asks} }`, notes: [] };
  return { js: `{ who: (e) => ${readWho(words.slice(0, from).join(' '), scene).js}, ${asks} }`, notes: [] };
}

const OF = { people: 'player', game: 'game', proposal: 'post' } as const;
const OWNERS = { player: undefined, game: '"game"', post: '"matter"' };

/** `gives 2 Coins to its author`, `takes 2 Coins from another` */
function giftIn(
  text: string,
  scene: RowScene,
): { readonly words: string; readonly to?: Who; readonly from?: string } | null {
  const [, verb = '', words = '', other = ''] =
    /^(gives?|pays?|takes?|steals?) (.+) (?:to|from) (.+)$/iu.exec(text) ?? [];
  if (verb === '') return null;
  const who = readWho(other, scene);
  return /^[gp]/iu.test(verb)
    ? { words, to: who, from: '(e) => [e.it]' }
    : { words, from: `(e) => ${who.js}` };
}

/** `the chosen player loses 2 Coins` affects other people than the rest of the row. */
function otherOwner(text: string, scene: RowScene): { readonly words: string; readonly who: Who } | null {
  const [, person = '', switched = ''] =
    /^(.+?) (?:gets?|gains?|loses?) /iu.exec(text) ??
    /^(.+?) (?:becomes?|is)(?: no longer| not)?(?: an?| the)? (.+)$/iu.exec(text) ??
    [];
  const isKnown =
    switched === '' ||
    scene.words.find(switched).some(({ kind }) => kind === 'yes or no' || kind === 'person');
  if (person === '' || !isKnown) return null;
  return { words: text.slice(person.length).trim(), who: readWho(person, scene) };
}

interface Made {
  readonly name: Name;
  readonly how: 'to' | 'by';
  readonly js: string;
  readonly isFraction?: boolean;
  readonly isLoss?: boolean;
  readonly among?: readonly string[];
  /** Whose it is, if the cell says so. */
  readonly who?: Who;
}

/** `becomes Stinky`, `is no longer Stinky`; `becomes the Monarch` */
function switching(text: string, scene: RowScene, of: Name['of']): Made | null {
  const [, not, title = ''] = /^(?:is|becomes?) (no longer |not )?(.+)$/iu.exec(text) ?? [];
  const name = named(title.replace(/^(?:an?|the) /iu, ''), scene, of);
  if (name?.kind === 'person' && name.of === 'game' && of === 'player' && not === undefined)
    return { name, how: 'to', js: 'e.it' };
  return name?.kind === 'yes or no' ? { name, how: 'to', js: String(not === undefined) } : null;
}

/** `3 of Red, Blue or Yellow at random` */
function atRandom(text: string, scene: RowScene, of: Name['of']): Made | null {
  const [, amount = '', titles = ''] = /^(.+?) of (.+) at random$/iu.exec(text) ?? [];
  if (titles === '') return null;
  const names = titles.split(/\s*,\s*(?:or )?|\s+or\s+/u).map((title) => nameIn(title, scene, of));
  const [name] = names;
  return name === undefined
    ? null
    : { ...change(`${amount} ${name.title}`, scene, of), among: names.map(({ id }) => id) };
}

/** `Row = 0`, `Final phase becomes yes` */
function setting(text: string, scene: RowScene, of: Name['of']): Made | null {
  // Such an amount contains a comparison: `if Points = 3 then 2 else 1 Coins`.
  if (/^if /iu.test(text)) return null;
  const [, title = '', formula = ''] = /^(.+?) *(?:=| becomes | is now | is set to )(.+)$/iu.exec(text) ?? [];
  if (title === '') return null;
  const [, after, name1, before, name2] = /^(.+)'s (.+)$|^(.+) of (.+)$/iu.exec(title) ?? [];
  if (named(title, scene, of) === null && (name1 ?? before) !== undefined) {
    const who = readWho(after ?? name2 ?? '', scene);
    const made = setting(`${name1 ?? before ?? ''} = ${formula}`, scene, OF[who.of]);
    return made === null ? null : { ...made, who };
  }
  const name = nameIn(title, scene, of);
  const option = name.options?.find((one) => one.toLowerCase() === formula.trim().toLowerCase());
  const js =
    option === undefined
      ? readFormula(formula, { ...scene, options: name.options }, name.kind).js
      : JSON.stringify(option);
  wholeOnly(js, text, name);
  return { name, how: 'to', js: name.kind === 'number' ? `rows.whole(${js}, "down")` : js };
}

/** `3 Coins`, `loses 1d6 Coins`, `as many Points as votes for`, `2 Corn per Field` */
function change(text: string, scene: RowScene, of: Name['of']): Made {
  const [, verb = ''] = /^(gets?|gains?|loses?) /iu.exec(text) ?? [];
  const [words = '', each] = text
    .slice(verb.length)
    .trim()
    .split(/ (?:per|for (?:each|every)) /iu);
  const [, many = '', as = ''] = /^as (?:many|much) (.+?) as (.+)$/iu.exec(words) ?? [];
  const [name, amount] = many === '' ? endsIn(words, scene, of) : [nameIn(many, scene, of), as];
  const one = readFormula(amountOf(amount, name.title), scene, 'number').js;
  if (each === undefined) wholeOnly(one, text, name);
  const js =
    each === undefined ? one : `rows.times(${one}, ${readFormula(counted(each), scene, 'number').js})`;
  const isLoss = verb.toLowerCase().startsWith('lose');
  return {
    name,
    how: 'by',
    js: isLoss ? `rows.minus(0, ${js})` : js,
    isFraction: mayBeFraction(js),
    isLoss: isLoss || js.includes('-1'),
  };
}

export function wholeOnly(js: string, text: string, { title }: Pick<Name, 'title'>): void {
  if (isPartOfOne(js))
    throw new CellError(
      `“${text}” is not a whole number, and ${title} ${isOrAre(title)} counted in whole numbers.`,
      `a whole number, or a share of something, such as half of their ${title}`,
      `1 ${title}`,
    );
}

/** `half of their` Coins is half of Coins, `all` Coins is Coins, and `a` Coin is 1. */
export function amountOf(text: string, title: string): string {
  if (/^an?$/iu.test(text)) return '1';
  const [, share] = /^(?:all(?: of)?|(.*\bof|half))(?: the| their| its)*$/iu.exec(text) ?? [null, null];
  return share === null ? text : `${share ?? ''} ${title}`;
}

/** `vote for` → `votes for`, in “1 Point for each vote for” */
function counted(text: string): string {
  return text.replace(/^(?:other )?(vote|player|proposal|rule|comment)\b/iu, '$1s');
}

/** The variable comes last: `1d6 Blood Mana`. */
function endsIn(text: string, scene: RowScene, of: Name['of']): readonly [Name, string] {
  const words = text.split(' ');
  for (let at = Math.max(1, words.length - scene.words.longest); at < words.length; at++) {
    const found = named(words.slice(at).join(' '), scene, of);
    if (found !== null) return [found, words.slice(0, at).join(' ')];
  }
  throw unknown(words.at(-1) ?? text, scene, of);
}

function nameIn(title: string, scene: RowScene, of: Name['of']): Name {
  const found = named(title.replace(/^(?:the|their|its) /iu, ''), scene, of);
  if (found === null) throw unknown(title, scene, of);
  return found;
}

function named(title: string, scene: RowScene, of: Name['of']): Name | null {
  const names = scene.words.find(title).filter(({ isWorth }) => !isWorth);
  return names.find((name) => name.of === of) ?? names[0] ?? null;
}

function unknown(title: string, scene: RowScene, of: Name['of']): CellError {
  const all = scene.words.names
    .filter(({ kind, isWorth }) => kind === 'number' && !isWorth)
    .toSorted((one, other) => Number(other.of === of) - Number(one.of === of));
  const meant = nearest(
    title,
    all.map((one) => one.title),
  );
  // People don't know the names of clauses.
  const titles = all.flatMap((one) => (one.title === meant || one.isOfClause !== true ? one.title : []));
  const known = closest(title, titles).join(', ');
  return new CellError(
    `No rule defines “${title}”.`,
    titles.length === 0
      ? 'a variable, which a table “Each player has” defines'
      : `an amount and a variable (${known})`,
    `3 ${closest(title, titles)[0] ?? 'Coins'}`,
  );
}

function whose({ title }: Name): CellError {
  return new CellError(
    `Whose ${title}? The row isn’t about a player.`,
    'a variable of the game',
    'Round bonus = 0',
  );
}

function tellChange(
  { isFraction, isLoss, name }: Made,
  rounded: string | null,
  isShared: boolean,
): readonly string[] {
  const notes: string[] = [];
  if (isFraction === true || isShared)
    notes.push(rounded === 'nearest' ? 'rounded to the nearest' : `rounded ${rounded ?? 'down'}`);
  if (isLoss === true && name.least !== null) notes.push(`a loss stops at the minimum of ${name.title}`);
  return notes;
}
