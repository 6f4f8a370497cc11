import { stringify } from 'yaml';

import type { Situation } from '../../decide/situation.ts';
import { positionIn } from '../../decide/position.ts';
import type { DrawFrom } from '../../play/draws.ts';
import { GameDraws } from '../../play/draws.ts';
import { rehearsalIn } from '../../rehearse/rehearse-rules.ts';
import type { SandboxHost } from '../../sandbox/host.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { NO_FACTS } from '../../store/engine-files.ts';
import { mergeRuleFile } from '../../store/open-game.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { Resolutions } from '../../store/resolutions.ts';
import { timeAt } from '../clock.ts';
import type { Scenario } from '../format.ts';
import { composed, GAME_NAME, layOut, start, termsFor } from '../lay-out.ts';
import type { Driver } from '../run.ts';
import type { Rules } from '../set-up.ts';
import { KernelMachine, type CompiledClauses } from './kernel-machine.ts';
import { ENGINE_ACCOUNT, KernelStage } from './kernel-stage.ts';
import { takeStepOnKernel } from './kernel-steps.ts';

/** Plays scenarios on the kernel alone, in this process: clauses that nobody vouches for must not be among them. */
export function onKernel(): Driver<KernelStage> {
  const compiled: CompiledClauses = new Map();
  return {
    setUp: (file, scenario, rules, draw) => setUpOnKernel(compiled, file, scenario, rules, draw),
    takeStep: takeStepOnKernel,
  };
}

async function setUpOnKernel(
  compiled: CompiledClauses,
  file: string,
  scenario: Scenario,
  { core, library, caches }: Rules,
  draw: DrawFrom,
): Promise<KernelStage> {
  const at = timeAt(scenario.start, scenario.start);
  const dynasty = scenario.rules.dynasty ?? undefined;
  const rules = caches.once(library, `composed ${core} ${dynasty ?? ''}`, () =>
    composed(file, library, core, dynasty),
  );
  const runner = (host: SandboxHost): Sandbox => Sandbox.over(new KernelMachine(host, compiled));
  const resolutions = new Resolutions();
  const draws = new GameDraws({}, draw);
  const play = await start(file, {
    files: rules.files,
    terms: termsFor(scenario, rules.terms),
    draw: (question) => draws.draw(question),
    merge: resolutions.over(mergeRuleFile),
    rehearse: rehearsalIn(runner),
    runner,
    caches,
  });
  layOut(file, scenario, rules, play, at);
  const files = new Map([[GAME_FILE, stringify({ name: GAME_NAME, core })]]);
  const people = [...Object.keys(scenario.players), ...scenario.steps.flatMap(({ by }) => by ?? [])];
  const facts = { ...NO_FACTS, clock: at, people: Object.fromEntries(people.map((id) => [id, id])) };
  const read = { ...readGame(files), facts };
  const situation: Situation = {
    files,
    events: [],
    now: at,
    heads: new Map(),
    hidden: {},
    engine: ENGINE_ACCOUNT,
    told: 0,
  };
  return new KernelStage(positionIn(situation, { play, read, draws, resolutions }), at);
}
