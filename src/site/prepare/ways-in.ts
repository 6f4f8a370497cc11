import type { State } from '../../kernel/state.ts';
import type { OpenGame } from '../../store/open-game.ts';
import { inWords } from '../../decide/naming.ts';
import type { SiteData } from '../data/site-data.ts';

/** Nobody is called so: an id has no spaces. */
const STRANGER = 'nobody yet';

/** How somebody gets into the game: kinds of posts that the rules take from a stranger, and not from one who plays. */
export function waysIn(open: OpenGame | null, { players }: State, at: string): SiteData['waysIn'] {
  const player = Object.entries(players).find(([, { state }]) => state === 'active')?.[0];
  if (open === null || player === undefined) return [];
  const { sandbox } = open.play;
  const takes = (by: string, kind: string): boolean =>
    sandbox.explainInput({ type: 'post', at, by, id: 'looked-at', kind, title: 'May I?', text: '' })
      .refusal === null;
  return Object.entries(sandbox.describe().kinds)
    .filter(([kind, { engineOnly }]) => !engineOnly && takes(STRANGER, kind) && !takes(player, kind))
    .map(([kind, { title }]) => ({ kind, title: title ?? inWords(kind) }));
}
