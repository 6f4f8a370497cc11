import { stringify } from 'yaml';

import { inWords } from '../../../decide/naming.ts';
import { FIELDS, FORM_LABELS } from '../../../forge/github/form-body.ts';
import { kindPrefix, labelOfKind, statusPrefix } from '../../../forge/github/labels.ts';
import { defuse } from '../../../kernel/defuse.ts';
import { kindFor, type ModelDescription } from '../../../kernel/describe-model.ts';
import { toKebab } from '../../../kernel/names.ts';
import type { Outlook } from '../../../kernel/definition.ts';
import { capitalised } from '../../../kernel/sentence.ts';
import type { ForgeDoors } from '../../host.ts';

export const FORMS_FOLDER = '.github/ISSUE_TEMPLATE/';
/** Forms of these names are the engine's: what the rules no longer offer is taken away. */
export const isForm = (name: string): boolean =>
  /^(\d-(propose|act|join|declare|ask)|(post|act)-[a-z0-9-]+)\.yml$/u.test(name);

/** GitHub cuts labels there. */
const longestLabel = 50;

/** The few issue forms that a person chooses from, and that lead to all that the rules in force offer, by the form's file name. */
export function formsOf(model: ModelDescription): ReadonlyMap<string, string> {
  const kinds = Object.entries(model.kinds).filter(([, { engineOnly }]) => !engineOnly);
  const [change, join] = [kindFor(model, 'change'), kindFor(model, 'join')];
  const said = kinds.filter(([kind]) => kind !== change && kind !== join);
  return new Map([
    ...(change === null ? [] : [['1-propose.yml', changeForm(change)] as const]),
    ['2-act.yml', actionForm(model)],
    ...(join === null ? [] : [['3-join.yml', joinForm(join)] as const]),
    ...(said.length === 0 ? [] : [['4-declare.yml', postForm(said)] as const]),
    ['5-ask.yml', questionForm()],
    ['config.yml', stringify({ blank_issues_enabled: true })],
  ]);
}

/** `Add to the roster: player (join)` */
function choiceOfAction(id: string, { title, with: params }: ModelDescription['actions'][string]): string {
  const wanted = Object.keys(params).map(toKebab);
  return `${title ?? inWords(id)}${wanted.length === 0 ? '' : `: ${wanted.join(', ')}`} (${id})`;
}

function choiceOfKind(kind: string, title: string | null): string {
  return `${title ?? inWords(kind)} (${kind})`;
}

/** Where these forms are on GitHub, filled in as far as it is known; GitHub reads that from the address. */
export function doorsTo(repository: string, model: ModelDescription): ForgeDoors {
  const to = (template: string, words: Readonly<Record<string, string>>, open: string): string =>
    `https://github.com/${repository}/issues/new?${new URLSearchParams({ template, ...words }).toString()}${open}`;
  const actions = Object.entries(model.actions).flatMap(([id, action]) =>
    action.private
      ? []
      : [[id, to('2-act.yml', { action: choiceOfAction(id, action) }, '&with={with}')] as const],
  );
  const [change, join] = [kindFor(model, 'change'), kindFor(model, 'join')];
  const posts = Object.entries(model.kinds).flatMap(([kind, { title, engineOnly }]) => {
    if (engineOnly || kind === change) return [];
    const form = kind === join ? '3-join.yml' : '4-declare.yml';
    const words = kind === join ? {} : { kind: choiceOfKind(kind, title) };
    return [[kind, to(form, words, '&title={title}')] as const];
  });
  return {
    changes: to('1-propose.yml', {}, '&title={title}&changes={changes}'),
    actions: Object.fromEntries(actions),
    posts: Object.fromEntries(posts),
  };
}

/** In a private repository of a free account GitHub requires nothing, so the engine says itself what is missing. */
function field(
  type: 'dropdown' | 'input' | 'textarea',
  label: string,
  description: string,
  more: Field = {},
): object {
  const { options, required = false } = more;
  const attributes = { label, description, ...(options === undefined ? {} : { options }) };
  return {
    type,
    id: toKebab(label.replaceAll(' ', '-').toLowerCase()),
    attributes,
    validations: { required },
  };
}
interface Field {
  readonly options?: readonly string[];
  readonly required?: boolean;
}

