import { Endless } from '../../play/endless.ts';
import type { OpenGame } from '../../store/open-game.ts';
import { inWords } from '../../decide/naming.ts';
import type { SiteData } from '../data/site-data.ts';

/** Nobody in a game is called so. */
const STRANGER = 'somebody-who-is-not-here-yet';

/**
 * The ways into the game: kinds of posts that make more of a stranger than other posts do, as somebody who waits to be
 * let in. They are posted in a game of which nothing more is asked.
 */
export function waysIn(open: OpenGame | null, at: string): SiteData['waysIn'] {
  if (open === null) return [];
  const { play } = open;
  const kinds = Object.entries(play.model.kinds).filter(([, kind]) => !kind.engineOnly && !kind.votable);
  const posted = kinds.filter(([kind]) => {
    const by = `${STRANGER}-${kind}`;
    const asks = { type: 'post', at, by, id: by, kind, title: 'May I?', text: '' } as const;
    return new Endless(play).ask(['post', kind], () => play.take(asks).ok, false);
  });
  const { players } = play.state();
  const become = posted.flatMap(([kind, { title }]) => {
    const state = players[`${STRANGER}-${kind}`]?.['state'];
    return state === undefined ? [] : [{ kind, title: title ?? inWords(kind), state }];
  });
  const often = (wanted: unknown): number => become.filter(({ state }) => state === wanted).length;
  return become
    .filter(({ state }) => often(state) < become.length / 2)
    .map(({ kind, title }) => ({ kind, title }));
}
