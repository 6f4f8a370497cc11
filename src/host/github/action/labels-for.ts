import { FORM_LABELS } from '../../../forge/github/form-body.ts';
import { kindPrefix, labelOfGame, statusPrefix } from '../../../forge/github/labels.ts';
import { defuse } from '../../../kernel/defuse.ts';
import type { Outlook } from '../../../kernel/definition.ts';
import type { ModelDescription } from '../../../kernel/describe-model.ts';
import { capitalised } from '../../../kernel/sentence.ts';

/** GitHub cuts labels there. */
const longestLabel = 50;

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
export function labelsFor(model: ModelDescription, game = ''): Label[] {
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
  const own = { name: labelOfGame(game), color: '5319e7', description: `Of the game in ${game}` };
  return [...(game === '' ? [] : [own]), ...kinds, ...forms, ...statuses].filter(
    ({ name }) => name.length <= longestLabel,
  );
}
