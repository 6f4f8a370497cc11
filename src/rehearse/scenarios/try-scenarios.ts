import type { Caches } from '../../cache/caches.ts';
import { inert, inertShort } from '../../wording/inert.ts';
import { recordedIn } from '../../language/recorded.ts';
import type { Wording } from '../../language/wording.ts';
import type { Edition } from '../../session/play/play-options.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { DEFAULT_LIMITS, SandboxLostError, SandboxError } from '../../sandbox/host.ts';
import { readScenario, ScenarioError, type Scenario } from './format.ts';
import { playScenario, type BeginScenario } from './run-on.ts';
import { sayScenario } from './say-scenario.ts';
import { setUpStage } from './kernel-stage.ts';
import { rehearseRules } from '../rehearse-rules.ts';

/** The ending of scenario files beside a game's rules: `dynastic/bells.scenario.yml`. */
const SCENARIO = '.scenario.yml';

/** The most scenarios in one trial. It reports how many were skipped. */
const MOST_RUN = 40;
const MOST_STEPS = 200;
const LONGEST_MS = 20_000;
const MOST_LINES = 30;

/** The scenarios of a ruleset, by their paths below its folder. */
export function scenariosIn(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].filter(([path]) => path.endsWith(SCENARIO)));
}

/** The reason why a scenario fails under these rules; null if it passes. */
export async function whyNotHolding(
  file: string,
  text: string,
  rules: Edition,
  caches: Caches,
): Promise<string | null> {
  // A call in a scenario gets a tenth of the steps that it has in a game, so that many scenarios fit into a trial.
  const limits = { ...DEFAULT_LIMITS, polls: DEFAULT_LIMITS.polls / 10, patienceMs: LONGEST_MS / 4 };
  const setUp: BeginScenario = (name, scenario, _, draw) =>
    setUpStage(
      name,
      scenario,
      { ...rules, dynasty: null },
      { trial: true, limits, rehearse: rehearseRules, caches },
      draw,
    );
  try {
    const scenario = readBounded(file, text);
    const from = { core: '', library: rules.files, caches };
    const { failures, unplayed } = await playScenario(setUp, file, scenario, from);
    const [failure] = failures;
    if (failure !== undefined)
      return `${failure.step === null ? 'at the end' : `step ${failure.step}`}: ${failure.message}`;
    return unplayed && `it can't be played to the end: a step ${unplayed.reason}`;
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems.join('; ');
    if (
      error instanceof SandboxError ||
      error instanceof SandboxLostError ||
      error instanceof UnplayableError
    )
      return error.message;
    throw error;
  }
}

function readBounded(file: string, text: string): Scenario {
  const scenario = readScenario(file, text);
  if (scenario.steps.length <= MOST_STEPS) return scenario;
  throw new ScenarioError(file, [`it has ${scenario.steps.length} steps; the limit is ${MOST_STEPS}`]);
}

/**
 * Describes in Markdown, an item each, how a change of the rules affects scenarios: those that it brings, as given,
 * when and then, and those that it breaks, in the wording in which voters read it. `now` is the wall clock, which ends a trial.
 */
export async function tryScenarios(
  before: Edition,
  after: Edition,
  { caches, wording }: { readonly caches: Caches; readonly wording: Wording },
  now: () => number = Date.now,
): Promise<readonly string[]> {
  const { say } = wording;
  const old = scenariosIn(before.files);
  const all = [...scenariosIn(after.files)];
  const brought = all.filter(([path, text]) => old.get(path) !== text);
  const known = all.filter(([path, text]) => old.get(path) === text);
  const said = [...old.keys()].flatMap((path) =>
    after.files.has(path) ? [] : [say`It removes the test ${titleOf(path, old.get(path) ?? '')}.`],
  );
  const until = now() + LONGEST_MS;
  let left = 0;
  for (const [index, [path, text]] of [...brought, ...known].entries()) {
    if (index >= MOST_RUN || now() > until) {
      left += 1;
      continue;
    }
    const why = await whyNotHolding(path, text, after, caches);
    const isNew = index < brought.length;
    if (isNew) said.push(sayBrought(path, text, why, old.has(path), wording));
    else if (why !== null && (await whyNotHolding(path, text, before, caches)) === null)
      said.push(say`It breaks the test ${titleOf(path, text)}: ${whyIn(wording, why)}`);
  }
  if (left > 0) said.push(say`${left} more were not tried.`);
  return said;
}

function whyIn({ language }: Wording, why: string): string {
  return inertShort(recordedIn(language, why), 400);
}

function sayBrought(
  path: string,
  text: string,
  why: string | null,
  wasThere: boolean,
  wording: Wording,
): string {
  const { say } = wording;
  const title = titleOf(path, text);
  const how = why === null ? say`it passes` : say`it fails: ${whyIn(wording, why)}`;
  const head = wasThere
    ? say`It changes the test ${title}; ${how}.`
    : say`It adds the test ${title}; ${how}.`;
  const scenario = read(path, text);
  if (scenario === null) return head;
  const { given, when, expected } = sayScenario(scenario, wording);
  const lines = [
    ...given.map((line) => say`Given ${inertShort(line, 300)}`),
    ...when.map((line) => say`When ${inertShort(line, 300)}`),
    ...expected.map((line) => say`Then ${inertShort(line, 300)}`),
  ];
  const more = lines.length > MOST_LINES ? [say`… and ${lines.length - MOST_LINES} more`] : [];
  return [head, ...lines.slice(0, MOST_LINES), ...more].join('\n  - ');
}

function titleOf(path: string, text: string): string {
  return `“${inert(read(path, text)?.title ?? path)}”`;
}

function read(path: string, text: string): Scenario | null {
  try {
    return readScenario(path, text);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return null;
  }
}
