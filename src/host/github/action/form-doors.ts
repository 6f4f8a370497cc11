import { inWords } from '../../../decide/naming.ts';
import { FIELDS, FORM_LABELS, writeFormBody } from '../../../forge/github/form-body.ts';
import { labelOfKind } from '../../../forge/github/labels.ts';
import { kindFor, type ModelDescription } from '../../../kernel/describe-model.ts';
import type { ForgeDoor, ForgeDoors } from '../../host.ts';
import { choiceOfAction, choiceOfKind, formName, idOfField } from './form-names.ts';

type FieldName = keyof typeof FIELDS;
type Answers = Readonly<Partial<Record<FieldName, string>>>;
/** GitHub refuses longer ones. */
const MOST_IN_POST = 65_536;
/** The name of a field in a door, where that is not its own. */
const PLACES: Readonly<Partial<Record<FieldName, string>>> = { given: 'with' };

/** Where these forms are on GitHub, filled in as far as it is known, which GitHub reads from the address; and what they make. */
export function doorsTo(
  repository: string,
  model: ModelDescription,
  game = '',
): Omit<ForgeDoors, 'name' | 'signIn'> {
  const door = (
    template: string,
    label: string,
    { title, known = {}, asked }: { title: string; known?: Answers; asked: readonly FieldName[] },
  ): ForgeDoor => {
    const words = {
      template: formName(template, game),
      ...Object.fromEntries(
        Object.entries(known).map(([name, value]) => [idOfField(FIELDS[name as FieldName]), value]),
      ),
    };
    const open = asked.map((name) => `&${idOfField(FIELDS[name])}={${PLACES[name] ?? name}}`);
    const query = `${new URLSearchParams(words).toString()}&title=${title === '{title}' ? title : encodeURIComponent(title)}`;
    const answers = [
      ...Object.entries(known).map(([name, value]) => [FIELDS[name as FieldName], value]),
      ...asked.map((name) => [FIELDS[name], `{${PLACES[name] ?? name}}`]),
    ];
    return {
      address: `https://github.com/${repository}/issues/new?${query}${open.join('')}`,
      title,
      body: writeFormBody(label, Object.fromEntries(answers) as Record<string, string>, game),
      most: MOST_IN_POST,
    };
  };
  const actions = Object.entries(model.actions).flatMap(([id, action]) => {
    const known = { action: choiceOfAction(id, action) };
    const title = action.title ?? inWords(id);
    return action.private
      ? []
      : [[id, door('2-act.yml', FORM_LABELS.act, { title, known, asked: ['given'] })] as const];
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
          ? door('3-join.yml', labelOfKind(kind), said)
          : door('4-declare.yml', FORM_LABELS.post, { ...said, known: { kind: choiceOfKind(kind, title) } }),
      ] as const,
    ];
  });
  return {
    changes: door('1-propose.yml', labelOfKind(change ?? 'change'), {
      title: '{title}',
      asked: ['reason', 'changes'],
    }),
    actions: Object.fromEntries(actions),
    posts: Object.fromEntries(posts),
  };
}
