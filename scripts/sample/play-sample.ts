import { CAST } from '../../content/library/crypt/players/cast.ts';
import type { ContentFiles } from '../../src/engine/game/paths.ts';
import { readGame } from '../../src/engine/game/read-game.ts';
import { CryptDynasty } from './crypt.ts';
import { SampleWorld, type Refused } from './world.ts';

/** What is written, and is cleared before. How far the journal was read is the affair of a forge that is not shipped. */
export const PRODUCED: readonly string[] = [
  'content/game.yml',
  'content/ruleset',
  'content/gamestate',
  'content/posts',
  'content/ledger',
  'content/dynasties',
  'content/engine',
];

export interface SampleOptions {
  readonly library: ContentFiles;
  readonly days?: number;
}

export interface SampleGame {
  readonly files: ContentFiles;
  readonly refusals: readonly Refused[];
  readonly accepted: ReadonlyMap<string, number>;
  readonly ledger: number;
  /** Where it was played. */
  readonly world: SampleWorld;
}

const START = '2021-06-18T09:00:00Z';
const DAYS = 26.5;

/** Plays the sample game from its first day. */
export async function playSample({ library, days = DAYS }: SampleOptions): Promise<SampleGame> {
  const people = CAST.map(({ id, name }) => ({ id, name, bot: false }));
  const players = CAST.filter(({ joins }) => joins === undefined).map(({ id, name, admin, emperor }) => ({
    id,
    name,
    account: id,
    admin: admin === true,
    emperor: emperor === true,
  }));
  const given = Object.fromEntries(
    CAST.filter(({ ancient }) => ancient === true).flatMap(({ id }) => asleep(id)),
  );
  const wish = { name: 'Zahndorf', core: '2021', dynasty: 'crypt', players, at: START, given };
  const world = await SampleWorld.begin(library, wish, people);
  await new CryptDynasty(world, { start: START, days, library }).play();
  const content = await world.content();
  const files = new Map(
    [...content].filter(([path]) => PRODUCED.some((place) => path === place || path.startsWith(`${place}/`))),
  );
  return {
    files,
    refusals: world.refusals,
    accepted: world.accepted,
    ledger: readGame(content).ledger.length,
    world,
  };
}

function asleep(id: string): readonly (readonly [string, unknown])[] {
  return [
    [`players.${id}.state`, 'idle'],
    [`players.${id}.idle-since`, '2021-02-01T00:00:00Z'],
    [`players.${id}.idle-reason`, 'inactive'],
    [`players.${id}.idle-dynasty`, 0],
    [`players.${id}.last-active`, '2021-01-20T00:00:00Z'],
  ];
}
