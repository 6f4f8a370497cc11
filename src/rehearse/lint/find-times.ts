import type { ModelDescription } from '../../kernel/describe-model.ts';
import { toCamel } from '../../kernel/names.ts';
import type { LintProblem } from './lint-rules.ts';
import { EffectReader, OF_EMPEROR, SEALED } from './read-effects.ts';
import { placeOfDefinition } from './where.ts';

/**
 * Times that can't be carried out when they are due: one that runs in public reads a secret, or one that runs on the emperor's side
 * changes rules, which no report of it could tell.
 */
export function findTimes(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
): readonly LintProblem[] {
  const reader = new EffectReader(files);
  const secrets = secretsIn(model);
  return Object.entries(model.times).flatMap(([id, { rule, private: isPrivate }]) => {
    const effects = reader.of(`${rule}.ts`, 'times', id);
    if (effects === null) return [];
    const where = placeOfDefinition(files, rule, id);
    if (isPrivate === true)
      return effects.amends
        ? [
            {
              code: 'time-amends',
              where,
              what: `The time "${id}" is private and changes rules, which nobody but the emperor could check.`,
              next: 'Let it note the result in a public variable, and another time without private change the rules.',
            },
          ]
        : [];
    const read = [...effects.reads].filter((name) => secrets.has(name));
    if (read.length === 0) return [];
    return [
      {
        code: 'time-secret',
        where,
        what: `The time "${id}" runs in public and reads secrets: ${read.join(', ')}. It would be due for ever.`,
        next: 'Add private: true, and list under reveals everything public that it writes.',
      },
    ];
  });
}

/** Names under which a clause finds secrets. A name that is public elsewhere says nothing. */
function secretsIn({ fields, collections }: ModelDescription): ReadonlySet<string> {
  const all = [
    ...Object.entries(fields),
    ...Object.entries(collections).map(([id, one]) => [id, one.fields] as const),
  ];
  const named = (isWanted: boolean): readonly string[] =>
    all.flatMap(([scope, some]) =>
      Object.entries(some).flatMap(([id, { type }]) =>
        (scope === 'emperor' || type.private === true) === isWanted ? [toCamel(id)] : [],
      ),
    );
  const open = new Set(named(false));
  return new Set([SEALED, OF_EMPEROR, ...named(true).filter((name) => !open.has(name))]);
}
