import { stringify } from 'yaml';
import { FIELDS, FORM_LABELS, type BECOMES } from '../../../forge/github/form-body.ts';
import { labelOfGame, labelOfKind } from '../../../forge/github/labels.ts';
import { defuse } from '../../../kernel/defuse.ts';
import { kindFor, type ModelDescription } from '../../../kernel/describe-model.ts';
import type { Say, Wording } from '../../../language/wording.ts';
import { inWords } from '../../../wording/naming.ts';
import { toKebab } from '../../../kernel/names.ts';

export const FORMS_FOLDER = '.github/ISSUE_TEMPLATE/';
/** Forms with these names belong to the engine, so one that the rules no longer offer is deleted. */
export const isForm = (name: string, game = ''): boolean => {
  const own = formName('', game);
  return name.startsWith(own) && FORM_NAME.test(name.slice(own.length));
};
const FORM_NAME = /^(\d-(propose|act|join|declare|ask)|(post|act)-[a-z0-9-]+)\.yml$/u;

/** Builds the few issue forms that lead to everything the rules offer, keyed by file name. */
export function formsOf(
  model: ModelDescription,
  game: string,
  { say }: Wording,
): ReadonlyMap<string, string> {
  const kinds = Object.entries(model.kinds).filter(([, { engineOnly }]) => !engineOnly);
  const [change, join] = [kindFor(model, 'change'), kindFor(model, 'join')];
  const said = kinds.filter(([kind]) => kind !== change && kind !== join);
  const forms: readonly (readonly [string, IssueForm | null])[] = [
    ['1-propose.yml', change === null ? null : changeForm(change, say)],
    ['2-act.yml', actionForm(model, say)],
    ['3-join.yml', join === null ? null : joinForm(join, say)],
    ['4-declare.yml', said.length === 0 ? null : postForm(said, say)],
    ['5-ask.yml', questionForm(say)],
  ];
  return new Map([
    ...forms.flatMap(([name, form]) =>
      form === null ? [] : [[formName(name, game), write(form, game)] as const],
    ),
    ['config.yml', stringify({ blank_issues_enabled: true })],
  ]);
}

/**
 * GitHub preselects the first choice of a required field, so the first choice says nothing and the engine refuses it.
 * In a free account's private repository GitHub requires nothing and omits such a field.
 */
function choice(label: string, description: string, options: readonly string[], say: Say): object {
  return field('dropdown', label, description, {
    options: [`– ${say`choose`} –`, ...options],
    required: true,
  });
}

function field(
  type: 'dropdown' | 'input' | 'textarea',
  label: string,
  description: string,
  more: Field = {},
): object {
  const { options, required = false } = more;
  return {
    type,
    id: idOfField(label),
    attributes: { label, description, options },
    validations: { required },
  };
}
interface Field {
  readonly options?: readonly string[];
  readonly required?: boolean;
}

function changeForm(kind: string, say: Say): IssueForm {
  const becoming: Readonly<Record<keyof typeof BECOMES, string>> = {
    edit: say`Some of its words change`,
    add: say`Add a new rule with this text`,
    repeal: say`It goes`,
  };
  return {
    name: say`Propose`,
    description: say`Change one rule or several. Your changes go onto a branch, and a comment below shows the votes.`,
    labels: [labelOfKind(kind)],
    body: [
      field('textarea', FIELDS.reason, say`Why? This isn’t part of the change itself.`),
      field('input', FIELDS.rule, say`The title of the rule to change or repeal, or of a new one.`),
      field('dropdown', FIELDS.becomes, say`If you choose nothing, you change some of its words.`, {
        options: Object.entries(becoming).map(([how, title]) => `${title} (${how})`),
      }),
      field('textarea', FIELDS.words, say`The words to remove, exactly as the rule has them.`),
      field('textarea', FIELDS.newWords, say`The new words; for a new rule, its whole text.`),
      field('input', FIELDS.value, say`The value to set, such as players.ana.name.`),
      field('input', FIELDS.newValue, say`The new number or text.`),
      field(
        'textarea',
        FIELDS.changes,
        say`The page “Propose” fills this in, for several changes at once. Leave it unchanged.`,
      ),
    ],
  };
}

