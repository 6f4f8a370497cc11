import { countOf } from '../../kernel/chance.ts';
import { SET_GAME, type RecordedLine } from '../../store/ledger-line.ts';
import { firstTryAt } from './binding-rolls.ts';
import { QUICKNET, verifyBeaconDraws, type BeaconChain } from './beacon.ts';
import { commitmentToSeed, verifyCommitted, type RecordedDraw, type Verification } from './committed-seed.ts';
import type { BeaconProof, SeedProof } from './source.ts';
import type { GameFile } from '../../ruleset/schema/game.ts';

/** The purpose of a ledger line's dice, as a replay computes it. */
export interface Rolled {
  readonly line: number;
  /** Without the game's name: `roll#3`. */
  readonly purpose: string;
  readonly at: string;
}

export interface DiceOptions {
  /** All names of the game so far, because Admins may rename it. */
  readonly names: readonly string[];
  /** Whether every roll must come from the beacon, because the game never had another source. */
  readonly beaconOnly: boolean;
  /** drand's by default; tests have their own chain. */
  readonly chain?: BeaconChain | undefined;
  /** Published hashes of dice seeds. */
  readonly promised?: readonly string[];
  /** The promised seed, if it is known here. */
  readonly seed?: Uint8Array | undefined;
}

export interface DiceProblem {
  readonly line: number;
  readonly why: string;
}

/** The first ledger line whose public rolls don't follow from their source, or null. */
export function firstBentRoll(
  lines: readonly RecordedLine[],
  rolled: ReadonlyMap<number, Rolled> | null,
  options: DiceOptions,
): DiceProblem | null {
  // Before the first roll from a published seed, the game may have been played elsewhere with another.
  let isPromised = rolled !== null;
  const { promised = [] } = options;
  for (const [place, line] of lines.entries()) {
    const { from, commitment } = (line.proof ?? {}) as Partial<SeedProof>;
    const isAsPromised = from !== 'committed-seed' || promised.includes(commitment ?? '');
    isPromised ||= from === 'committed-seed' && isAsPromised;
    if (isPromised && !isAsPromised && promised.length > 0)
      return { line: line.n, why: 'they come from a different seed than the one whose hash was published' };
    const dice = line.draws.filter(({ kind }) => kind === 'dice');
    if (dice.length === 0) continue;
    const verdict = judge(line, rolled, options, rolled === null ? firstTryAt(lines, place) : line.at);
    if (!verdict.ok) return { line: line.n, why: verdict.why };
  }
  return null;
}

/** All hashes that a game has published, including those that Admins set. */
export function promisedDiceIn(
  lines: readonly RecordedLine[],
  ...games: readonly GameFile[]
): readonly string[] {
  const said = lines.flatMap(({ what, with: words }) => {
    const { dice } = (what === SET_GAME ? words : {}) as Pick<GameFile, 'dice'>;
    return [dice];
  });
  return [...games.map(({ dice }) => dice), ...said].flatMap((dice) =>
    dice?.source === 'committed' && dice.hash !== undefined ? [dice.hash] : [],
  );
}

/** Without a replay's `rolled`, a line's own purpose and time are trusted. */
function judge(
  line: RecordedLine,
  rolled: ReadonlyMap<number, Rolled> | null,
  { names, beaconOnly, chain = QUICKNET, seed }: DiceOptions,
  firstTry: string,
): Verification {
  const proof = line.proof as BeaconProof | SeedProof | undefined;
  if (proof?.from !== 'beacon') {
    if (beaconOnly) return { ok: false, why: 'its dice come from the beacon, but no round is recorded' };
    return proof === undefined || seed === undefined || proof.commitment !== commitmentToSeed(seed)
      ? { ok: true }
      : (misplaced(line, proof, names, rolled) ?? verifyCommitted(proof, placesOf(line), seed));
  }
  const { at = firstTry } = rolled?.get(line.n) ?? {};
  return misplaced(line, proof, names, rolled) ?? verifyBeaconDraws(chain, proof, at, placesOf(line));
}

/** Draws made for another action's purpose would have other results. */
function misplaced(
  { n }: RecordedLine,
  { purpose }: BeaconProof | SeedProof,
  names: readonly string[],
  rolled: ReadonlyMap<number, Rolled> | null,
): Verification | null {
  if (rolled === null) return null;
  const own = rolled.get(n);
  if (own === undefined) return { ok: false, why: 'in a replay it rolls no dice' };
  return names.some((name) => purpose === `${name}/${own.purpose}`)
    ? null
    : { ok: false, why: `its dice were rolled for ${own.purpose}, but the proof is about ${purpose}` };
}

function placesOf({ draws }: RecordedLine): RecordedDraw[] {
  return draws
    .filter(({ kind }) => kind === 'dice')
    .map(({ size, result }) => ({ size, place: countOf(BigInt(String(result)) - 1n) }));
}
