import type { Person } from '../forge/events.ts';
import type { Draw } from '../kernel/chance.ts';
import type { CommentData } from '../kernel/state.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { isPlainObject } from '../kernel/values.ts';
import { publicChanges } from '../store/private-values.ts';
import type { Game } from '../host/game.ts';
import { picturesIn, sealedPictures } from '../pictures/find-pictures.ts';
import { Naming } from '../wording/naming.ts';
import { sayChanges } from '../wording/say-changes.ts';
import { readInbox, type Inbox } from './read-inbox.ts';
import { withPosition } from './read-table.ts';
import { playerAt, sayResultOf } from './preview.ts';
import type { Position } from '../session/position/position.ts';

/** The effects of an action of the emperor's side, down to every secret choice. It is run and then discarded. */
export interface Rehearsal {
  readonly refusal: RefusalData | null;
  /** The draws in order. The seed was committed to in advance, so the real action will draw the same. */
  readonly draws: readonly Draw[];
  readonly told: string | null;
  readonly changes: readonly { readonly line: string; readonly private: boolean }[];
  readonly posts: readonly { readonly kind: string; readonly title: string; readonly text: string }[];
  /** The comments with which the rules would decide posts, in order. */
  readonly comments: readonly { readonly on: string; readonly text: string }[];
  /** Sealed submissions that can't count, shown before the action consumes them. */
  readonly inbox: Inbox;
}

export async function rehearse(
  game: Game,
  who: Person,
  action: string,
  words: Readonly<Record<string, unknown>>,
  progress?: (done: number, all: number) => void,
): Promise<Rehearsal> {
  const addresses = await withPosition(game, ({ open: { play } }) => [
    ...picturesIn(play.model.actions[action]?.with ?? {}, words),
    ...sealedPictures(play.model, play.state()).map(({ address }) => address),
  ]);
  await game.pictures.gather(addresses, progress);
  return withPosition(game, (position) => {
    const inbox = readInbox(position, game);
    const by = playerAt(position, who);
    const outcome = position.rules.take({ type: 'act', at: game.now(), by, action, with: words });
    const { draws } = outcome;
    if (!outcome.ok)
      return { refusal: outcome.refusal, draws, told: null, changes: [], posts: [], comments: [], inbox };
    const { model, terms } = position.open.play;
    const result = sayResultOf(
      outcome.result,
      new Naming({ model, terms, state: position.open.play.state() }),
    );
    return { refusal: null, draws, told: result, ...comesOf(position, outcome.changes), inbox };
  });
}

function comesOf(
  { open: { play } }: Position,
  all: Parameters<typeof publicChanges>[0],
): Pick<Rehearsal, 'changes' | 'posts' | 'comments'> {
  const state = play.state();
  const naming = new Naming({ model: play.model, terms: play.terms, state });
  const inPublic = new Set(sayChanges(publicChanges(all, play.model), naming));
  return {
    changes: sayChanges(all, naming).map((line) => ({ line, private: !inPublic.has(line) })),
    posts: all.flatMap(({ path, before, after }) => {
      if (path[0] !== 'posts' || path.length !== 2 || before !== null || !isPlainObject(after)) return [];
      return [{ kind: String(after['kind']), title: String(after['title']), text: String(after['text']) }];
    }),
    comments: all.flatMap(({ path: [scope, id = '', key], before, after }) => {
      if (scope !== 'posts' || key !== 'comments' || !Array.isArray(after)) return [];
      const old = new Set(((before ?? []) as CommentData[]).map((said) => said.id));
      const on = state.posts[id]?.title ?? id;
      return (after as CommentData[]).flatMap(({ id: said, text }) => (old.has(said) ? [] : [{ on, text }]));
    }),
  };
}
