import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import { formFieldsOf } from '../../decide/form-field.ts';
import { inWords } from '../../decide/naming.ts';
import type { SubmissionForm } from '../data/site-data.ts';

/** Forms for the submissions that can be sealed under the rules in force. */
export function submissionForms(model: ModelDescription, state: State): readonly SubmissionForm[] {
  return Object.entries(model.submissions).map(([id, { title, rule, open, with: sealed }]) => ({
    id,
    title: title ?? inWords(id),
    rule,
    fields: [
      ...formFieldsOf(open, state).map((field) => ({ ...field, open: true })),
      ...formFieldsOf(sealed, state).map((field) => ({ ...field, open: false })),
    ],
  }));
}
