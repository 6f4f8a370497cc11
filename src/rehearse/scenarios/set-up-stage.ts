import { stringify } from 'yaml';
import type { Pictures } from '../../kernel/pictures.ts';
import { positionIn } from '../../session/position/position.ts';
import type { Situation } from '../../session/position/situation.ts';
import { GameDraws, type DrawFrom } from '../../session/chance/draws.ts';
import type { PlayOptions } from '../../session/play/play-options.ts';
import type { Composed } from '../../ruleset/compose.ts';
import { NO_FACTS } from '../../store/engine-files.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { timeAt, type Scenario } from './format.ts';
import { ENGINE_ACCOUNT, KernelStage } from './kernel-stage.ts';
import { GAME_NAME, layOut, start, termsFor } from './lay-out.ts';

/**
 * Sets up a game as the beginning of a scenario describes it, under these rules. Events are recorded as they are from
 * a forge.
 */
export async function setUpStage(
  file: string,
  scenario: Scenario,
  rules: Pick<Composed, 'files' | 'terms' | 'dynasty'>,
  options: Pick<PlayOptions, 'rehearse' | 'runner' | 'trial' | 'limits' | 'caches'>,
  draw: DrawFrom,
): Promise<KernelStage> {
  const at = timeAt(scenario.start, scenario.start);
  const draws = new GameDraws({}, draw);
  const play = await start(file, {
    files: rules.files,
    terms: termsFor(scenario, rules.terms),
    draw: (question) => draws.draw(question),
    ...options,
  });
  try {
    layOut(file, scenario, rules, play, at);
  } catch (error) {
    play.dispose();
    throw error;
  }
  const files = new Map([[GAME_FILE, stringify({ name: GAME_NAME })]]);
  const people = [...Object.keys(scenario.players), ...scenario.steps.flatMap(({ by }) => by ?? [])];
  const facts = { ...NO_FACTS, clock: at, people: Object.fromEntries(people.map((id) => [id, id])) };
  const situation: Situation = {
    files,
    events: [],
    now: at,
    heads: new Map(),
    hidden: {},
    engine: ENGINE_ACCOUNT,
    notified: 0,
    ...(scenario.pictures === undefined ? {} : { pictures: asIfFetched(scenario.pictures) }),
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
