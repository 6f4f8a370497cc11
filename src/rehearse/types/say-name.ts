import type { ModelDescription } from '../../kernel/describe-model.ts';
import { nearest, toCamel } from '../../kernel/names.ts';

/** Matches compiler errors about a string that is no known name, to extract the name and the valid ones. */
const MISSPELT = [
  /Type 'number' is not assignable to type 'NotAmong<"(?<name>[^"]*)", (?<known>.*)>'/,
  /Argument of type '"(?<name>[^"]*)"' is not assignable to parameter of type '(?<known>.*)'\./,
  /: Type '"(?<name>[^"]*)"' is not assignable to type '(?<known>.*?)'\./,
  /Object literal may only specify known properties, (?:and|but) '(?<name>\w+)' does not exist in type 'ValuesFor<(?<known>)/,
];

/** `there is nothing called "oyl" here; did you mean "oil"?`; null for other errors. */
export function sayName(error: string, model: ModelDescription): string | null {
  for (const pattern of MISSPELT) {
    const { name, known = '' } = pattern.exec(error)?.groups ?? {};
    if (name === undefined) continue;
    const fitting = [...known.matchAll(/["`]([^"`]*)["`]/g)].map(([, one = '']) =>
      one.replace('${string}', '…'),
    );
    const guess = nearest(name, fitting.length > 0 ? fitting : namesOf(model));
    const there = fitting.length > 0 ? `; there are ${fitting.join(', ')}` : '';
    return `there is nothing called "${name}" here${guess === null ? there : `; did you mean "${guess}"?`}`;
  }
  return null;
}

/** A missing name, in the compiler's message or in ours. */
const MISSED = [
  /^there is nothing called "([^"]+)" here/u,
  /^Property '(\w+)' does not exist on type/u,
  /^Object literal may only specify known properties, and ''?([\w-]+)''? does not exist in type/u,
  /^Type '.*' is missing the following properties from type '.*': (\w+)/u,
];

/** `Property 'honor' does not exist on type 'Person'.` → `honor`; null if the problem isn't a missing name. */
export function nameMissedIn(message: string): string | null {
  return MISSED.flatMap((pattern) => pattern.exec(message)?.[1] ?? [])[0] ?? null;
}

/** Every name that clauses may use, for errors in which the compiler shows a type instead of its names. */
function namesOf({ fields, collections, kinds }: ModelDescription): readonly string[] {
  const under = (scope: string, of: object | undefined): readonly string[] =>
    Object.keys(of ?? {}).flatMap((id) => [toCamel(id), `${toCamel(scope)}.${toCamel(id)}`]);
  const plural = (scope: string): string => (scope === 'player' || scope === 'post' ? `${scope}s` : scope);
  return [
    ...Object.entries(fields).flatMap(([scope, of]) => under(plural(scope), of)),
    ...Object.entries(collections).flatMap(([id, of]) => [toCamel(id), ...under(id, of.fields)]),
    ...Object.keys(kinds),
  ];
}
