import type { Effect } from '../rules/rows/row.ts';
import { CellError, cellWords } from './cell.ts';
import { mayBeFraction, readFormula, roundingIn } from './formula.ts';
import { readWho, type Who } from './people.ts';
import type { RowScene } from './scene.ts';
import type { Name } from './vocabulary.ts';

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
    .split(/\s*;\s*|,? and (?=(?:loses?|gets?|gains?|wins|ends|the game|its? author) )/iu)
    .map((part) => readEffect(part, scene, who));
}

function readEffect(text: string, scene: RowScene, who: Who): EffectCode {
  const { sum: part, rounded } = roundingIn(text);
  const lower = part.toLowerCase();
  if (/^wins?$/u.test(lower)) return { js: '{ does: "win" }', notes: [] };
  if (/^(?:the turn ends|ends the turn|ends their turn)$/u.test(lower))
    return { js: '{ does: "end-turn" }', notes: [] };
  const request = requestIn(part, scene, who);
  if (request !== null) return request;
  const other = otherOwner(part, scene);
  const { words, owner, of } = other ?? { words: part, owner: null, of: OF[who.of] };
  const made = setting(words, scene, of) ?? atRandom(words, scene, of) ?? change(words, scene, of);
  if (made.name.of === 'player' && owner === null && who.of !== 'people') throw whose(made.name);
  const parts: Partial<Record<Part | 'least' | 'most', string | null>> = {
    of: owner ?? (OF[who.of] === 'player' && made.name.of === 'player' ? null : ownerOf(made.name)),
    name: made.among === undefined ? JSON.stringify(made.name.id) : null,
    among: made.among === undefined ? null : JSON.stringify(made.among),
    [made.how]: `(e) => ${made.js}`,
    rounded: rounded === null ? null : JSON.stringify(rounded),
    isShared: who.isShared ? 'true' : null,
    least: made.name.least === undefined ? null : String(made.name.least),
    most: made.name.most === undefined ? null : String(made.name.most),
  };
  const isLower = made.isLoss === true || made.js === 'rows.whole(0, "down")';
  const notes = made.how === 'to' ? [] : tellChange(made, rounded, who.isShared);
  return {
    js: `{ ${Object.entries(parts)
      .flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`]))
      .join(', ')} }`,
    notes,
    raises: isLower ? [] : (made.among ?? [made.name.id]),
  };
}

/** What a clause does to somebody: `suffers`, or `the victim suffers`. */
function requestIn(text: string, scene: RowScene, who: Who): EffectCode | null {
  const words = text.split(' ');
  const from = words.findIndex((_, at) => scene.words.request(words.slice(at).join(' ')) !== null);
  if (from < 0 || (from === 0 && who.of !== 'people')) return null;
  const asks = `asks: "${scene.words.request(words.slice(from).join(' ')) ?? ''}"`;
  return {
    js: from === 0 ? `{ ${asks} }` : `{ of: ${oneOwner(words.slice(0, from).join(' '), scene)}, ${asks} }`,
    notes: [],
  };
}

const OF = { people: 'player', game: 'game', proposal: 'post' } as const;

function ownerOf({ of }: Name): string | null {
  return of === 'game' ? '"game"' : of === 'post' ? '"matter"' : null;
}

/** `the chosen player loses 2 Coins` affects another person than the rest of the row. */
function otherOwner(
  text: string,
  scene: RowScene,
): { readonly words: string; readonly owner: string; readonly of: Name['of'] } | null {
  const found = /^(.+?) (?:gets?|gains?|loses?)(?= )/iu.exec(text);
  if (found === null) return null;
  const verb = text.slice(found[1]?.length).trim();
  return { words: verb, owner: oneOwner(found[1] ?? '', scene), of: 'player' };
}

function oneOwner(text: string, scene: RowScene): string {
  const { js, of } = readWho(text, scene);
  const one = /^\[(.*)\]$/u.exec(js)?.[1];
  if (of !== 'people' || one === undefined)
    throw new CellError(
      `“${text}” is not one player.`,
      'one player, such as its author',
      'its author loses 2 Coins',
    );
  return `(e) => ${one}`;
}

interface Made {
  readonly name: Name;
  readonly how: 'to' | 'by';
  readonly js: string;
  readonly isFraction?: boolean;
  readonly isLoss?: boolean;
  readonly among?: readonly string[];
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
  const name = nameIn(title, scene, of);
  const option = name.options?.find((one) => one.toLowerCase() === formula.trim().toLowerCase());
  const js = option === undefined ? readFormula(formula, scene, name.kind).js : JSON.stringify(option);
  return { name, how: 'to', js: name.kind === 'number' ? `rows.whole(${js}, "down")` : js };
}

/** `3 Coins`, `loses 1d6 Coins`, `as many Points as votes for` */
function change(text: string, scene: RowScene, of: Name['of']): Made {
  const [, verb = ''] = /^(gets?|gains?|loses?) /iu.exec(text) ?? [];
  const words = text.slice(verb.length).trim();
  const [, many = '', as = ''] = /^as many (.+?) as (.+)$/iu.exec(words) ?? [];
  const [name, amount] = many === '' ? endsIn(words, scene, of) : [nameIn(many, scene, of), as];
  const code = readFormula(amount, scene, 'number');
  const isLoss = verb.toLowerCase().startsWith('lose');
  const js = isLoss ? `rows.minus(0, ${code.js})` : code.js;
  return {
    name,
    how: 'by',
    js,
    isFraction: mayBeFraction(js),
    isLoss: isLoss || js.includes('-1'),
  };
}

/** The variable comes last: `1d6 Blood Mana`. */
function endsIn(text: string, scene: RowScene, of: Name['of']): readonly [Name, string] {
  const words = text.split(' ');
  for (let at = Math.max(1, words.length - scene.words.longest); at < words.length; at++) {
    const found = named(words.slice(at).join(' '), scene, of);
    if (found !== null) return [found, words.slice(0, at).join(' ')];
  }
  throw unknown(words.at(-1) ?? text, scene);
}

function nameIn(title: string, scene: RowScene, of: Name['of']): Name {
  const found = named(title.replace(/^(?:the|their|its) /iu, ''), scene, of);
  if (found === null) throw unknown(title, scene);
  return found;
}

function named(title: string, scene: RowScene, of: Name['of']): Name | null {
  const names = scene.words.find(title).filter(({ isWorth }) => !isWorth);
  return names.find((name) => name.of === of) ?? names[0] ?? null;
}

function unknown(title: string, scene: RowScene): CellError {
  const titles = scene.words.names.flatMap(({ title, kind }) => (kind === 'number' ? [title] : []));
  const known = titles.slice(0, 12).join(', ');
  return new CellError(
    `No rule defines “${title}”.`,
    titles.length === 0
      ? 'a variable, which a table “Each player has” defines'
      : `an amount and a variable (${known})`,
    `3 ${titles[0] ?? 'Coins'}`,
    true,
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
