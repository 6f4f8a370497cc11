import type { ModelDescription } from '../kernel/describe-model.ts';
import { partsOf } from '../kernel/kinds/index.ts';
import { toKebab } from '../kernel/names.ts';
import { isPicture } from '../kernel/pictures.ts';
import type { State, SubmissionData } from '../kernel/state.ts';
import type { ValueType } from '../kernel/value-types.ts';

type Types = Readonly<Record<string, ValueType>>;
type Words = Readonly<Record<string, unknown>>;

/** The path of a picture's copy in the repository, for the path that the game knows. */
export const PICTURES = 'content/pictures/';
const COPY = /^pictures\/[\w./-]+\.([0-9a-f]{16})\.webp$/u;

/** The name of the copy in a path such as `pictures/art/r1-1.0123456789abcdef.webp`, or null for anything else. */
export function copyAt(path: unknown): string | null {
  if (typeof path !== 'string' || path.includes('..')) return null;
  return COPY.exec(path)?.[1] ?? null;
}

/** The addresses of all pictures in a submission, according to its types. */
export function picturesIn(types: Types, words: Words): readonly string[] {
  return Object.entries(types).flatMap(([name, type]) =>
    inValue(type, words[toKebab(name)] ?? words[name]).map((text) => text.trim()),
  );
}

/** People sent this value. If it doesn't fit its type, it contains no picture. */
function inValue(type: ValueType, value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (isPicture(type)) return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  return partsOf(type, value).flatMap((part) => inValue(part.type, part.value));
}

/** Pictures in unused sealed submissions, each with its submission. */
export function sealedPictures(
  model: Pick<ModelDescription, 'submissions'>,
  { submissions }: Pick<State, 'submissions'>,
): readonly { readonly address: string; readonly sent: SubmissionData }[] {
  return Object.values(submissions).flatMap((sent) => {
    const types = model.submissions[sent.kind];
    if (sent.used || types === undefined) return [];
    const words = { ...sent.contents, ...sent.open };
    return picturesIn({ ...types.with, ...types.open }, words).map((address) => ({ address, sent }));
  });
}

type FieldTypes = Readonly<Record<string, { readonly type: ValueType }>>;

/** The copies that the game shows in public: the place of each value, and its path. */
export function picturesShown(
  { fields, collections }: Pick<ModelDescription, 'fields' | 'collections'>,
  state: State,
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  const visit = (types: FieldTypes | undefined, place: string, values: Words): void => {
    for (const [id, { type }] of Object.entries(types ?? {})) {
      const path = values[id];
      if (isPicture(type) && type.private !== true && typeof path === 'string' && copyAt(path) !== null)
        shown.set(`${place}/${id}`, path);
    }
  };
  visit(fields['game'], 'game', state.game);
  visit(fields['dynasty'], 'dynasty', state.dynasty);
  for (const [id, values] of Object.entries(state.players)) visit(fields['player'], `players/${id}`, values);
  for (const [collection, things] of Object.entries(state.things)) {
    const types = collections[collection]?.fields;
    if (types === undefined || !Object.values(types).some(({ type }) => isPicture(type))) continue;
    for (const [id, values] of Object.entries(things)) visit(types, `${collection}/${id}`, values);
  }
  return shown;
}
