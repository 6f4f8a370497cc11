// A game in which machines have played for some days, as tests of words read it.
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { Person } from '../../src/forge/events.ts';
import { playerAt } from '../../src/seat/preview.ts';
import { Luck } from '../../src/addons/programs/game-trial.ts';
import { stepsAtRandom } from './random-steps.ts';
import { takeSeatStep, type SeatStep } from '../../src/seat/program/steps.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { listPacks } from '../../src/ruleset/compose.ts';
import { idsOf } from '../site/built-site.ts';
import type { KnownIds } from './unreadable-words.ts';

export const NAMES = ['Ana', 'Bo', 'Cy', 'Dee', 'Eli'];
export const BEGAN = Date.parse('2030-06-03T09:00:00Z');
export const timeAt = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

const { core: cores, dynasties } = listPacks(shippedLibrary);
export const CORES = cores.map((core) => ({ title: core, init: ['--core', core] }));
export const PACKS = dynasties.map((name) => ({ title: name, init: ['--dynasty', name] }));

/** A step that the rules allow, as far as one can tell without dice. */
async function nextStep(game: HomeGame, who: Person, luck: Luck): Promise<SeatStep | null> {
  return withPosition(game, (position) => {
    const { play } = position.open;
    const now = game.now();
    for (const step of stepsAtRandom({ position, now, who, luck })) {
      if (step.do !== 'act') return step;
      const input = {
        type: 'act',
        at: now,
        by: playerAt(position, who),
        action: step.action,
        with: step.with,
      };
      const [why = null] = play.sandbox.refusalsOf([{ ...input, type: 'act' }]);
      if (why === null || why.code === 'chance') return step;
    }
    return null;
  });
}

/** Lets each player take a few steps, and returns the time after the last. */
export async function play(folder: string): Promise<string> {
  const luck = new Luck(folder.split('/').at(-2) ?? '');
  let ms = BEGAN;
  for (let round = 0; round < 2; round++)
    for (const name of NAMES) {
      ms += 3 * 3_600_000;
      const game = await openLocalGame(folder, { now: timeAt(ms), caches });
      const who = { id: name.toLowerCase(), name, bot: false };
      for (let more = 0; more < 3; more++) {
        const step = await nextStep(game, who, luck);
        if (step !== null) await takeSeatStep(game, who, step);
      }
    }
  return timeAt(ms + 60_000);
}

/** The ids that no text for people may contain. */
export async function known(folder: string, now: string): Promise<KnownIds> {
  const game = await openLocalGame(folder, { now, caches });
  const ids = new Set(idsOf(await game.content()));
  return withPosition(game, ({ open: { play } }) => {
    const { model } = play;
    const named = [...Object.entries(model.kinds), ...Object.entries(model.submissions)].flatMap(
      ([id, { title }]) =>
        title !== null && !title.toLowerCase().includes(id) ? [[id, title] as const] : [],
    );
    for (const id of [
      model.actions,
      model.kinds,
      model.hooks,
      model.views,
      model.events,
      model.submissions,
    ].flatMap(Object.keys))
      if (id.includes('-')) ids.add(id);
    return { ids, called: new Map([...NAMES.map((name) => [name.toLowerCase(), name] as const), ...named]) };
  });
}
