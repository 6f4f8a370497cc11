import { inWords } from '../../../decide/naming.ts';
import { FIELDS, FORM_LABELS, writeFormBody } from '../../../forge/github/form-body.ts';
import { labelOfKind } from '../../../forge/github/labels.ts';
import { kindFor, type ModelDescription } from '../../../kernel/describe-model.ts';
import type { ForgeDoor, ForgeDoors } from '../../host.ts';
import { choiceOfAction, choiceOfKind } from './form-names.ts';

type FieldName = keyof typeof FIELDS;
type Answers = Readonly<Partial<Record<FieldName, string>>>;
/** GitHub refuses longer ones. */
const MOST_IN_POST = 65_536;
/** The name of a field in a door, where that is not its own. */
const PLACES: Readonly<Partial<Record<FieldName, string>>> = { given: 'with' };

/**
 * Where people do on GitHub what the rules offer, with everything known filled in. A link can't fill in a choice of an issue form, so these lead to a
 * blank issue whose text is what the form would have made of the answers, and says which form it stands for.
 */
export function doorsTo(
  repository: string,
  model: ModelDescription,
  game = '',
): Omit<ForgeDoors, 'name' | 'signIn'> {
  const door = (
    label: string,
    { title, known = {}, asked }: { title: string; known?: Answers; asked: readonly FieldName[] },
  ): ForgeDoor => {
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
    return action.private ? [] : [[id, door(FORM_LABELS.act, { title, known, asked: ['given'] })] as const];
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
          ? door(labelOfKind(kind), said)
          : door(FORM_LABELS.post, { ...said, known: { kind: choiceOfKind(kind, title) } }),
      ] as const,
    ];
  });
  return {
    changes: door(labelOfKind(change ?? 'change'), {
      title: '{title}',
      asked: ['reason', 'changes'],
    }),
    actions: Object.fromEntries(actions),
    posts: Object.fromEntries(posts),
  };
}

/** As part of an address, with the places that are filled in later left as they are. */
function encode(template: string): string {
  return template
    .split(/(\{[a-z]+\})/u)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');
}
