import { callHook, callRule, emit, withGame } from './calls.ts';
import { deepFreeze, freezeWhole } from './freeze.ts';
import { toKebab, nearest } from './names.ts';
import { dependsOn } from './memo.ts';
import { readParams } from './params.ts';
import { IllegalValue, sameValue } from './values.ts';
import { Refusal } from './refusal.ts';
import { checkHolders } from './holders.ts';
import type { Input } from './inputs.ts';
import type { Owned } from './model.ts';
import type { SubmissionDefinition } from './definition.ts';
import type { Runtime } from './runtime.ts';
import type { SubmissionData } from './state.ts';
import { toPerson } from './world.ts';
import type { PersonEntity } from './game-entities.ts';

type Words = Readonly<Record<string, unknown>>;

/**
 * Accepts a submission. Only its public part can be checked now: the sender, the time and the open words. If its sender tries it, the
 * sealed words are there too, and are checked before nobody can change them any more.
 */
export function receive(
  runtime: Runtime,
  kind: string,
  by: PersonEntity,
  { with: words, opened = true, holders }: Pick<Input & { type: 'seal' }, 'with' | 'opened' | 'holders'>,
): void {
  const owned = submissionKind(runtime, kind);
  const { definition, rule } = owned;
  callHook(runtime, 'may-submit', { actor: by, submission: { id: kind, ...definition }, rule: rule.entry });
  const openIds = new Set(Object.keys(definition.open ?? {}).map(toKebab));
  const openWords = Object.fromEntries(Object.entries(words).filter(([key]) => openIds.has(key)));
  const contents = Object.fromEntries(Object.entries(words).filter(([key]) => !openIds.has(key)));
  const open = readParams(runtime, definition.open ?? {}, openWords, { actor: by, rule });
  const heard = (): object => withGame(rule, { actor: by, ...open });
  callRule(runtime, rule, `check of ${kind}`, () => definition.check?.(heard()));
  checkHolders(runtime, owned, holders);
  if (runtime.frame.isTrial) {
    const given = Object.entries(definition.with ?? {}).filter(([name]) =>
      Object.hasOwn(contents, toKebab(name)),
    );
    const known = Object.fromEntries(given.map(([name]) => [toKebab(name), contents[toKebab(name)]]));
    readParams(runtime, Object.fromEntries(given), known, { actor: by, rule });
  }
  const { submissions } = runtime.store.state;
  const n = 1 + Object.values(submissions).reduce((most, one) => Math.max(most, one.n), 0);
  const data: SubmissionData = {
    id: String(n),
    n,
    kind,
    by: by.id,
    at: runtime.now,
    open: openWords,
    contents: opened && holders === undefined ? contents : null,
    used: false,
    ...(holders === undefined ? {} : { holders }),
  };
  runtime.store.write(submissions, data.id, data, ['submissions', data.id]);
  callRule(runtime, rule, `receipt of ${kind}`, () => definition.received?.(heard()));
  emit(runtime, 'submitted', { actor: by, submission: kind, words: open });
}

export function submissionKind(runtime: Runtime, kind: string): Owned<SubmissionDefinition> {
  const owned = runtime.model.submissions.get(kind);
  if (owned !== undefined) return owned;
  const guess = nearest(kind, runtime.model.submissions.keys());
  throw new Refusal(
    `there is no submission called ${kind}${guess === null ? '' : `; did you mean ${guess}?`}`,
    { code: 'no-such-submission' },
  );
}

/** A submission as a clause sees it. Only the emperor's side sees its contents. */
interface Submission {
  readonly by: PersonEntity;
  readonly at: string;
  readonly n: number;
  readonly open: Words;
  /** The contents as they were sent. */
  readonly contents: Words;
  /** The contents as the rule declares them, or null if they don't fit; then `problem` says why. */
  readonly values: Words | null;
  readonly problem: string | null;
  /** Marks it as used. */
  use(): void;
}

/** Unused submissions of one kind, in order of arrival. */
export function submissionsOf(runtime: Runtime, kind: string, open: Words): readonly Submission[] {
  const owned = submissionKind(runtime, kind);
  dependsOn(runtime, 'submissions');
  const { asOf } = runtime.frame;
  const wanted = Object.entries(open).map(([name, value]) => [toKebab(name), idOf(value)] as const);
  return Object.values(runtime.store.state.submissions)
    .filter(
      (data) =>
        data.kind === kind &&
        !data.used &&
        (asOf === null || data.at <= asOf) &&
        wanted.every(([key, value]) => sameValue(data.open[key], value)),
    )
    .sort((a, b) => a.n - b.n)
    .map((data) => new OpenedSubmission(runtime, owned, data));
}

/** The sealed words, including those that were sent in public and are private by now. */
export function sealedWords(
  { open: types = {} }: SubmissionDefinition,
  { open }: Pick<SubmissionData, 'open'>,
  contents: Words,
): Words {
  const ids = new Set(Object.keys(types).map(toKebab));
  const moved = Object.entries(open).filter(([key]) => !ids.has(key));
  return moved.length === 0 ? contents : { ...Object.fromEntries(moved), ...contents };
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}

const UNOPENED: Words = Object.freeze({});

class OpenedSubmission implements Submission {
  readonly by: PersonEntity;
  readonly at: string;
  readonly n: number;
  readonly open: Words;
  readonly #runtime: Runtime;
  readonly #owned: Owned<SubmissionDefinition>;
  readonly #data: SubmissionData;

  constructor(runtime: Runtime, owned: Owned<SubmissionDefinition>, data: SubmissionData) {
    this.#runtime = runtime;
    this.#owned = owned;
    this.#data = data;
    this.by = toPerson(runtime, data.by) as PersonEntity;
    this.at = data.at;
    this.n = data.n;
    this.open = deepFreeze(data.open);
  }

  get contents(): Words {
    const { frame } = this.#runtime;
    frame.sawPrivate ||= frame.privateSide || frame.isTrial;
    if (!frame.privateSide)
      throw new Refusal('only the recipient can open a sealed submission', { code: 'private' });
    // A submission that can't be opened when a rule needs it counts as empty.
    return deepFreeze(this.#data.contents) ?? UNOPENED;
  }

  get values(): Words | null {
    return this.#read().values;
  }

  get problem(): string | null {
    return this.#read().problem;
  }

  use(): void {
    const path = ['submissions', this.#data.id];
    this.#runtime.store.write(
      this.#runtime.store.state.submissions,
      this.#data.id,
      { ...this.#data, used: true },
      path,
    );
  }

  #read(): { values: Words | null; problem: string | null } {
    if (this.#runtime.frame.privateSide && this.#data.contents === null)
      return { values: null, problem: 'it can’t be opened here, because the key is missing' };
    try {
      const { definition, rule } = this.#owned;
      const words = sealedWords(definition, this.#data, this.contents);
      return {
        values: readParams(this.#runtime, definition.with ?? {}, words, { actor: this.by, rule }),
        problem: null,
      };
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'private')
        return { values: null, problem: error.message };
      if (error instanceof IllegalValue) return { values: null, problem: error.message };
      throw error;
    }
  }
}

freezeWhole(OpenedSubmission);
