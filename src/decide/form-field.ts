import { inputFor, startOf } from '../kernel/kinds/index.ts';
import type { Choices, FormInput, FormOption } from '../kernel/kinds/kind.ts';
import { slug, toKebab } from '../kernel/names.ts';
import type { State } from '../kernel/state.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { inWords, labelOf } from './naming.ts';

/** What a form asks for one value: on the command line, on a page, in an issue form, and for what is sealed. */
export interface FormField extends Required<Omit<FormInput, 'hint' | 'blank'>> {
  readonly id: string;
  readonly label: string;
  readonly about: string | null;
  readonly hint: string | null;
  /** Whether a form must not be sent without it. */
  readonly required: boolean;
  /** Whether the rules do without it. */
  readonly optional: boolean;
  readonly start: readonly string[];
}

type Known = Pick<State, 'players' | 'things' | 'posts'>;
type Types = Readonly<Record<string, ValueType>>;

/** A field for each value that a form asks; without the game’s state nothing of it can be chosen, and people type. */
export function formFieldsOf(types: Types, state: Known | null): readonly FormField[] {
  const choices = state === null ? null : choicesOf(state);
  return Object.entries(types).map(([name, type]) => formFieldOf(toKebab(name), type, choices));
}

export function formFieldOf(id: string, declared: ValueType, choices: Choices | null): FormField {
  const type = declared.kind === 'optional' ? declared.of : declared;
  const start = startOf(declared) ?? startOf(type);
  const optional = declared.kind === 'optional' || start !== undefined;
  const { blank = false, hint = null, ...input } = inputFor(type, choices);
  return {
    id,
    label: declared.title ?? type.title ?? inWords(id),
    about: declared.about ?? type.about ?? null,
    hint,
    required: !optional && !blank,
    optional,
    options: [],
    min: null,
    max: null,
    numbers: false,
    ...input,
    start: start === undefined || start === null ? [] : asTexts(start, input.input),
  };
}

function asTexts(start: unknown, input: FormInput['input']): readonly string[] {
  if (input !== 'yaml' && Array.isArray(start)) return start.map(String);
  if (typeof start === 'boolean') return [start ? 'yes' : 'no'];
  return [typeof start === 'string' && input !== 'yaml' ? start : JSON.stringify(start)];
}

function choicesOf(state: Known): Choices {
  const named = (all: State['players'] = {}): readonly FormOption[] =>
    Object.entries(all).map(([id, fields]) => ({ value: id, label: withId(labelOf(id, fields), id) }));
  return {
    players: () => named(state.players),
    things: (collection) => named(state.things[toKebab(collection)] ?? state.things[collection]),
    posts: () =>
      Object.values(state.posts).map(({ id, title }) => ({ value: id, label: `${id} · ${title}` })),
    word: inWords,
  };
}

/** Two may have the same name; the id says which is meant, where the name doesn’t say it already. */
function withId(label: string, id: string): string {
  return slug(label) === slug(id) ? label : `${label} (${id})`;
}
