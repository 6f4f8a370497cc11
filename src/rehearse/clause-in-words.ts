import { headCalled } from '../kernel/called.ts';
import type { ActionDescription, ModelDescription } from '../kernel/describe-model.ts';
import type { RuleEntry, Terms } from '../kernel/manifest.ts';
import { capitalised } from '../kernel/sentence.ts';
import { toKebab } from '../kernel/names.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { spelled } from '../decide/naming.ts';
import { EffectReader, type Effects } from './lint/read-effects.ts';

interface Rules {
  readonly model: ModelDescription;
  readonly terms: Terms;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Describes the definitions of a clause, a line each: `Buy: any Trader, at any time; asks a ware and a number from 1
 * to 5 (amount); costs coins; changes stock and traded`. The code is read, not run.
 */
export function clauseInWords(rule: RuleEntry, rules: Rules): readonly string[] {
  return clausesInWords(rules)(rule);
}

/** Does the same for one rule after another, reading each file only once. */
export function clausesInWords(rules: Rules): (rule: RuleEntry) => readonly string[] {
  const reader = new EffectReader(rules.files);
  const known = knownIn(rules.model);
  return ({ path, clause }) =>
    clause === null ? [] : linesOf(path, rules, (part, id) => sayEffects(reader.of(clause, part, id), known));
}

function linesOf(
  path: string,
  { model, terms }: Rules,
  does: (part: string, id: string) => readonly string[],
): readonly string[] {
  const own = <T extends { readonly rule: string }>(all: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(all).filter(([, { rule }]) => rule === path);
  return [
    ...tracked(path, model),
    ...own(model.actions).map(([id, action]) => sayAction(id, action, terms, does('actions', id))),
    ...own(model.times).map(([id, { title }]) =>
      [`${title ?? named(id)}: at its time, with nobody’s help`, ...does('times', id)].join('; '),
    ),
    ...own(model.submissions).map(
      ([id, { title, open, with: sealed }]) =>
        `${title ?? named(id)}: sent sealed${asks({ ...open, ...sealed }, terms)}`,
    ),
    ...own(model.kinds).map(
      ([id, { title, votable }]) =>
        `${title ?? named(id)}: a kind of ${votable ? 'matter that is voted on' : 'post'}`,
    ),
    ...listed(
      'Says',
      own(model.views).map(([id, { title }]) => title ?? spelled(id)),
    ),
    ...listed('Has a say in', asked(model.hooks, path)),
    ...listed('Does something when it hears', asked(model.events, path)),
  ];
}

function asked(all: Readonly<Record<string, readonly string[]>>, path: string): readonly string[] {
  return Object.entries(all).flatMap(([id, rules]) => (rules.includes(path) ? [spelled(id)] : []));
}

function listed(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${what}: ${inARow(names)}`];
}

function tracked(path: string, model: ModelDescription): readonly string[] {
  const scopes = [
    ...Object.entries(model.fields),
    ...Object.entries(model.collections).map(([id, { fields }]) => [id, fields] as const),
  ];
  return scopes.flatMap(([scope, fields]) => {
    const names = Object.entries(fields).filter(([, { rule }]) => rule === path);
    if (names.length === 0) return [];
    const said = names.map(([id, { type }]) => spelled(type.title ?? id).toLowerCase());
    return [`Keeps ${inARow(said)} of ${scope === 'player' ? 'each player' : `the ${spelled(scope)}`}`];
  });
}

const OFTEN: Readonly<Record<string, string>> = {
  daily: 'once a day',
  weekly: 'once a week',
  'daily-communal': 'once a day for all together',
  'weekly-communal': 'once a week for all together',
};

function sayAction(
  id: string,
  { title, by, with: params, frequency, private: isPrivate }: ActionDescription,
  terms: Terms,
  effects: readonly string[],
): string {
  const who = by.map((role) => roleNamed(role, terms)).join(' or ');
  const often = frequency === null ? 'at any time' : (OFTEN[frequency] ?? spelled(frequency));
  const where = isPrivate ? ', done on the private side' : '';
  return [`${title ?? named(id)}: ${who}, ${often}${where}${asks(params, terms)}`, ...effects].join('; ');
}

function roleNamed(role: string, terms: Terms): string {
  if (role === 'player') return `any ${terms.player}`;
  if (role === 'emperor') return headCalled(terms);
  return role === 'admin' ? 'any Admin' : role;
}

function asks(params: Readonly<Record<string, ValueType>>, terms: Terms): string {
  const said = Object.entries(params).map(([name, type]) => sayParam(spelled(toKebab(name)), type, terms));
  return said.length === 0 ? '' : `; asks ${inARow(said)}`;
}

/** Describes a parameter: `a number from 1 to 5 (amount)`, `a ware`. */
function sayParam(name: string, type: ValueType, terms: Terms): string {
  const called = (what: string, word = what.split(' ').at(-1)): string =>
    [name, `${name}s`].includes(word?.toLowerCase() ?? '') ? what : `${what} (${name})`;
  switch (type.kind) {
    case 'optional':
      return `${sayParam(name, type.of, terms)} if wanted`;
    case 'integer': {
      const { min = 0, max } = type;
      const least = min === null ? '' : ` from ${min}`;
      return called(`a number${least}${max === undefined ? '' : `${least === '' ? ' up' : ''} to ${max}`}`);
    }
    case 'boolean':
      return called('yes or no');
    case 'player':
      return called(
        type.who === 'anybody'
          ? 'anybody'
          : type.another === true
            ? `another ${terms.player}`
            : withArticle(terms.player),
      );
    case 'text':
      return called(type.picture === true ? 'a picture' : 'words');
    case 'time':
      return called('a time');
    case 'post':
      return called('a post');
    case 'list':
      return `several ${name}`;
    case 'choice':
      return withArticle(name);
    case 'thing':
      return called(`one of the ${spelled(toKebab(type.collection))}`);
    default:
      return name;
  }
}

/** The text shows nothing of code that is computed elsewhere. */
const UNTOLD = 'what it changes can’t be told from its text';

function sayEffects(effects: Effects | null, known: ReadonlyMap<string, string>): readonly string[] {
  if (effects === null) return [UNTOLD];
  const names = (all: ReadonlySet<string>): readonly string[] => [
    ...new Set([...all].flatMap((name) => known.get(toKebab(name)) ?? [])),
  ];
  const [costs, writes] = [names(effects.costs), names(effects.writes)];
  const posts = [...effects.posts].map((kind) =>
    kind === 'post' ? 'a post' : `a post of the kind ${spelled(kind)}`,
  );
  const said = [
    ...(costs.length === 0 ? [] : [`costs ${inARow(costs)}`]),
    ...(effects.rolls ? ['rolls or draws'] : []),
    ...(writes.length === 0 ? [] : [`changes ${inARow(writes)}`]),
    ...(effects.amends ? ['changes the ruleset'] : []),
    ...(posts.length === 0 ? [] : [`makes ${inARow(posts)}`]),
    ...(effects.asks.size === 0
      ? []
      : [`goes by what rules say of ${inARow([...effects.asks].map(spelled))}`]),
  ];
  return said.length === 0 ? [UNTOLD] : said;
}

/** Everything that the rules keep track of, by id, under the name that people know. */
function knownIn({ fields, collections }: ModelDescription): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const add = (of: Readonly<Record<string, { readonly type: ValueType }>>): void => {
    for (const [id, { type }] of Object.entries(of)) known.set(id, spelled(type.title ?? id).toLowerCase());
  };
  for (const of of Object.values(fields)) add(of);
  for (const [id, { title, fields: of }] of Object.entries(collections)) {
    add(of);
    known.set(id, (title ?? spelled(id)).toLowerCase());
  }
  return known;
}

function named(id: string): string {
  return capitalised(spelled(id));
}

function withArticle(name: string): string {
  return `${/^[aeiou]/iu.test(name) ? 'an' : 'a'} ${name}`;
}

function inARow(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
