import { FORM_LABELS } from '../../../forge/github/form-body.ts';
import { kindPrefix, labelOfGame, statusPrefix } from '../../../forge/github/labels.ts';
import { BOUNDS, cutTo } from '../../../kernel/bounds.ts';
import { defuse } from '../../../kernel/defuse.ts';
import type { Outlook } from '../../../kernel/definition.ts';
import type { ModelDescription } from '../../../kernel/describe-model.ts';
import { capitalised } from '../../../kernel/sentence.ts';
import type { Say, Wording } from '../../../language/wording.ts';

/** GitHub cuts longer labels. */
const longestLabel = 50;

export interface Label {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

const statusesIn = (say: Say): readonly (readonly [status: string, color: string, description: string])[] => [
  ['pending', 'fbca04', say`Put to a vote`],
  ['stuck', 'b60205', say`Something stands in its way`],
  ['enacted', '0e8a16', capitalised(say`enacted`)],
  ['failed', 'd93f0b', capitalised(say`failed`)],
  ['not-accepted', 'cccccc', say`The rules don’t allow it`],
];

const outlooksIn = (say: Say): Record<Outlook, readonly [color: string, description: string]> => ({
  enacted: ['0e8a16', say`would pass with these votes`],
  failed: ['d93f0b', say`would fail with these votes`],
  'taken-back': ['cccccc', say`is taken back`],
});

export function labelsFor(model: ModelDescription, game: string, { say }: Wording): Label[] {
  const outlooks = outlooksIn(say);
  const kinds = Object.entries(model.kinds).map(([kind, { title }]) => ({
    name: `${kindPrefix}${kind}`,
    color: '1d76db',
    description: defuse(say`Post: ${title ?? kind}`).slice(0, 100),
  }));
  const forms = Object.values(FORM_LABELS).map((name) => ({
    name,
    color: 'c5def5',
    description: say`One of the forms: its first field says what it does`.slice(0, 100),
  }));
  const states = model.ballot.states.map(({ title, means }) => {
    const [color, description] = outlooks[means];
    const name = cutTo(defuse(title), BOUNDS.label.written);
    return [name, color, defuse(`${capitalised(title)}: ${description}`).slice(0, 100)] as const;
  });
  const statuses = [...statusesIn(say), ...states].map(([status, color, description]) => ({
    name: `${statusPrefix}${status}`,
    color,
    description: description.slice(0, 100),
  }));
  const own = {
    name: labelOfGame(game),
    color: '5319e7',
    description: say`Game: ${game}`.slice(0, 100),
  };
  return [...(game === '' ? [] : [own]), ...kinds, ...forms, ...statuses].filter(
    ({ name }) => name.length <= longestLabel,
  );
}

/** The marker that the engine appends to its posts. */
const MARK = '<!-- gitnomic:';
const MARKER = /^<!-- gitnomic:\S+ \S+ -->\s*$/u;

/**
 * The engine's messages quote players. On GitHub such words must not mention anybody, link anywhere, load pictures or
 * contain HTML. Bold, lists and code stay.
 */
export function tame(text: string): string {
  const at = text.lastIndexOf(MARK);
  const marker = at >= 0 && MARKER.test(text.slice(at)) ? text.slice(at) : '';
  const said = text.slice(0, text.length - marker.length);
  return `${defuse(said.replaceAll('<', '&lt;'))
    .replaceAll('](', ']\u200b(')
    .replaceAll(/^([^\S\n]*\[[^\]]{0,1000}\]):/gmu, '$1\u200b:')}${marker}`;
}

/** Finds the address of the engine's own post or of a stored picture; null if unknown. */
export interface Places {
  readonly post: (id: string) => string | null;
  readonly picture: (path: string) => string | null;
}

const POST = /\[((?:\\.|[^[\]\\])*)\]\u200b\(#post:([\w.-]{1,100})\)/gu;
const THING = /\[((?:\\.|[^[\]\\])*)\]\u200b\(#thing:[\w./-]{1,200}\)/gu;
const PICTURE = /!\[((?:\\.|[^[\]\\])*)\]\u200b\((pictures\/[\w/-]{1,100}\.[0-9a-f]{16}\.webp)\)/gu;

/** Restores links in defused text that lead to the game's own posts and pictures. */
export function leadWithin(tamed: string, { post, picture }: Places): string {
  return tamed
    .replace(PICTURE, (whole, words: string, path: string) => {
      const address = picture(path);
      return address === null ? whole : `![${words}](${address})`;
    })
    .replace(POST, (_, words: string, id: string) => {
      const number = post(id);
      return number === null ? words : `${words} (#${number})`;
    })
    .replace(THING, '$1');
}
