import type { ModelDescription } from '../kernel/describe-model.ts';
import { isPlainObject } from '../kernel/values.ts';
import { inWords, isNothing, type Naming } from './naming.ts';
import { isBookkeeping } from './say-taken-action.ts';

/** These facts of the roster have places of their own. */
const ROSTER = new Set([
  'name',
  'state',
  'admin',
  'machine',
  'joined',
  'last-active',
  'idle-since',
  'idle-reason',
  'idle-dynasty',
  'dov-banned-until',
  'victory',
]);

type Fields = ModelDescription['fields'][string];

/** The fields whose values people are shown beside their owner. */
export function trackedFields(
  fields: Fields = {},
  model: ModelDescription,
): readonly [string, Fields[string]][] {
  return Object.entries(fields).filter(([id, field]) => !ROSTER.has(id) && !isBookkeeping(field, model));
}

interface SaidValue {
  readonly title: string;
  readonly said: string;
}

const MOST = 6;

/** `Points 4, Mood happy` */
export function sayHas(has: readonly SaidValue[]): string {
  const said = has.slice(0, MOST).map(({ title, said: value }) => `${title} ${value}`);
  return `${said.join(', ')}${has.length > MOST ? ' …' : ''}`;
}

/** `Points 4`, `Mood happy`; a map with free keys gives each of them. */
export function saidValues(
  fields: readonly (readonly [string, Fields[string]])[],
  values: Readonly<Record<string, unknown>>,
  naming: Naming,
): readonly SaidValue[] {
  return fields.flatMap(([id, { type }]) => {
    const value = values[id];
    if (type.private === true || isNothing(value) || value === false) return [];
    if (type.kind === 'map' && type.shown === true && isPlainObject(value))
      return Object.entries(value).map(([key, one]) => ({ title: key, said: naming.value(one, type.of) }));
    return [{ title: type.title ?? inWords(id), said: naming.value(value, type) }];
  });
}
