import { mainOf } from '../../../tick/tick-options.ts';
import { posix } from 'node:path';
import { SandboxLostError } from '../../../sandbox/host.ts';
import type { Caches } from '../../../cache/caches.ts';
import type { GitHubForge } from '../../../forge/github/github-forge.ts';
import type { Forge, Observation } from '../../../forge/port.ts';
import type { Beacon } from '../../../session/chance/beacon.ts';
import type { Seeds } from '../../../session/chance/draws.ts';
import { GAME_FILE, type ContentFiles } from '../../../store/paths.ts';
import { readGame, type GameRead } from '../../../store/read-game.ts';
import { openPictureStore } from '../../../pictures/picture-store.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { CachedGame } from '../../../tick/cached-game.ts';
import { readContent } from '../../../tick/observe.ts';
import { tick, type TickReport } from '../../../tick/tick.ts';
import type { Position } from '../../../session/position/position.ts';
import type { Teller } from '../../tellers.ts';
import { repositoryOf, gamePlace } from '../repository.ts';
import type { Seen } from './read-before-tick.ts';
import { showGame } from './show-game.ts';
import { leadWithin, tame, type Places } from './labels-for.ts';

export interface TickAndShow {
  readonly forge: GitHubForge;
  readonly now: string;
  readonly dice: Uint8Array | null;
  /** Replaces drand; tests have their own chain. */
  readonly beacon?: Beacon | undefined;
  /** Pictures are cached here between runs. */
  readonly picturesFolder: string;
  /** Events that a first look has already fetched. */
  readonly seen: Seen | null;
  /** Report news to people elsewhere. */
  readonly tellers: readonly Teller[];
  readonly caches: Caches;
}

export interface RunReport extends TickReport {
  readonly forms: boolean;
  readonly publish: boolean;
  /** When the clock alone next makes something due. */
  readonly due: string | null;
  /** One sentence for each receiver that can't be reached. */
  readonly untold: readonly string[];
}

/** How often it tries again without a question that exhausted its sandbox. */
const MOST_TRIES = 4;

/** Ticks with the rules in play, then updates everything that people see on GitHub. */
export async function tickAndShow(given: TickAndShow): Promise<RunReport> {
  const { forge, now, dice, picturesFolder, seen, beacon, caches } = given;
  let cached = new CachedGame();
  const { game } = await gameOn(forge);
  const seeds = await seedsFor(game, dice, beacon);
  const pictures = openPictureStore(picturesFolder);
  try {
    const news = { main: false, journal: false };
    const spoken = speaking(forge, seen, game, (events) => {
      news.journal ||= events.some(({ by }) => by?.id !== forge.engine.id);
    });
    const options = { forge: spoken, now, pictures, seeds, caches };
    const report = await tick({ ...options, cached });
    const { position: first } = cached;
    news.main = report.commits.length + report.undone.length > 0;
    if (first === null) return { ...report, forms: false, publish: news.main, due: null, untold: [] };
    const files = await readContent(forge, await mainOf(forge));
    const stuck = new Map(report.stuck.map(({ matter, why }) => [matter, why]));
    let position = first;
    for (let tries = 0; ; tries += 1) {
      try {
        const shown = await showGame({ forge, position, files, stuck, now }, news);
        return { ...report, ...shown, untold: await tellFrom(given, position, files) };
      } catch (error) {
        // A question exhausted its sandbox, so the others are asked again without it.
        const isUsedUp = position.open.play.sandbox.dead && !(error instanceof SandboxLostError);
        if (!isUsedUp || tries === MOST_TRIES) throw error;
      }
      cached.close();
      cached = new CachedGame();
      await tick({ ...options, cached });
      position = cached.position ?? position;
    }
  } finally {
    cached.close();
  }
}

async function tellFrom(
  { forge, now, tellers }: TickAndShow,
  position: Position,
  files: ContentFiles,
): Promise<readonly string[]> {
  const server = repositoryOf(position.open.read.game.forge);
  const pageOf = (matter: string): string | null => {
    const post = position.posts.forgePostOf(matter);
    return server === null || post === null ? null : `https://github.com/${server}/issues/${post}`;
  };
  const about = { forge, position, files, now, pageOf };
  return (await Promise.all(tellers.map((tell) => tell(about)))).flat();
}

async function gameOn(forge: GitHubForge): Promise<GameRead> {
  const text = await readFileText(forge.repository, await mainOf(forge), GAME_FILE);
  return readGame(new Map(text === null ? [] : [[GAME_FILE, text]]));
}

/** The dice named in game.yml: the public beacon or a committed seed. */
async function seedsFor(
  game: GameRead['game'],
  dice: Uint8Array | null,
  beacon: Beacon | undefined,
): Promise<Seeds> {
  if (game.dice?.source !== 'drand') return dice === null ? {} : { dice };
  const { BeaconRounds } = await import('../../../session/chance/beacon-rounds.ts');
  const { drandBeacon } = await import('../../../session/chance/drand-beacon.ts');
  return { beacon: new BeaconRounds({ beacon: beacon ?? drandBeacon() }) };
}

/** The forge for a tick: it defuses messages that quote players, and leaves standings to `showGame`. */
function speaking(
  forge: GitHubForge,
  first: Seen | null,
  game: GameRead['game'],
  note: (events: Observation['events']) => void,
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
      note(observation.events);
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
