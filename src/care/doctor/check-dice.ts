import type { Finding } from './finding.ts';
import type { BeaconChain } from '../../play/chance/beacon.ts';
import { firstBentRoll, promisedDiceIn } from '../../play/chance/recorded-dice.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';

export interface DiceHere {
  readonly seed?: Uint8Array | undefined;
  /** Replaces drand's chain in tests. */
  readonly chain?: BeaconChain;
}

/** Whether public rolls follow from their recorded proofs. Only a replay can tell whether the proofs are the right ones. */
export function checkDice(files: ContentFiles, here: DiceHere = {}): readonly Finding[] {
  const { game, ledger } = readGame(files);
  // A game that started with a seed has both kinds of lines.
  const seeded = ledger.some(
    ({ proof }) => (proof as { from?: unknown } | undefined)?.from === 'committed-seed',
  );
  const beaconOnly = game.dice?.source === 'drand' && !seeded;
  const bent = firstBentRoll(ledger, null, {
    names: [game.name],
    beaconOnly,
    promised: promisedDiceIn(ledger, game),
    ...here,
  });
  if (bent === null) return [];
  return [
    {
      code: 'dice-bent',
      level: 'problem',
      what: `The dice of line ${bent.line} of the ledger did not fall as they had to: ${bent.why}.`,
      where: 'content/ledger',
      next: 'That line differs from what the engine writes: `git log content/ledger` says who. `gitnomic replay` plays the game again and says what follows from it.',
    },
  ];
}
