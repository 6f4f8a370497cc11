import type { Caches } from '../../cache/caches.ts';
import type { DrawFrom } from '../../session/chance/draws.ts';
import { toKebab } from '../../kernel/names.ts';
import type { Play } from '../../session/play/play.ts';
import { timeAt, readScenario, ScenarioError, verbOf, type Scenario, type Step } from './format.ts';
import { FixedDraws } from './draws.ts';
import { NotPlayableError, type Stage } from './stage.ts';
import { takeStep } from './steps.ts';
import { compare, expectationsOf, type Expectation } from './expectations.ts';

/** The rules under which a scenario is played, and where they come from. */
export interface Rules {
  readonly core: string;
  readonly dynasty?: string | null | undefined;
  readonly library: ReadonlyMap<string, string>;
  readonly caches: Caches;
}

/** Begins the game of a scenario on one kind of stage. */
export type BeginScenario = (
  file: string,
  scenario: Scenario,
  rules: Rules,
  draw: DrawFrom,
) => Promise<Stage>;

/** A failed expectation and its place. */
interface Failure {
  readonly file: string;
  readonly core: string;
  /** Counted from 1; null for the end state. */
  readonly step: number | null;
  readonly message: string;
}

export interface ScenarioResult {
  readonly file: string;
  readonly title: string;
  readonly checks: readonly string[];
  readonly failures: readonly Failure[];
}

/** The steps from the first one that can't be taken on this kind of stage to the end, with the reason. */
interface Unplayed {
  readonly core: string;
  readonly reason: string;
  readonly steps: number;
}

/** Runs a scenario under each core that it names, on one kind of stage. */
export async function runScenarioOn(
  setUp: BeginScenario,
  file: string,
  text: string,
  from: Omit<Rules, 'core' | 'dynasty'>,
): Promise<ScenarioResult & { readonly unplayed: readonly Unplayed[] }> {
  const scenario = readScenario(file, text);
  if (scenario.rules === undefined)
    throw new ScenarioError(file, ['rules: is missing; expected the core and the dynasty that it tests']);
  const { core, dynasty } = scenario.rules;
  const failures: Failure[] = [];
  const unplayed: Unplayed[] = [];
  for (const era of Array.isArray(core) ? core : [core]) {
    const played = await playScenario(setUp, file, scenario, { ...from, core: era, dynasty });
    failures.push(...played.failures);
    if (played.unplayed !== null) unplayed.push(played.unplayed);
  }
  return { file, title: scenario.title, checks: scenario.checks ?? [], failures, unplayed };
}

/** Runs a scenario under one set of rules. */
export async function playScenario(
  setUp: BeginScenario,
  file: string,
  scenario: Scenario,
  rules: Rules,
): Promise<{ readonly failures: readonly Failure[]; readonly unplayed: Unplayed | null }> {
  const { core } = rules;
  const draws = new FixedDraws();
  const stage = await setUp(file, scenario, rules, (question, binding) => draws.draw(question, binding));
  const failures: Failure[] = [];
  const fail = (step: number | null, message: string): void =>
    void failures.push({ file, core, step, message });
  let now = timeAt(scenario.start, scenario.start);
  /** The names of a repealed rule stay known, since its things are absent then. */
  const known = new Set(ALWAYS);
  const noteNames = ({ model }: Play): void => {
    for (const id of [...Object.keys(model.collections), ...Object.keys(model.views)]) known.add(id);
  };
  const checked = (then: Step['then']): readonly string[] => check(stage.play, now, then, known);
  try {
    noteNames(stage.play);
    for (const [index, step] of scenario.steps.entries()) {
      const at = step.at === undefined ? now : timeAt(scenario.start, step.at);
      if (at < now) fail(index + 1, `is at ${at}, earlier than the step before (${now})`);
      now = at;
      stage.now = now;
      const problems = await runStep(stage, draws, step);
      if (problems instanceof NotPlayableError) {
        const unplayed = { core, reason: problems.message, steps: scenario.steps.length - index };
        return { failures, unplayed };
      }
      for (const message of problems) fail(index + 1, message);
      // After a step that ran out of dice the game is unusable.
      if (!stage.isOpen) return { failures, unplayed: null };
      noteNames(stage.play);
      for (const message of checked(step.then)) fail(index + 1, message);
    }
    for (const message of checked(scenario.then)) fail(null, message);
    for (const message of editsOfNothing(stage.play, scenario)) fail(null, message);
  } finally {
    stage.close();
  }
  return { failures, unplayed: null };
}

