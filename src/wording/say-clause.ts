import { headCalled } from '../kernel/roles.ts';
import type { ActionDescription, ModelDescription } from '../kernel/describe-model.ts';
import type { Terms } from '../kernel/manifest.ts';
import { toKebab } from '../kernel/names.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { IN_ENGLISH, type Say, type Wording } from '../language/wording.ts';
import { inWords, spelled } from './naming.ts';

interface Rules {
  readonly model: ModelDescription;
  readonly terms: Terms;
  /** English by default. */
  readonly wording?: Wording;
}

interface Called {
  readonly terms: Terms;
  readonly say: Say;
}

/** The definitions of a rule's clause, a line each. `does` may add what the code of an action or a time changes. */
export function clauseLines(
  path: string,
  { model, terms, wording: { say } = IN_ENGLISH }: Rules,
  does: (part: string, id: string) => readonly string[] = () => [],
): readonly string[] {
  const own = <T extends { readonly rule: string }>(all: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(all).filter(([, { rule }]) => rule === path);
  const called = { terms, say };
  const listed = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${what}: ${withAnd(names, say)}`];
  return [
    ...tracked(path, model, say),
    ...own(model.actions).map(([id, action]) => sayAction(id, action, called, does('actions', id))),
    ...own(model.times).map(([id, { title }]) =>
      [say`${title ?? inWords(id)}: by itself, when its time comes`, ...does('times', id)].join('; '),
    ),
    ...own(model.submissions).map(
      ([id, { title, open, with: sealed }]) =>
        `${say`${title ?? inWords(id)}: sent sealed`}${asks({ ...open, ...sealed }, called)}`,
    ),
    ...own(model.kinds).map(([id, { title, votable }]) =>
      votable ? say`${title ?? inWords(id)}: can be voted on` : say`${title ?? inWords(id)}: can be posted`,
    ),
    ...listed(
      say`Says`,
      own(model.views).flatMap(([, { title }]) => title ?? []),
    ),
    ...listed(
      say`Decides`,
      asked(model.hooks, path).map((id) => DECIDES[id]?.(say) ?? spelled(id)),
    ),
    ...listed(say`Acts on`, asked(model.events, path).map(spelled)),
  ];
}

/** The questions that every game asks its rules. */
const DECIDES: Readonly<Record<string, (say: Say) => string>> = {
  'not-a-player': (say) => say`who plays`,
  'not-in-role': (say) => say`who may do what`,
  'may-act': (say) => say`which actions are allowed`,
  'may-post': (say) => say`who may post`,
  'may-vote': (say) => say`who may vote`,
  'votes-in': (say) => say`what counts as a vote`,
  tally: (say) => say`how votes are counted`,
  needed: (say) => say`how many votes are needed`,
  'may-alter': (say) => say`who may edit a post`,
  'may-remove': (say) => say`who may remove a post`,
  'may-enact': (say) => say`what passes`,
  'may-fail': (say) => say`what fails`,
  'resolution-order': (say) => say`which vote is decided first`,
  'unnamed-rule': (say) => say`the title of a rule without one`,
};

function asked(all: Readonly<Record<string, readonly string[]>>, path: string): readonly string[] {
  return Object.entries(all).flatMap(([id, rules]) => (rules.includes(path) ? [id] : []));
}

function tracked(path: string, model: ModelDescription, say: Say): readonly string[] {
  const scopes = [
    ...Object.entries(model.fields),
    ...Object.entries(model.collections).map(([id, { fields }]) => [id, fields] as const),
  ];
  return scopes.flatMap(([scope, fields]) => {
    const names = Object.entries(fields).filter(
      ([, { rule, type }]) => rule === path && type.shown !== false,
    );
    if (names.length === 0) return [];
    const said = withAnd(
      names.map(([id, { type }]) => spelled(type.title ?? id).toLowerCase()),
      say,
    );
    return [
      scope === 'player' ? say`Keeps ${said} for each player` : say`Keeps ${said} for the ${spelled(scope)}`,
    ];
  });
}

/** How often an action may be taken. */
export function sayOften(frequency: string | null, say: Say): string {
  switch (frequency) {
    case null:
      return say`at any time`;
    case 'daily':
      return say`once a day`;
    case 'weekly':
      return say`once a week`;
    case 'daily-communal':
      return say`once a day for all together`;
    case 'weekly-communal':
      return say`once a week for all together`;
    default:
      return spelled(frequency);
  }
}

function sayAction(
  id: string,
  { title, by, with: params, frequency, private: isPrivate }: ActionDescription,
  called: Called,
  effects: readonly string[],
): string {
  const { say } = called;
  const who = by.map((role) => roleNamed(role, called)).reduce((one, next) => say`${one} or ${next}`);
  const often = sayOften(frequency, say);
  const where = isPrivate ? say`, done in private` : '';
  return [`${title ?? inWords(id)}: ${who}, ${often}${where}${asks(params, called)}`, ...effects].join('; ');
}

function roleNamed(role: string, { terms, say }: Called): string {
  if (role === 'player') return say`any ${terms.player}`;
  if (role === 'emperor') return headCalled(terms);
  if (role === 'admin') return say`any admin`;
  return role === 'anybody' ? say`anybody` : role;
}

function asks(params: Readonly<Record<string, ValueType>>, called: Called): string {
  const { say } = called;
  const said = Object.entries(params).map(([name, type]) => sayParam(nameOf(name, type), type, called));
  return said.length === 0 ? '' : `; ${say`asks ${withAnd(said, say)}`}`;
}

/** A list is named by its title, since nothing else says what it contains. */
const nameOf = (name: string, type: ValueType): string =>
  (type.kind === 'list' ? type.title : null) ?? spelled(toKebab(name));

/** Describes a parameter: `a number from 1 to 5 (amount)`, `a ware`. */
function sayParam(name: string, type: ValueType, words: Called): string {
  const { terms, say } = words;
  const called = (what: string): string =>
    [name, `${name}s`].includes(what.split(' ').at(-1)?.toLowerCase() ?? '') ? what : `${what} (${name})`;
  switch (type.kind) {
    case 'optional':
      return say`${sayParam(name, type.of, words)} if wanted`;
    case 'integer':
      return called(sayNumber(type, say));
    case 'boolean':
      return called(say`yes or no`);
    case 'player':
      return called(
        type.who === 'anybody'
          ? say`anybody`
          : type.another === true
            ? say`another ${terms.player}`
            : withArticle(terms.player, say),
      );
    case 'text':
      return called(type.picture === true ? say`a picture` : say`words`);
    case 'time':
      return called(say`a time`);
    case 'post':
      return called(say`a post`);
    case 'list':
      return say`several ${name}`;
    case 'choice':
      return withArticle(name, say);
    case 'thing':
      return called(say`one of the ${spelled(toKebab(type.collection))}`);
    default:
      return name;
  }
}

function sayNumber({ min = 0, max }: Extract<ValueType, { kind: 'integer' }>, say: Say): string {
  if (max === undefined) return min === null ? say`a number` : say`a number from ${min}`;
  return min === null ? say`a number up to ${max}` : say`a number from ${min} to ${max}`;
}

function withArticle(name: string, say: Say): string {
  return /^[aeiou]/iu.test(name) ? say`an ${name}` : say`a ${name}`;
}

export function withAnd(names: readonly string[], say: Say): string {
  return names.length < 2 ? names.join('') : say`${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
