import { evaluate } from './expressions.ts';

/** A job or a workflow as far as it says when it runs: of a game's own, or of those that it calls. */
interface Job {
  readonly if?: string | undefined;
  readonly uses?: string | undefined;
  readonly with?: Readonly<Record<string, unknown>> | undefined;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean } | undefined;
}
export interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Happening {
  readonly name: string;
  readonly action?: string;
  /** Whoever gets GitHub's mail about the run. */
  readonly actor: string;
  /** The commit on which the run is a check. */
  readonly head: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Somebody new did it on a fork's pull request. */
  readonly isNewcomer?: boolean;
  /** What jobs gave to those after them. */
  readonly needs?: Readonly<Record<string, unknown>>;
  /** The name of the workflow whose run this is about, or the file of the one that somebody starts. */
  readonly of?: string;
}

export interface Run {
  readonly workflow: string;
  readonly event: Happening;
  readonly groups: readonly string[];
  /** GitHub bills at least a minute for each job. */
  readonly minutes: number;
  state: 'held' | 'skipped' | 'waiting' | 'running' | 'cancelled' | 'done';
}

/** Events for which a run of a newcomer's waits until somebody presses “Approve and run”. */
const HELD = ['pull_request', 'pull_request_review', 'pull_request_review_comment'];

/**
 * Runs as GitHub begins, holds, queues and cancels them. Of a concurrency group one runs and one waits; another that comes cancels the one that waits. An
 * event of a run, \`requested\`, comes as soon as there is the run, held or not.
 */
export class Runs {
  readonly all: Run[] = [];
  readonly #own: ReadonlyMap<string, Workflow>;
  readonly #called: ReadonlyMap<string, Workflow>;
  readonly #variables: Readonly<Record<string, string>>;

  constructor(
    own: ReadonlyMap<string, Workflow>,
    called: ReadonlyMap<string, Workflow>,
    variables: Readonly<Record<string, string>> = {},
  ) {
    [this.#own, this.#called, this.#variables] = [own, called, variables];
  }

  /** Something happens: gives the runs that begin. */
  happen(event: Happening): readonly Run[] {
    const begun: Run[] = [];
    for (const [file, { name, on, jobs }] of this.#own) {
      const isOther = event.name === 'workflow_dispatch' && event.of !== undefined && event.of !== file;
      if (isOther || !(event.name in on) || !wakes(on[event.name], event)) continue;
      const [asked] = Object.values(jobs);
      const called = this.#called.get(file)?.jobs ?? {};
      const wanted = Object.values(called).filter((job) => this.#holds(job.if, event, asked));
      const groups = wanted.flatMap(({ concurrency }) =>
        concurrency === undefined ? [] : [this.#filled(concurrency.group, event, asked)],
      );
      const state = wanted.length === 0 ? 'skipped' : 'running';
      const run: Run = { workflow: file, event, groups, minutes: wanted.length, state };
      if (event.isNewcomer === true && HELD.includes(event.name)) run.state = 'held';
      else if (run.state === 'running') this.#queue(run);
      this.all.push(run);
      begun.push(run);
      const about = { ...event, name: 'workflow_run', of: name };
      if (event.name !== 'workflow_run') begun.push(...this.happen({ ...about, action: 'requested' }));
    }
    return begun;
  }

  /** A run comes to its end, and the one that waited for it begins. */
  end(run: Run): void {
    run.state = 'done';
    const next = this.all.find(
      ({ state, groups }) => state === 'waiting' && groups.some((one) => run.groups.includes(one)),
    );
    if (next !== undefined) next.state = 'running';
  }

  #queue(run: Run): void {
    const shares = ({ groups }: Run): boolean => groups.some((group) => run.groups.includes(group));
    const others = this.all.filter(shares);
    for (const one of others) if (one.state === 'waiting') one.state = 'cancelled';
    if (others.some(({ state }) => state === 'running')) run.state = 'waiting';
  }

  #holds(condition: string | undefined, event: Happening, job: Job | undefined): boolean {
    if (condition === undefined) return true;
    // The jobs before it have ended well.
    const inner = condition.trim().replace(/^\$\{\{|\}\}$/gu, '');
    return this.#evaluate(inner.replaceAll('cancelled()', 'false'), event, job) === 'true';
  }

  #filled(text: string, event: Happening, job: Job | undefined): string {
    return text.replaceAll(/\$\{\{(.*?)\}\}/gu, (_, expression: string) =>
      this.#evaluate(expression, event, job),
    );
  }

  #evaluate(expression: string, event: Happening, job: Job | undefined): string {
    const inputs: Record<string, string> = { path: '.', ...event.inputs };
    for (const [name, value] of Object.entries(job?.with ?? {}))
      if (!String(value).includes('${{')) inputs[name] = String(value);
    const context = {
      github: {
        event_name: event.name,
        actor: event.actor,
        run_id: String(this.all.length),
        event: { ...event.payload, action: event.action ?? null, inputs: event.inputs ?? {} },
      },
      vars: this.#variables,
      needs: event.needs ?? {},
      inputs,
    };
    return evaluate(expression, context);
  }
}

function wakes(how: unknown, { action, of }: Happening): boolean {
  const { types, workflows } = (how ?? {}) as { readonly types?: string[]; readonly workflows?: string[] };
  return (
    (types === undefined || action === undefined || types.includes(action)) &&
    (workflows === undefined || (of !== undefined && workflows.includes(of)))
  );
}
