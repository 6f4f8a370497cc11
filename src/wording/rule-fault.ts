import type { RefusalData } from '../kernel/refusal.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import { isTime, nameOfTime } from '../kernel/names.ts';
import type { PostData } from '../kernel/state.ts';
import type { TimeFault } from '../kernel/times.ts';
import { SandboxError, SandboxLostError } from '../sandbox/host.ts';
import type { Naming } from './naming.ts';

export const WHAT_TO_DO =
  '; anybody can propose to fix or repeal that rule. If nothing can be enacted at all, comment /recover or run `gitnomic doctor recover` to go back';

/** Says why a due date or a due action failed, where, and what people can do. */
export function sayFault(
  { reason, rule, where }: Pick<RefusalData, 'reason' | 'rule' | 'where'>,
  failure = 'it is unknown whether its time has come',
  whatToDo = WHAT_TO_DO,
): string {
  const line = where === undefined || reason.includes(where) ? '' : where;
  const alone = line === '' ? '' : ` (${line})`;
  const place =
    rule === null ? alone : ` (rule ${rule.number} ${rule.title}${line === '' ? '' : `, ${line}`})`;
  return `${failure}: ${reason}${place}${whatToDo}`;
}

/** The reason why the code of a rule was switched off when a matter was enacted. */
export function whyOff(
  { title, clause, mechanics }: RuleEntry,
  posts: Readonly<Record<string, PostData>>,
): string | undefined {
  if (clause !== null || mechanics !== undefined) return undefined;
  const left = Object.values(posts).flatMap(({ omitted }) => omitted);
  return left.findLast(({ change }) => change === `run the code of ${title}`)?.reason;
}

/** Replaces the rules' answer. */
export const DOES_NOT_COME_BACK: RefusalData = {
  code: 'out-of-patience',
  reason: 'the code of the rules took too long, or used up the memory, and was stopped',
  rule: null,
  param: null,
};

export const NO_EXPLANATION = { refusal: DOES_NOT_COME_BACK, lines: [] };

/** Names the rule that fails on a matter, its line, and what can be done; null if none fails. */
export function ruleFaultOf(id: string, ask: (...path: readonly string[]) => unknown): string | null {
  try {
    const faults = ask('faults', id) as Readonly<Record<string, RefusalData>> | undefined;
    const fault = faults?.[id];
    return typeof fault?.reason === 'string' ? sayFault(fault) : null;
  } catch (error) {
    return sayFault(faultOf(error));
  }
}

/** A vote's result or a scheduled action that the last tick could not carry out. */
export function sayStuck(
  { matter, why }: { readonly matter: string; readonly why: string },
  { times }: Pick<ModelDescription, 'times'>,
  naming: Naming,
): string {
  const { say } = naming.wording;
  if (!isTime(matter))
    return say`The vote on ${naming.post(matter)} is over, but the result can’t be carried out: ${why}`;
  const [, time] = Object.entries(times).find(([id]) => nameOfTime(id) === matter) ?? [];
  return say`“${time?.title ?? matter}” was due, but it can’t be done: ${why}`;
}

type Ask = (...path: readonly string[]) => unknown;

const NOT_DONE = 'its time has come but it can’t be done';

/** Lists scheduled actions that fail, one sentence each; `coming` has those whose time is known. */
export function timeFaultsOf(
  ask: Ask,
  coming: readonly (Pick<TimeFault, 'id' | 'title'> & { readonly private?: boolean })[],
  privatelyHere = false,
): readonly string[] {
  try {
    const all = ask('failing');
    const secret = privatelyHere ? coming.filter((one) => one.private === true) : [];
    const own = secret.flatMap(({ id }) => faultsIn(ask('failing', id)));
    return [
      ...faultsIn(
        all,
        secret.map(({ id }) => id),
      ),
      ...own,
    ];
  } catch (error) {
    const fault = faultOf(error);
    const [only, ...others] = coming;
    // Rules that were stopped in the middle can't report single actions, so each is asked about alone.
    if (only !== undefined && others.length === 0) return [`${only.title}: ${sayFault(fault, NOT_DONE)}`];
    const alone = coming.flatMap(({ id, title }) => timeFaultAlone(ask, id, title));
    return alone.length > 0 ? alone : [sayFault(fault)];
  }
}

/** The same for one of them, which may never end. */
export function timeFaultAlone(ask: Ask, id: string, title: string): readonly string[] {
  try {
    return faultsIn(ask('failing', id));
  } catch (error) {
    return [`${title}: ${sayFault(faultOf(error), NOT_DONE)}`];
  }
}

function faultsIn(found: unknown, except: readonly string[] = []): readonly string[] {
  const faults = Array.isArray(found) ? (found as readonly TimeFault[]) : [];
  return faults
    .filter(({ id }) => !except.includes(id))
    .map(({ title, fault, isDue }) => `${title}: ${isDue ? sayFault(fault, NOT_DONE) : sayFault(fault)}`);
}

/** A clause that never ends is stopped by its step count or the clock, and the report says so. */
function faultOf(error: unknown): Pick<RefusalData, 'reason' | 'rule' | 'where'> {
  if (!(error instanceof SandboxError || error instanceof SandboxLostError)) throw error;
  const rule = error instanceof SandboxError ? error.rule : null;
  return { reason: error.message, rule, ...(error.where === undefined ? {} : { where: error.where }) };
}
