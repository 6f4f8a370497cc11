import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { inWords } from '../../decide/naming.ts';
import type { SubmissionField, SubmissionForm } from '../data/site-data.ts';

/** What can be sealed under the rules in force, as forms. */
export function submissionForms(model: ModelDescription, state: State): readonly SubmissionForm[] {
  return Object.entries(model.submissions).map(([id, { title, rule, open, with: sealed }]) => ({
    id,
    title: title ?? inWords(id),
    rule,
    fields: [...fieldsOf(open, true, state), ...fieldsOf(sealed, false, state)],
  }));
}

function fieldsOf(
  types: Readonly<Record<string, ValueType>>,
  open: boolean,
  state: State,
): readonly SubmissionField[] {
  return Object.entries(types).map(([name, type]) => {
    const inner = type.kind === 'optional' ? type.of : type;
    const id = name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    return {
      id,
      title: type.title ?? inner.title ?? inWords(id),
      about: type.about ?? inner.about ?? null,
      open,
      needed: type.kind !== 'optional' && !('start' in type && type.start !== undefined),
      input: inputOf(inner),
      options: optionsOf(inner, state),
    };
  });
}

function inputOf(type: ValueType): SubmissionField['input'] {
  const { kind } = type;
  if (kind === 'integer') return 'number';
  if (kind === 'text') return type.picture === true ? 'picture' : 'text';
  if (kind === 'boolean') return 'yes-no';
  return kind === 'choice' || kind === 'player' || kind === 'thing' || kind === 'post' ? 'choice' : 'json';
}

function optionsOf(type: ValueType, state: State): SubmissionField['options'] {
  const named = (id: string, name: unknown) => ({
    value: id,
    label: typeof name === 'string' && name !== '' ? name : id,
  });
  if (type.kind === 'choice') return type.of.map((value) => ({ value, label: inWords(value) }));
  if (type.kind === 'player') return Object.entries(state.players).map(([id, { name }]) => named(id, name));
  if (type.kind === 'thing')
    return Object.entries(state.things[type.collection] ?? {}).map(([id, { name }]) => named(id, name));
  if (type.kind === 'post') return Object.values(state.posts).map(({ id, title }) => named(id, title));
  return [];
}