function actionForm(model: ModelDescription, say: Say): IssueForm {
  const offered = Object.entries(model.actions).filter(([, action]) => !action.private);
  const options = offered.map(([id, action]) => choiceOfAction(id, action));
  const listed = options.length === 0 ? [say`Nothing yet`] : options;
  return {
    name: say`Act`,
    description: say`Do something that a rule lets you do. You get an answer, and the issue is closed. ${'`/act`'} in a comment does the same.`,
    labels: [FORM_LABELS.act],
    body: [
      choice(FIELDS.action, say`What, and with which values.`, listed, say),
      field(
        'textarea',
        FIELDS.given,
        say`The page “What you can do” fills this in. By hand: one per line, such as ${'`to: ana`'} or ${'`amount: 3`'}; comment ${'`/why ACTION`'} for an explanation of each.`,
      ),
    ],
  };
}

function joinForm(kind: string, say: Say): IssueForm {
  return {
    name: say`Join`,
    description: say`Ask to be let into the game.`,
    title: say`I would like to join`,
    labels: [labelOfKind(kind)],
    body: [field('textarea', FIELDS.text, say`Say hello, if you like.`)],
  };
}

function postForm(
  kinds: readonly (readonly [string, { readonly title: string | null }])[],
  say: Say,
): IssueForm {
  const options = kinds.map(([kind, { title }]) => choiceOfKind(kind, title));
  return {
    name: say`Declare`,
    description: say`Post something other than a proposal: a story, a question about the rules, a declaration.`,
    labels: [FORM_LABELS.post],
    body: [
      choice(FIELDS.kind, say`What kind of post?`, options, say),
      field('textarea', FIELDS.text, say`Your text.`),
    ],
  };
}

function questionForm(say: Say): IssueForm {
  const options = [`${say`What can I do?`} (/help)`, `${say`Why can’t I?`} (/why)`];
  return {
    name: say`Ask`,
    description: say`Ask what you can do, or what stands in the way. You get an answer, and the issue is closed.`,
    labels: [FORM_LABELS.ask],
    body: [
      choice(FIELDS.question, say`Your question.`, options, say),
      field('input', FIELDS.about, say`Which action? Its name as in the brackets of “Act”.`),
    ],
  };
}

interface IssueForm {
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  readonly body: readonly object[];
  readonly labels: readonly string[];
}

/** GitHub hides a form whose name or description is too short or too long, in any language. */
const fitting = (text: string): string => text.slice(0, 200).padEnd(3, '…');

/** If a repository has several games, each form's name and label say which game it belongs to. */
function write(form: IssueForm, game: string): string {
  const own = { ...form, name: fitting(form.name), description: fitting(form.description) };
  const whole =
    game === '' ? own : { ...own, name: `${game}: ${own.name}`, labels: [...own.labels, labelOfGame(game)] };
  return `# Written by the engine from the rules in force.\n${defuse(stringify(whole, { lineWidth: 0 }))}`;
}

/** `games--harbour.1-propose.yml`: GitHub finds no forms in subfolders, and no other form's name has a dot. */
export const formName = (name: string, game: string): string =>
  game === '' ? name : `${game.replaceAll('/', '--')}.${name}`;

/** `Let somebody in: player (join)` */
export function choiceOfAction(
  id: string,
  { title, with: params }: ModelDescription['actions'][string],
): string {
  const wanted = Object.keys(params).map(toKebab);
  return `${title ?? inWords(id)}${wanted.length === 0 ? '' : `: ${wanted.join(', ')}`} (${id})`;
}

export function choiceOfKind(kind: string, title: string | null): string {
  return `${title ?? inWords(kind)} (${kind})`;
}

/** `Words as they are` → `words-as-they-are` */
export function idOfField(label: string): string {
  return toKebab(label.replaceAll(' ', '-').toLowerCase());
}
