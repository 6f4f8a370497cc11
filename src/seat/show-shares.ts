import type { Person } from '../forge/events.ts';
import type { Game } from '../host/game.ts';
import { parseSealed } from '../play/secrets/sealed-text.ts';
import { shareOf } from '../play/secrets/shares.ts';
import { writeShares } from '../play/secrets/shares-text.ts';
import { playerAt } from './preview.ts';
import { withPosition } from './read-table.ts';
import { sealedComments } from './sealed-service.ts';

export interface SharesAtHand {
  /** The post that shows them, or null if there are none. */
  readonly text: string | null;
  readonly many: number;
  /** Somebody's shares that can't be opened here, or were dealt wrongly. */
  readonly closed: number;
}

/** One person's shares of everything that may be opened now. None are shown for a matter that is still being voted on. */
export async function sharesAtHand(game: Game, who: Person): Promise<SharesAtHand> {
  const { holder, waiting } = await withPosition(game, (position) => {
    const { play } = position.open;
    const ids = (play.query(game.now(), [['to-open']])[0]?.value ?? []) as readonly string[];
    const { submissions } = play.state();
    const own = playerAt(position, who);
    const theirs = new Set(ids.filter((id) => submissions[id]?.holders?.people.includes(own) === true));
    const commitments = Object.entries(position.secrets.commitments).filter(([, { id }]) => theirs.has(id));
    return { holder: own, waiting: new Set(commitments.map(([commitment]) => commitment)) };
  });
  const key = await game.vault.readerKey?.(who.id);
  const shares: Record<string, string> = {};
  for (const { commitment, text } of waiting.size === 0 ? [] : await sealedComments(game)) {
    if (!waiting.has(commitment)) continue;
    const share = key === undefined ? null : await shareOf(parseSealed(text), holder, key.identity);
    if (share !== null) shares[commitment] = share;
  }
  const many = Object.keys(shares).length;
  return { text: many === 0 ? null : writeShares(shares), many, closed: waiting.size - many };
}