function changeForm(kind: string): string {
  return write({
    name: 'Propose',
    description:
      'Change a rule, or several. The engine keeps what you ask for on a branch, and says below how it stands.',
    labels: [labelOfKind(kind)],
    body: [
      field('textarea', FIELDS.reason, 'Why. It is no part of what is voted on.'),
      field('input', FIELDS.rule, 'The title of the rule in which something is to read otherwise.'),
      field('textarea', FIELDS.words, 'What is to go, word by word as the rule has it.'),
      field('textarea', FIELDS.newWords, 'What is to stand there instead.'),
      field(
        'textarea',
        FIELDS.changes,
        'For whatever is more than that: a list such as `- edit-rule: { rule: Votes, replace: at least 2, with: at least 3 }`, `- add-rule: { title: Bells, text: Bells ring. }`, `- repeal-rule: Bells` or `- set: { players.ana.name: Ana }`.',
      ),
    ],
  });
}

function actionForm(model: ModelDescription): string {
  const offered = Object.entries(model.actions).filter(([, action]) => !action.private);
  const options = offered.map(([id, action]) => choiceOfAction(id, action));
  const listed = options.length === 0 ? ['Nothing yet'] : options;
  return write({
    name: 'Act',
    description:
      'Do what a rule lets you do. The engine answers, and closes the issue. In a comment, `/act` does the same.',
    labels: [FORM_LABELS.act],
    body: [
      field('dropdown', FIELDS.action, 'What, and with what.', { options: listed, required: true }),
      field(
        'textarea',
        FIELDS.given,
        'One a line, such as `to: ana` or `amount: 3`. `/why ACTION` in a comment says what each is.',
      ),
    ],
  });
}

function joinForm(kind: string): string {
  return write({
    name: 'Join',
    description: 'Ask to be let into the game.',
    title: 'I would like to join',
    labels: [labelOfKind(kind)],
    body: [field('textarea', FIELDS.text, 'A word about yourself, if you like.')],
  });
}

function postForm(kinds: readonly (readonly [string, { readonly title: string | null }])[]): string {
  const options = kinds.map(([kind, { title }]) => choiceOfKind(kind, title));
  return write({
    name: 'Declare',
    description: 'Say something that the rules know: a story, a question of law, a declaration.',
    labels: [FORM_LABELS.post],
    body: [
      field('dropdown', FIELDS.kind, 'What it is.', { options, required: true }),
      field('textarea', FIELDS.text, 'What you have to say.'),
    ],
  });
}

function questionForm(): string {
  const options = ['What can I do? (/help)', 'Why can I not? (/why)'];
  return write({
    name: 'Ask',
    description:
      'The engine says what you can do, and what stands in the way. It answers, and closes the issue.',
    labels: [FORM_LABELS.ask],
    body: [
      field('dropdown', FIELDS.question, 'What you would like to know.', { options, required: true }),
      field('input', FIELDS.about, 'Of which action: its name as “Act” has it in brackets.'),
    ],
  });
}

function write(form: object): string {
  return `# Written by the engine from the rules in force.\n${defuse(stringify(form, { lineWidth: 0 }))}`;
}

export interface Label {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

const STATUSES = [
  ['pending', 'fbca04', 'To be voted on'],
  ['stuck', 'b60205', 'Due, and can’t be resolved'],
  ['enacted', '0e8a16', 'Enacted'],
  ['failed', 'd93f0b', 'Failed'],
  ['not-accepted', 'cccccc', 'The rules did not accept it'],
] as const;

const OUTLOOKS = {
  enacted: ['0e8a16', 'would be enacted as the votes stand'],
  failed: ['d93f0b', 'would fail as the votes stand'],
  'taken-back': ['cccccc', 'is taken back'],
} as const satisfies Record<Outlook, readonly [color: string, description: string]>;

/** The labels that forms and the engine use. */
export function labelsFor(model: ModelDescription): Label[] {
  const kinds = Object.entries(model.kinds).map(([kind, { title }]) => ({
    name: `${kindPrefix}${kind}`,
    color: '1d76db',
    description: defuse(`A post of the kind ${title ?? kind}`).slice(0, 100),
  }));
  const forms = Object.values(FORM_LABELS).map((name) => ({
    name,
    color: 'c5def5',
    description: 'By one of the forms: what it is stands in its first field',
  }));
  const states = model.ballot.states.map(({ key, title, means }) => {
    const [color, description] = OUTLOOKS[means];
    return [key, color, defuse(`${capitalised(title)}: ${description}`).slice(0, 100)] as const;
  });
  const statuses = [...STATUSES, ...states].map(([status, color, description]) => ({
    name: `${statusPrefix}${status}`,
    color,
    description,
  }));
  return [...kinds, ...forms, ...statuses].filter(({ name }) => name.length <= longestLabel);
}
