import { choicesOf, formFieldOf, formFieldsOf, textsOf } from '../../decide/form-field.ts';
import { inWords } from '../../decide/naming.ts';
import type { ForgeForms } from '../../host/host.ts';
import { settableAt } from '../../seat/read-table.ts';
import type { FormsData } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';

/** The forms of published pages, with fields derived from the rules’ types, as at home. */
export function publishedForms({ model, state, open }: GameShown, forms: ForgeForms): FormsData {
  const fields = Object.entries(model.actions).flatMap(([id, action]) =>
    forms.actions[id] === undefined ? [] : [[id, formFieldsOf(action.with, state)] as const],
  );
  const posts = Object.entries(model.kinds).flatMap(([kind, { title }]) =>
    forms.posts[kind] === undefined ? [] : [{ kind, title: title ?? inWords(kind) }],
  );
  return {
    actions: Object.fromEntries(fields),
    posts,
    ...valuesOf(open, choicesOf(state)),
  };
}

/** Many values share few types, so each type's fields are stored once. */
function valuesOf(
  open: GameShown['open'],
  choices: ReturnType<typeof choicesOf>,
): Pick<FormsData, 'values' | 'types'> {
  const types = new Map<string, { readonly at: number; readonly field: FormsData['types'][number] }>();
  const values = (open === null ? [] : settableAt({ open })).map(({ path, now, value, type }) => {
    const key = JSON.stringify(type);
    const known = types.get(key) ?? { at: types.size, field: formFieldOf('value', type, choices) };
    types.set(key, known);
    return { path, now, type: known.at, texts: Object.fromEntries(textsOf(known.field, value, 'value')) };
  });
  return { values, types: [...types.values()].map(({ field }) => field) };
}
