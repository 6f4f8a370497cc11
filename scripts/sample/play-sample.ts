import type { ContentFiles } from '../../src/store/paths.ts';
import { readGame } from '../../src/store/read-game.ts';
import { ADMINS, CAST, FOUNDER, FOUNDERS, nameOf } from './cast.ts';
import { CryptDynasty } from './crypt.ts';
import { BEGINNINGS, playClans, playGallery, playMenagerie } from './past-dynasties.ts';
import type { Refused } from './chronicle.ts';
import { SampleWorld } from './world.ts';

/**
 * Files that are deleted first and then written. The position in the journal is left out, because it refers
 * to a forge that isn't shipped.
 */
export const PRODUCED: readonly string[] = [
  'content/game.yml',
  'content/ruleset',
  'content/gamestate',
  'content/posts',
  'content/ledger',
  'content/dynasties',
  'content/pictures',
  'content/engine',
  'content/format.json',
];

export interface SampleOptions {
  readonly library: ContentFiles;
  /** The number of dynasties to play. The last one is not played to its end. */
  readonly dynasties?: number;
  /** The number of days of the last dynasty. */
  readonly days?: number;
  readonly progress?: (line: string) => void;
}

export interface SampleGame {
  /** The shipped files, as bytes because some are pictures. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly refusals: readonly Refused[];
  readonly accepted: ReadonlyMap<string, number>;
  /** The number of lines in the ledgers of all dynasties. */
  readonly ledger: number;
  readonly world: SampleWorld;
}

const CRYPT_BEGINS = '2021-06-18T09:00:00Z';
const DAYS = 26.5;
const PAST = [
  ['the clans', playClans],
  ['the menagerie', playMenagerie],
  ['the gallery', playGallery],
] as const;

/** Plays the sample game from its first day: three dynasties to their ends, and most of a fourth. */
export async function playSample({
  library,
  dynasties = PAST.length + 1,
  days = DAYS,
  progress = () => undefined,
}: SampleOptions): Promise<SampleGame> {
  const world = await begin(library);
  for (const [name, play] of PAST.slice(0, dynasties)) {
    await play(world, library);
    progress(`${name}, until ${world.now}`);
  }
  if (dynasties > PAST.length) await new CryptDynasty(world, { start: CRYPT_BEGINS, days, library }).play();
  const files = new Map(
    [...(await world.everything())].filter(([path]) =>
      PRODUCED.some((place) => path === place || path.startsWith(`${place}/`)),
    ),
  );
  const { refusals, accepted } = world.chronicle;
  const ledger = 1 + (readGame(await world.content()).ledger.at(-1)?.n ?? -1);
  return { files, refusals, accepted, ledger, world };
}

function begin(library: ContentFiles): Promise<SampleWorld> {
  const people = CAST.map(({ id, name }) => ({ id, name, bot: false }));
  const players = FOUNDERS.map((id) => ({
    id,
    name: nameOf(id),
    account: id,
    admin: ADMINS.includes(id),
    emperor: id === FOUNDER,
  }));
  // A player wins by equalling the emperor's honor, so the emperor starts with some before there are any lords.
  const given = { [`players.${FOUNDER}.honor`]: 40 };
  const wish = { name: 'Zahndorf', core: '2008', dynasty: 'clans', players, at: BEGINNINGS.clans, given };
  return SampleWorld.begin(library, wish, people);
}
