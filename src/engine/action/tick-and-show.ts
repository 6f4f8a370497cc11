import type { GitHubForge } from '../../forge/github/github-forge.ts';
import type { Forge } from '../../forge/port.ts';
import type { Beacon } from '../chance/beacon.ts';
import type { Seeds } from '../game/draws.ts';
import { GAME_FILE } from '../game/paths.ts';
import { readGame } from '../game/read-game.ts';
import { openPictureStore } from '../pictures/picture-store.ts';
import { readFileText } from '../../repository/read-file.ts';
import { readBranch } from '../../repository/refs.ts';
import { KeptGame } from '../tick/kept-game.ts';
import { readContent } from '../tick/look.ts';
import { tick, type TickReport } from '../tick/tick.ts';
import type { Seen } from './look-first.ts';
import { showGame } from './show-game.ts';
import { tame } from './tame.ts';

export interface TickAndShow {
  readonly forge: GitHubForge;
  readonly now: string;
  readonly dice: Uint8Array | null;
  /** Where rounds come from, in place of drand: tests have a chain of their own. */
  readonly beacon?: Beacon;
  /** Where pictures are kept between runs. */
  readonly picturesFolder: string;
  /** What a first look saw already. */
  readonly seen: Seen | null;
}

export interface RunReport extends TickReport {
  /** Whether main has new issue forms. */
  readonly forms: boolean;
}

/** A tick, with the rules in play, and all that people are to see of it on GitHub. */
export async function tickAndShow({
  forge,
  now,
  dice,
  picturesFolder,
  seen,
  beacon,
}: TickAndShow): Promise<RunReport> {
  const kept = new KeptGame();
  const seeds = await seedsFor(forge, dice, beacon);
  const pictures = openPictureStore(picturesFolder);
  try {
    const spoken = speaking(forge, seen);
    const report = await tick({ forge: spoken, now, isolated: true, pictures, kept, seeds });
    const { table } = kept;
    const main = await readBranch(forge.repository, 'main');
    if (table === null || main === null) return { ...report, forms: false };
    const files = await readContent(forge, main);
    const stuck = new Map(report.stuck.map(({ matter, why }) => [matter, why]));
    const { forms } = await showGame({ forge, table, files, stuck, now });
    return { ...report, forms };
  } finally {
    kept.close();
  }
}

/** What the game's dice come from, as game.yml says: the public beacon, or a seed that was committed to. */
async function seedsFor(
  forge: GitHubForge,
  dice: Uint8Array | null,
  beacon: Beacon | undefined,
): Promise<Seeds> {
  const main = await readBranch(forge.repository, 'main');
  const text = main === null ? null : await readFileText(forge.repository, main, GAME_FILE);
  const { game } = readGame(new Map(text === null ? [] : [[GAME_FILE, text]]));
  if (game.dice?.source !== 'drand') return dice === null ? {} : { dice };
  const { BeaconRounds } = await import('../chance/beacon-rounds.ts');
  const { drandBeacon } = await import('../chance/drand-beacon.ts');
  return { beacon: new BeaconRounds({ beacon: beacon ?? drandBeacon() }) };
}

/** The forge as a tick has it: it says what holds players' words tamely, and leaves how matters stand to `showGame`. */
function speaking(forge: GitHubForge, first: Seen | null): Forge {
  let seen = first;
  return {
    ...forge,
    observe: async (mark) => {
      const known = seen?.mark === mark ? seen.observation : null;
      seen = null;
      return known ?? forge.observe(mark);
    },
    post: (draft) => forge.post({ ...draft, text: tame(draft.text) }),
    comment: (post, key, text) =>
      key === 'standing' ? Promise.resolve() : forge.comment(post, key, tame(text)),
  };
}
