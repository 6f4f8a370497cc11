import { posix } from 'node:path';

import { SandboxLostError } from '../../../sandbox/host.ts';
import type { Caches } from '../../../cache/caches.ts';
import type { GitHubForge } from '../../../forge/github/github-forge.ts';
import type { Forge, Observation } from '../../../forge/port.ts';
import type { Beacon } from '../../../play/chance/beacon.ts';
import type { Seeds } from '../../../play/draws.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { readGame, type GameRead } from '../../../store/read-game.ts';
import { openPictureStore } from '../../../store/pictures/picture-store.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { readBranch } from '../../../repository/refs.ts';
import { KeptGame } from '../../../apply/kept-game.ts';
import { readContent } from '../../../apply/look.ts';
import { tick, type TickReport } from '../../../apply/tick.ts';
import type { Position } from '../../../decide/position.ts';
import type { ContentFiles } from '../../../store/paths.ts';
import type { Addresses } from '../../../notices/addresses.ts';
import { repositoryOf } from '../repository.ts';
import type { Seen } from './look-first.ts';
import { showGame } from './show-game.ts';
import { leadWithin, tame, type Places } from './tame.ts';
import { gamePlace } from '../repository.ts';

export interface TickAndShow {
  readonly forge: GitHubForge;
  readonly now: string;
  readonly dice: Uint8Array | null;
  /** Where rounds come from, in place of drand: tests have a chain of their own. */
  readonly beacon?: Beacon;
  /** Where pictures are kept between runs. */
  readonly picturesFolder: string;
  /** The events that a first look saw already. */
  readonly seen: Seen | null;
  /** Where notices go besides; null for nowhere. */
  readonly addresses: Addresses | null;
  readonly caches: Caches;
}

export interface RunReport extends TickReport {
  /** Whether main has new issue forms. */
  readonly forms: boolean;
  /** Whether the pages have to be made again. */
  readonly publish: boolean;
  /** When something is due next by the clock alone; null where nothing is in sight. */
  readonly due: string | null;
  /** A sentence for each receiver elsewhere that can't be told. */
  readonly untold: readonly string[];
}

/** The number of times that it is shown anew without a question that used up its sandbox. */
const MOST_TRIES = 4;

/** A tick, with the rules in play, and all that people are to see of it on GitHub. */
export async function tickAndShow(given: TickAndShow): Promise<RunReport> {
  const { forge, now, dice, picturesFolder, seen, beacon, caches } = given;
  let kept = new KeptGame();
  const { game } = await gameOn(forge);
  const seeds = await seedsFor(game, dice, beacon);
  const pictures = openPictureStore(picturesFolder);
  try {
    const news = { main: false, journal: false };
    const spoken = speaking(forge, seen, game, (events) => {
      news.journal ||= events.some(({ by }) => by?.id !== forge.engine.id);
    });
    const options = { forge: spoken, now, isolated: true, pictures, seeds, caches };
    const report = await tick({ ...options, kept });
    const { position: first } = kept;
    const main = await readBranch(forge.repository, 'main');
    news.main = report.commits.length + report.undone.length > 0;
    if (first === null || main === null)
      return { ...report, forms: false, publish: news.main, due: null, untold: [] };
    const files = await readContent(forge, main);
    const stuck = new Map(report.stuck.map(({ matter, why }) => [matter, why]));
    let position = first;
    for (let tries = 0; ; tries += 1) {
      try {
        const shown = await showGame({ forge, position, files, stuck, now }, news);
        return { ...report, ...shown, untold: await tellFrom(given, position, files) };
      } catch (error) {
        // A question used up the sandbox in which it was asked: the others are asked again without it.
        const isUsedUp = position.open.play.sandbox.dead && !(error instanceof SandboxLostError);
        if (!isUsedUp || tries === MOST_TRIES) throw error;
      }
      kept.close();
      kept = new KeptGame();
      await tick({ ...options, kept });
      position = kept.position ?? position;
    }
  } finally {
    kept.close();
  }
}

async function tellFrom(
  { forge, now, addresses }: TickAndShow,
  position: Position,
  files: ContentFiles,
): Promise<readonly string[]> {
  if (addresses === null) return [];
  const { tellElsewhere } = await import('../../../notices/tell-elsewhere.ts');
  const server = repositoryOf(position.open.read.game.forge);
  const pageOf = (matter: string): string | null => {
    const post = position.posts.forgePostOf(matter);
    return server === null || post === null ? null : `https://github.com/${server}/issues/${post}`;
  };
  return tellElsewhere({ forge, position, files, now, addresses, pageOf });
}

async function gameOn(forge: GitHubForge): Promise<GameRead> {
  const main = await readBranch(forge.repository, 'main');
  const text = main === null ? null : await readFileText(forge.repository, main, GAME_FILE);
  return readGame(new Map(text === null ? [] : [[GAME_FILE, text]]));
}

/** The source of the game's dice, as game.yml says: the public beacon, or a seed that was committed to. */
async function seedsFor(
  game: GameRead['game'],
  dice: Uint8Array | null,
  beacon: Beacon | undefined,
): Promise<Seeds> {
  if (game.dice?.source !== 'drand') return dice === null ? {} : { dice };
  const { BeaconRounds } = await import('../../../play/chance/beacon-rounds.ts');
  const { drandBeacon } = await import('../../../play/chance/drand-beacon.ts');
  return { beacon: new BeaconRounds({ beacon: beacon ?? drandBeacon() }) };
}

/** The forge as a tick has it: it says what holds players' words tamely, and leaves how matters stand to `showGame`. */
function speaking(
  forge: GitHubForge,
  first: Seen | null,
  game: GameRead['game'],
  told: (events: Observation['events']) => void,
): Forge {
  let seen = first;
  const numbers = new Map<string, string>();
  const { repository, path } = gamePlace(game.forge);
  const places: Places = {
    post: (id) => numbers.get(id) ?? forge.onPosts.called(id)?.post ?? null,
    picture: (file) =>
      repository === null
        ? null
        : `https://github.com/${repository}/raw/main/${posix.join(path, 'content', file)}`,
  };
  const said = (text: string): string => leadWithin(tame(text), places);
  return {
    ...forge,
    observe: async (mark) => {
      const known = seen?.mark === mark ? seen.observation : null;
      seen = null;
      const observation = known ?? (await forge.observe(mark));
      told(observation.events);
      return observation;
    },
    post: async (draft) => {
      const number = await forge.post({ ...draft, text: said(draft.text) });
      numbers.set(draft.key, number);
      return number;
    },
    comment: (post, key, text) =>
      key === 'standing' ? Promise.resolve() : forge.comment(post, key, said(text)),
  };
}
