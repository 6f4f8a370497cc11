import type { Game } from 'gitnomic/rules';
import { type Creature, inWords } from './creatures.ts';
import type { Force, Slot } from './forces.ts';
import { ask, sum } from './owners.ts';
import type { Line } from './questions.ts';

/** The strengths of a force, and in words how each came about. */
export interface Reckoning {
  readonly strengths: readonly number[];
  readonly told: readonly string[];
}

/** A battle as one side of it is reckoned. */
export interface Side {
  readonly own: Force;
  readonly foe: Force;
  /** The battlefield's id. */
  readonly battlefield: string;
  readonly slots: number;
  readonly emptyStrength: number;
}

/** `+3 Giant` */
export function inLine({ what, strength }: Line): string {
  return `${signed(strength)} ${what}`;
}

/** Strengths slot by slot, in the order that the rule on battles gives. */
export function reckon(game: Game, side: Side): Reckoning {
  const { own, foe } = side;
  const places = Array.from({ length: side.slots }, (_, at) => at);
  const creaturesOf = (force: Force) => places.map((at) => creatureIn(game, force, at));
  const [ownCreatures, foeCreatures] = [creaturesOf(own), creaturesOf(foe)];
  const slot = (at: number, strength: number): Slot => ({
    own,
    foe,
    at,
    ownCreatures,
    foeCreatures,
    strength,
  });

  const lines = places.map((at) => linesOf(game, side, at, ownCreatures[at] ?? null));
  const alone = lines.map((parts) => sum(parts.map(({ strength }) => strength)));
  const spurred = alone.map((strength, at) => strength + ask(game, 'battle-bonus', slot(at, strength), 0));
  const lends = ownCreatures.map(
    (one) => one !== null && ask(game, 'battle-lends', { creature: one }, false),
  );
  const lent = places.map((at) => (lends[at + 1] ? (spurred[at + 1] ?? 0) : 0));
  const merged = spurred.map((strength, at) => (lends[at] ? 0 : strength) + (lent[at] ?? 0));
  const limited = merged.map((strength, at) => ask(game, 'battle-limit', slot(at, strength), strength));
  const strengths = limited.map((strength, at) => ask(game, 'battle-final', slot(at, strength), strength));

  const told = places.map((at) => {
    const bonus = (spurred[at] ?? 0) - (alone[at] ?? 0);
    const steps = [
      ...(lines[at] ?? []).map(inLine),
      bonus !== 0 && `${signed(bonus)} by tactics`,
      lends[at] && `${spurred[at]} lent to ${at === 0 ? 'nobody' : 'the slot above'}`,
      lent[at] !== 0 && `${signed(lent[at] ?? 0)} lent by the slot below`,
      limited[at] !== merged[at] && `limited to ${limited[at]}`,
      strengths[at] !== limited[at] && `${strengths[at]} after everything else`,
    ].filter((step) => typeof step === 'string');
    return `${nameOf(own, at, ownCreatures[at] ?? null)}: ${strengths[at]}${steps.length === 0 ? '' : ` (${steps.join('; ')})`}`;
  });
  return { strengths, told };
}

/** A tactic may send a creature into the ring; else a slot has the creature that was listed. */
function creatureIn(game: Game, force: Force, at: number): Creature | null {
  const { creature, tactic } = force.elements[at] ?? {};
  if (creature !== undefined || tactic === undefined) return creature ?? null;
  return ask(game, 'battle-stand-in', { force, at }, null);
}

/** What a creature has by itself. */
function linesOf(game: Game, side: Side, at: number, creature: Creature | null): readonly Line[] {
  if (creature === null)
    return side.emptyStrength === 0 ? [] : [{ what: 'empty', strength: side.emptyStrength }];
  const { strength } = side.own.elements[at] ?? {};
  if (strength !== undefined) return [{ what: 'drawn', strength }];
  const battlefield = game.battlefields.get(side.battlefield);
  return battlefield === null
    ? []
    : ask(game, 'strength-lines', { owner: side.own.owner, creature, battlefield }, []);
}

function nameOf({ elements }: Force, at: number, creature: Creature | null): string {
  const { tactic, names } = elements[at] ?? {};
  const parts = [tactic, names, creature === null ? undefined : inWords(creature)];
  return parts.filter((part) => part !== undefined).join(' ') || 'empty';
}

function signed(number: number): string {
  return `${number < 0 ? '−' : '+'}${Math.abs(number)}`;
}
