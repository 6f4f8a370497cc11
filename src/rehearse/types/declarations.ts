import type { ModelDescription } from '../../kernel/describe-model.ts';
import { toCamel } from '../../kernel/names.ts';
import { declare } from '../../kernel/kinds/index.ts';
import { thingName } from '../../kernel/kinds/references.ts';
import type { ValueType } from '../../kernel/value-types.ts';

type Fields = Readonly<Record<string, { readonly type: ValueType }>>;

/**
 * Declares everything that the rules of a ruleset define, so that the compiler knows `actor.oil` and `rooms` and
 * reports a misspelt name at its line.
 */
export function declarationsOf(model: ModelDescription, files: ReadonlyMap<string, string>): string {
  const asks = exported('Asks', files);
  const tells = exported('Tells', files);
  const scope = (name: string, fields: Fields | undefined): string =>
    `  interface ${name} {${membersOf(fields ?? {})}}\n`;
  const things = Object.entries(model.collections);
  return [
    '// Made from the rules by `gitnomic lint types`; not to be edited.\n',
    "import type { Person, Post, Thing } from 'gitnomic/rules';\n",
    ...[...asks, ...tells].map(
      ([name, is, path]) => `import type { ${is} as ${name} } from './ruleset/${path}';\n`,
    ),
    '\n',
    "declare module 'gitnomic/rules' {\n",
    scope('PlayerVariables', model.fields['player']),
    scope('GameVariables', model.fields['game']),
    scope('DynastyVariables', model.fields['dynasty']),
    scope('EmperorVariables', model.fields['emperor']),
    scope('PostVariables', model.fields['post']),
    ...things.map(
      ([id, { fields }]) => `  interface ${thingName(id)} extends Thing {${membersOf(fields)}}\n`,
    ),
    `  interface Things {${things.map(([id]) => `\n    '${id}': ${thingName(id)};`).join('')}\n  }\n`,
    `  interface Views {${viewsOf(model)}\n  }\n`,
    `  interface Kinds {${members(model.kinds, () => 'true')}}\n`,
    `  interface Submissions {${members(model.submissions, ({ open, with: sealed }) => `{ open: ${paramsOf(open)}; with: ${paramsOf(sealed)} }`)}}\n`,
    `  interface OwnHooks${extending(asks)} {}\n`,
    `  interface OwnEvents${extending(tells)} {}\n`,
    // No rule declares the parameters of such a hook, so they may have any type.
    `  interface NamedHooks {${members(model.hooks, () => '{ words: any; returns: any }')}}\n`,
    `  interface NamedEvents {${members(model.events, () => 'any')}}\n`,
    '}\n',
  ].join('');
}

type Exported = readonly [name: string, is: string, path: string];

/** The interfaces of this name that clauses and their helpers export, each under a unique name. */
function exported(is: string, files: ReadonlyMap<string, string>): readonly Exported[] {
  return [...files]
    .filter(([path, text]) => path.endsWith('.ts') && text.includes(`export interface ${is} {`))
    .map(([path], at) => [`${is}${at}`, is, path]);
}

function extending(all: readonly Exported[]): string {
  return all.length === 0 ? '' : ` extends ${all.map(([name]) => name).join(', ')}`;
}

function members<T>(things: Readonly<Record<string, T>>, typed: (thing: T) => string): string {
  return Object.entries(things)
    .map(([id, thing]) => `\n    '${id}': ${typed(thing)};`)
    .concat('\n  ')
    .join('');
}

/** `{ readonly duel: DuelsThing; readonly plan: string }` */
function paramsOf(params: Readonly<Record<string, ValueType>>): string {
  return declare({ kind: 'record', fields: params });
}

function viewsOf({ views }: ModelDescription): string {
  return Object.entries(views)
    .map(
      ([id, { of, returns }]) =>
        `\n    '${id}': { of: [${of.split(' ').map(givenFor).join(', ')}]; subject: [${of.split(' ').map(subjectOf).join(', ')}]; returns: ${declare(returns)} };`,
    )
    .join('');
}

/** The type that a clause may pass to a view; it is wider than the one that the view receives. */
function givenFor(of: string): string {
  return of === 'text' ? 'string | { readonly id: string }' : subjectOf(of);
}

function subjectOf(of: string): string {
  if (of === 'game') return "'game'";
  if (of === 'text') return 'string';
  if (of === 'player') return 'Person';
  if (of === 'matter' || of === 'post') return 'Post';
  return thingName(of);
}

function membersOf(fields: Fields): string {
  const named = Object.entries(fields).map(([id, field]) => [toCamel(id), field] as const);
  return members(Object.fromEntries(named), ({ type }) => declare(type));
}
