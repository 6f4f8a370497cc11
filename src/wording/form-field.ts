import { inputFor, startOf } from '../kernel/kinds/index.ts';
import type { Choices, FormInput, FormOption } from '../kernel/kinds/kind.ts';
import { slug, toKebab } from '../kernel/names.ts';
import type { State } from '../kernel/state.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { isPlainObject } from '../kernel/values.ts';
import { readTypedJson } from '../ruleset/plain-data.ts';
import { capitalised } from '../kernel/sentence.ts';
import { ROWS } from './field-names.ts';
import { inWords, labelOf } from './naming.ts';

/** A form field for one value, used on the command line, on pages, in issue forms and for sealed submissions. */
export interface FormField extends Required<Omit<FormInput, 'hint' | 'blank' | 'parts'>> {
  readonly id: string;
  readonly label: string;
  readonly about: string | null;
  readonly hint: string | null;
  /** Whether the form must not be sent without it. */
  readonly required: boolean;
  /** Whether the rules can do without it. */
  readonly optional: boolean;
  /** Initial contents of the inputs by name: `price`, `rooms.0.door`. */
  readonly start: Readonly<Record<string, readonly string[]>>;
  readonly parts: readonly FormField[];
}

type Known = Pick<State, 'players' | 'things' | 'posts'>;
type Types = Readonly<Record<string, ValueType>>;

/** A field for each value that a form asks. Without the game's state it offers no choices and people type. */
export function formFieldsOf(
  types: Types,
  state: Known | null,
  from?: Choices['from'],
  me: string | null = null,
): readonly FormField[] {
  const choices = state === null ? null : { ...choicesOf(state, from), me };
  return Object.entries(types).map(([name, type]) => formFieldOf(toKebab(name), type, choices));
}

export function formFieldOf(id: string, declared: ValueType, choices: Choices | null): FormField {
  const type = declared.kind === 'optional' ? declared.of : declared;
  const start = startOf(declared) ?? startOf(type);
  const optional = declared.kind === 'optional' || start !== undefined;
  const { blank = false, hint = null, parts = {}, ...input } = inputFor(type, choices);
  const field = {
    id,
    label: capitalised(declared.title ?? type.title ?? inWords(toKebab(id))),
    about: declared.about ?? type.about ?? null,
    hint,
    required: !optional && !blank,
    optional,
    options: [],
    min: null,
    max: null,
    numbers: false,
    ...input,
    parts: Object.entries(parts).map(([name, part]) => formFieldOf(name, part, choices)),
  };
  // An empty field means the default, so a default that a page can't show is left out.
  const shown = field.input === 'anything' && typeof start === 'object' ? null : start;
  return { ...field, start: Object.fromEntries(textsOf(field, shown, id)) };
}

type Texts = readonly (readonly [string, readonly string[]])[];

/** Flattens a value into the texts of a form's inputs. */
export function textsOf(field: Omit<FormField, 'start'>, value: unknown, name: string): Texts {
  const { input, parts } = field;
  if (value === undefined || value === null) return [];
  if (input === 'group' && isPlainObject(value))
    return parts.flatMap((part) => textsOf(part, value[part.id], `${name}.${part.id}`));
  const rows =
    input === 'entries' && isPlainObject(value)
      ? Object.entries(value).map(([key, one]) => ({ name: key, value: one }))
      : value;
  const [each] = parts;
  if (each !== undefined && Array.isArray(rows))
    return [
      [`${name}.${ROWS}`, [String(rows.length)]],
      ...rows.flatMap((row: unknown, at) => textsOf(each, row, `${name}.${at}`)),
    ];
  if (Array.isArray(value) && input !== 'anything') return [[name, value.map(String)]];
  if (typeof value === 'boolean' && input === 'yes-no') return [[name, [value ? 'yes' : 'no']]];
  const isText = typeof value === 'string' && !(input === 'anything' && meansElse(value));
  return [[name, [isText ? value : JSON.stringify(value)]]];
}

/** In a free field, 7 is a number and `"7"` a text. */
function meansElse(text: string): boolean {
  const { value, fault } = readTypedJson(text);
  return fault === null && value !== text;
}

export function choicesOf(state: Known, from: Choices['from'] = () => null): Choices {
  const named = (all: State['players'] = {}): readonly FormOption[] =>
    Object.entries(all).map(([id, fields]) => ({ value: id, label: withId(labelOf(id, fields), id) }));
  return {
    players: () => named(state.players),
    things: (collection) => named(state.things[toKebab(collection)] ?? state.things[collection]),
    posts: () =>
      Object.values(state.posts).map(({ id, title }) => ({ value: id, label: `${id} · ${title}` })),
    word: inWords,
    from,
  };
}

/** Adds the id, since two may have the same name, unless the name already contains it. */
function withId(label: string, id: string): string {
  return slug(label) === slug(id) ? label : `${label} (${id})`;
}
