import { stringify } from 'yaml';
import type { Pictures } from '../../kernel/pictures.ts';
import { positionIn } from '../../session/position/position.ts';
import type { Situation } from '../../session/position/situation.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import type { Scenario } from './format.ts';
import { KernelStage } from './kernel-stage.ts';
import { begin, GAME_NAME } from './lay-out.ts';
import { ENGINE_ACCOUNT } from './stage.ts';

/** Begins the game of a scenario on the bare kernel, under these rules. */
export async function setUpStage(...given: Parameters<typeof begin>): Promise<KernelStage> {
  const { play, draws, at, facts } = await begin(...given);
  const [, { pictures }] = given;
  const files = new Map([[GAME_FILE, stringify({ name: GAME_NAME })]]);
  const situation: Situation = {
    files,
    events: [],
    now: at,
    heads: new Map(),
    hidden: {},
    engine: ENGINE_ACCOUNT,
    notified: 0,
    ...(pictures === undefined ? {} : { pictures: asIfFetched(pictures) }),
  };
  const read = { ...readGame(files), facts };
  return new KernelStage(positionIn(situation, { play, read, draws }), at);
}

/** Nothing is fetched here. Each existing picture gets an arbitrary copy. */
export function asIfFetched(pictures: NonNullable<Scenario['pictures']>): Pictures {
  return Object.fromEntries(
    Object.entries(pictures).map(([address, one], at) => [
      address,
      one === 'gone'
        ? { problem: `${new URL(address).host} answers with status 404` }
        : { copy: String(at).padStart(16, '0') },
    ]),
  );
}
