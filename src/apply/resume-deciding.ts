import { Deciding, type LeftDeciding } from '../decide/deciding.ts';
import { lastingNotesOf } from '../decide/notes-of-position.ts';
import type { Situation } from '../decide/situation.ts';
import type { InPlay } from '../play/play-options.ts';
import { rehearseRules } from '../rehearse/rehearse-rules.ts';
import type { Oid } from '../repository/oid.ts';
import type { StateHanded } from '../sandbox/sandbox.ts';
import { openGame, readOnce } from '../store/open-game.ts';
import { inOpenGame } from './open-deciding.ts';
import { readTold } from './deliver.ts';
import { readContent } from './look.ts';
import type { LookOptions } from './look-around.ts';

/** A game that stays open from one process to the next, as JSON, beside the image of its sandbox. */
export interface LeftGame extends Omit<InPlay, 'sandbox'> {
  readonly main: Oid;
  /** The state as this side has it: to hand it over once more takes longer than to read it here. */
  readonly handed: StateHanded | null;
  readonly deciding: LeftDeciding;
  /** The notes of the position: a process that goes on from it has to come to the same. */
  readonly notes: string;
}

/** All of an open game beside its sandbox, for another process; null where none can go on from it. */
export function leaveGame(deciding: Deciding, main: Oid): LeftGame | null {
  const left = deciding.leave();
  if (left === null) return null;
  const { play } = deciding.position.open;
  const { manifest, model, sandbox } = play;
  return {
    main,
    handed: sandbox.handed(),
    deciding: left,
    manifest,
    model,
    notes: lastingNotesOf(deciding.position),
  };
}

/** Opens a game as another process left it, of which main is where it was then. Null where it does not come out the same. */
export async function resumeDeciding(
  { forge, now, vault, pictures, caches }: LookOptions,
  { main, deciding: left, manifest, model, notes }: LeftGame,
  sandbox: InPlay['sandbox'],
): Promise<Deciding | null> {
  const files = await readContent(forge, main);
  if (readOnce(files, caches).problems.length > 0) {
    sandbox.dispose();
    return null;
  }
  const situation: Situation = {
    files,
    events: [],
    now,
    heads: new Map(),
    engine: forge.engine.id,
    told: await readTold(forge),
    ...(pictures === undefined ? {} : { pictures: pictures.known() }),
    // They are in the sandbox; that this side may have them has to be known.
    hidden: {},
    seeds: vault.seeds,
    inPlay: { sandbox, manifest, model },
    caches,
  };
  const open = await openGame(files, { ...situation, rehearse: rehearseRules });
  const deciding = inOpenGame(open, () => new Deciding(situation, open, left));
  if (lastingNotesOf(deciding.position) === notes) return deciding;
  deciding.dispose();
  return null;
}
