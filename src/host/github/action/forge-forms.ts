import { inWords } from '../../../wording/naming.ts';
import { FIELDS, FORM_LABELS, writeFormBody } from '../../../forge/github/form-body.ts';
import { labelOfKind } from '../../../forge/github/labels.ts';
import { kindFor, type ModelDescription } from '../../../kernel/describe-model.ts';
import type { ForgeForm, ForgeForms } from '../../host.ts';
import { choiceOfAction, choiceOfKind } from './forms.ts';

type FieldName = keyof typeof FIELDS;
type Answers = Readonly<Partial<Record<FieldName, string>>>;
/** GitHub refuses longer ones. */
const MOST_IN_POST = 65_536;
/** Fields whose placeholder has another name. */
const PLACES: Readonly<Partial<Record<FieldName, string>>> = { given: 'with' };

/**
 * Links to where people act on GitHub, filled in as far as possible. A link can't fill in a form's dropdown, so these
 * open a blank issue whose text is what the form would have produced, and which names that form.
 */
export function formsTo(
  repository: string,
  model: ModelDescription,
  game = '',
): Omit<ForgeForms, 'name' | 'signIn'> {
  const form = (
    label: string,
    { title, known = {}, asked }: { title: string; known?: Answers; asked: readonly FieldName[] },
  ): ForgeForm => {
    const answers = [
      ...Object.entries(known).map(([name, value]) => [FIELDS[name as FieldName], value]),
      ...asked.map((name) => [FIELDS[name], `{${PLACES[name] ?? name}}`]),
    ];
    const body = writeFormBody(label, Object.fromEntries(answers) as Record<string, string>, game);
    return {
      address: `https://github.com/${repository}/issues/new?title=${encode(title)}&body=${encode(body)}`,
      title,
      body,
      most: MOST_IN_POST,
    };
  };
  const actions = Object.entries(model.actions).flatMap(([id, action]) => {
    const known = { action: choiceOfAction(id, action) };
    const title = action.title ?? inWords(id);
    return action.private ? [] : [[id, form(FORM_LABELS.act, { title, known, asked: ['given'] })] as const];
  });
  const [change, join] = [kindFor(model, 'change'), kindFor(model, 'join')];
  const posts = Object.entries(model.kinds).flatMap(([kind, { title, engineOnly }]) => {
    if (engineOnly || kind === change) return [];
    const asked = ['text'] as const;
    const said = { title: '{title}', asked };
    return [
      [
        kind,
        kind === join
          ? form(labelOfKind(kind), said)
          : form(FORM_LABELS.post, { ...said, known: { kind: choiceOfKind(kind, title) } }),
      ] as const,
    ];
  });
  return {
    changes: form(labelOfKind(change ?? 'change'), {
      title: '{title}',
      asked: ['reason', 'changes'],
    }),
    actions: Object.fromEntries(actions),
    posts: Object.fromEntries(posts),
  };
}

/** Encodes for an address but leaves the placeholders. */
function encode(template: string): string {
  return template
    .split(/(\{[a-z]+\})/u)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');
}