const MATCHES_NOTHING = /The rule (?:doesn’t say|says) "|the rule isn’t there any more/u;

/** Edits without effect, because the rule or the place is missing or ambiguous. A scenario about such edits mentions `omitted`. */
function editsOfNothing(play: Play, scenario: Scenario): readonly string[] {
  if (JSON.stringify(scenario).includes('"omitted"')) return [];
  return Object.values(play.state().posts).flatMap(({ title, omitted }) =>
    omitted.flatMap(({ reason }) =>
      MATCHES_NOTHING.test(reason) ? [`an edit of “${title}” changed nothing: ${reason}`] : [],
    ),
  );
}

async function runStep(
  stage: Stage,
  draws: FixedDraws,
  step: Step,
): Promise<readonly string[] | NotPlayableError> {
  const before = step.refused === undefined ? null : trace(stage.play);
  draws.begin(step.dice ?? [], step.secret ?? []);
  try {
    const outcome = await takeStep(stage, step);
    const problems: string[] = [];
    const fault = draws.end();
    if (fault !== null && !outcome.ok && outcome.refusal.reason.includes(fault)) return [fault];
    if (fault !== null) problems.push(fault);
    if (step.refused === undefined) {
      if (!outcome.ok)
        problems.push(
          `${verbOf(step) ?? 'step'} was refused: ${outcome.refusal.reason}${cited(outcome.refusal.rule)}`,
        );
      return problems;
    }
    if (outcome.ok) return [...problems, `was accepted; expected to be refused with "${step.refused}"`];
    if (!outcome.refusal.reason.toLowerCase().includes(step.refused.toLowerCase())) {
      problems.push(
        `was refused with "${outcome.refusal.reason}"${cited(outcome.refusal.rule)}; expected "${step.refused}"`,
      );
    }
    if (trace(stage.play) !== before) problems.push('was refused, yet something changed');
    const onRecord = stage.play.ledger.filter(({ refused }) => refused !== undefined).at(-1)?.draws ?? [];
    if (onRecord.length < draws.rolled) problems.push('was refused, and its roll was not recorded');
    return problems;
  } catch (error) {
    if (error instanceof NotPlayableError) return error;
    return [draws.end() ?? (error as Error).message];
  }
}

function cited(rule: { readonly number: string; readonly title: string } | null): string {
  return rule === null ? '' : ` (rule ${rule.number} ${rule.title})`;
}

/** A record of everything that a refused step must leave unchanged. Its dice may be added to the ledger. */
function trace(play: Play): string {
  const done = play.ledger.filter(({ refused }) => refused === undefined);
  // A refusal may be decided again without caches, in a game that is opened again: its files then come in another order.
  const files = [...play.files].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([play.state(), done.length, files]);
}

/** Names with which a path may begin under any rules. */
const ALWAYS = (
  'game dynasty emperor players matters posts views ruleset ledger ' +
  'coming faults figures failing tally way-in not-a-player needed holders to-open'
).split(' ');

function check(play: Play, now: string, then: Step['then'], known: ReadonlySet<string>): readonly string[] {
  return expectationsOf(then ?? {}).flatMap((expectation) => {
    const [head = ''] = expectation.path;
    // An unknown name has no value, so an expectation that it is absent would always hold.
    if (!known.has(toKebab(head)))
      return [`${head} doesn’t exist in this game, so nothing can be expected of it`];
    return problemAt(play, now, expectation) ?? [];
  });
}

/** A path that the rules can't answer is a failed expectation; the others still count. */
function problemAt(play: Play, now: string, { path, expected }: Expectation): string | null {
  try {
    const found = path[0] === 'ledger' ? readLedger(play, path.slice(1)) : (play.query(now, [path])[0] ?? {});
    const wrong = compare(expected, found);
    return wrong === null ? null : `${path.join('.')} ${wrong}`;
  } catch (error) {
    return `${path.join('.')} can't be read: ${(error as Error).message}`;
  }
}

function readLedger(play: Play, [index = '', ...rest]: readonly string[]): { readonly value?: unknown } {
  let value: unknown = play.ledger.at(Number(index));
  for (const key of rest) value = (value as Record<string, unknown> | undefined)?.[key];
  return value === undefined ? {} : { value };
}
