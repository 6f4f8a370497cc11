import { stringify } from 'yaml';

import { fieldsOf, type FormField } from '../../../decide/form-field.ts';
import { inWords } from '../../../decide/naming.ts';
import { ACT_LABEL, FORM_TEXT } from '../../../forge/github/form-body.ts';
import { kindPrefix, statusPrefix } from '../../../forge/github/labels.ts';
import type { ActionDescription, ModelDescription } from '../../../kernel/describe-model.ts';
import { toKebab } from '../../../kernel/names.ts';

export const FORMS_FOLDER = '.github/ISSUE_TEMPLATE/';
/** Forms of these names are the engine's: what the rules no longer offer is taken away. */
export const isForm = (name: string): boolean => /^(post|act)-[a-z0-9-]+\.yml$/u.test(name);

/** GitHub cuts labels there. */
const longestLabel = 50;
const most = { name: 80, description: 200 };

/** An issue form for each kind of post and each action that the rules in force offer, by the form's file name. */
export function formsOf(model: ModelDescription): ReadonlyMap<string, string> {
  const kinds = Object.entries(model.kinds).flatMap(([kind, { title, engineOnly }]): [string, string][] =>
    engineOnly || kind === 'proposal' ? [] : [[`post-${kind}.yml`, postForm(kind, title)]],
  );
  const actions = Object.entries(model.actions).flatMap(([id, action]): [string, string][] =>
    action.private || labelOf(id).length > longestLabel ? [] : [[`act-${id}.yml`, actionForm(id, action)]],
  );
  return new Map([...kinds, ...actions, ['config.yml', stringify({ blank_issues_enabled: true })]] as [
    string,
    string,
  ][]);
}

const labelOf = (action: string): string => `${ACT_LABEL}${action}`;

function postForm(kind: string, title: string | null): string {
  const name = title ?? inWords(toKebab(kind));
  return write({
    name: `Post: ${name}`.slice(0, most.name),
    description: `A post of the kind “${name}”. What changes rules or gamestate is a pull request instead.`,
    labels: [`${kindPrefix}${kind}`],
    body: [
      {
        type: 'textarea',
        id: 'text',
        attributes: { label: FORM_TEXT },
        validations: { required: false },
      },
    ],
  });
}

function actionForm(id: string, { title, about, by, with: params }: ActionDescription): string {
  const name = title ?? inWords(toKebab(id));
  const fields = fieldsOf(params, null).map(fieldOf);
  const none = {
    type: 'textarea',
    id: 'note',
    attributes: { label: 'Note', description: 'For people; the engine does not read it.' },
    validations: { required: false },
  };
  const who = by.length === 0 ? '' : ` For: ${by.join(', ')}.`;
  return write({
    name: `Action: ${name}`.slice(0, most.name),
    description: `${about ?? `Takes the action “${id}”`}.${who} The engine answers, and closes the issue.`
      .replace('..', '.')
      .slice(0, most.description),
    title: name,
    labels: [labelOf(id)],
    body: fields.length === 0 ? [none] : fields,
  });
}

/** One parameter. Its label is made of its name, by which the answer is read again. */
function fieldOf({ id, about, hint, label, options, ...field }: FormField): object {
  const said = [label === inWords(id) ? null : label, about, hint];
  const description = said.filter((one) => one !== null).join('. ');
  const attributes = { label: inWords(id), ...(description === '' ? {} : { description }) };
  // An answer that is left blank is none at all here, so that a list without items must be written as one.
  const validations = { required: !field.optional && (field.required || !TEXTS.has(field.input)) };
  const words = field.input === 'yes-no' ? ['true', 'false'] : options.map(({ value }) => value);
  if (field.input === 'yes-no' || field.input === 'one-of')
    return { type: 'dropdown', id, attributes: { ...attributes, options: words }, validations };
  return { type: LONG.has(field.input) ? 'textarea' : 'input', id, attributes, validations };
}

const TEXTS: ReadonlySet<FormField['input']> = new Set(['text', 'picture']);
const LONG: ReadonlySet<FormField['input']> = new Set(['text', 'picture', 'lines', 'some-of', 'yaml']);

function write(form: object): string {
  return `# Written by the engine from the rules in force.\n${stringify(form, { lineWidth: 0 })}`;
}

export interface Label {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

const STATUSES = [
  ['pending', 'fbca04', 'To be voted on'],
  ['popular', '0e8a16', 'Would be enacted as the votes stand'],
  ['unpopular', 'd93f0b', 'Would fail as the votes stand'],
  ['vetoed', 'b60205', 'Vetoed'],
  ['killed', 'cccccc', 'Withdrawn by its author'],
  ['stuck', 'b60205', 'Due, and can’t be resolved'],
  ['enacted', '0e8a16', 'Enacted'],
  ['failed', 'd93f0b', 'Failed'],
  ['not-accepted', 'cccccc', 'The rules did not accept it'],
] as const;

/** The labels that forms and the engine use. */
export function labelsFor(model: ModelDescription): Label[] {
  const kinds = Object.entries(model.kinds).map(([kind, { title }]) => ({
    name: `${kindPrefix}${kind}`,
    color: '1d76db',
    description: `A post of the kind ${title ?? kind}`.slice(0, 100),
  }));
  const acts = Object.entries(model.actions)
    .filter(([id, action]) => !action.private && labelOf(id).length <= longestLabel)
    .map(([id, { title }]) => ({
      name: labelOf(id),
      color: 'c5def5',
      description: `Takes the action ${title ?? id}`.slice(0, 100),
    }));
  const statuses = STATUSES.map(([status, color, description]) => ({
    name: `${statusPrefix}${status}`,
    color,
    description,
  }));
  return [...kinds, ...acts, ...statuses].filter(({ name }) => name.length <= longestLabel);
}
