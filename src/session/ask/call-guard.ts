import { base64Digest } from '#platform/hash.ts';
import { SandboxGoneError, SandboxLostError, SandboxError } from '../../sandbox/host.ts';
import type { Play } from '../play/play.ts';

/** After this many unanswered questions, the rules are not asked for display any more. */
const MOST = 3;

/** Others at home wait for the display, so each answer gets this long. Most take a few milliseconds. */
export const DISPLAY_MS = 400;

/** Remembers which questions these rules don't finish, so that they are not asked for display again. */
export class CallGuard {
  readonly #play: Play;
  readonly #byRules: Map<string, Map<string, SandboxLostError | null>>;

  constructor(play: Play) {
    this.#play = play;
    this.#byRules = play.caches.once(
      play.caches,
      'call-guard',
      () => new Map<string, Map<string, SandboxLostError | null>>(),
    );
  }

  /** A view counts as one question, whatever it is asked about. */
  isAsked(path: readonly string[]): boolean {
    if (this.#byRules.size === 0) return false;
    const known = this.#byRules.get(this.#rules);
    return known !== undefined && (known.size >= MOST || known.has(questionOf(path)));
  }

  /** The rules' answer, or `otherwise` if the question doesn't finish, now or before. */
  ask<T>(path: readonly string[], question: () => T, otherwise: T): T {
    if (this.isAsked(path)) return otherwise;
    const ask = (): T => this.#play.caches.sandboxes.work.askForDisplay(question);
    return unlessAborted(ask, otherwise, (error) => this.add(path, error));
  }

  /** The rules' answer; undefined if nothing more is asked. If the question doesn't finish, it throws the error, then and later. */
  askOrThrow<T>(path: readonly string[], question: () => T): T | undefined {
    const answer = this.ask(path, question, undefined);
    if (this.#byRules.size === 0) return answer;
    const aborted = this.#byRules.get(this.#rules)?.get(questionOf(path)) ?? null;
    if (aborted !== null) throw aborted;
    return answer;
  }

  add(path: readonly string[], aborted: SandboxLostError | null = null): void {
    const known = this.#byRules.get(this.#rules) ?? new Map<string, SandboxLostError | null>();
    this.#byRules.set(this.#rules, known.set(questionOf(path), aborted));
  }

  get #rules(): string {
    const files = [...this.#play.files].map(([name, text]) => `\0${name}\0${text}`);
    return base64Digest('sha256', ...files);
  }
}

/** Asks a question that depends on somebody's input. It may be asked again with other input, even if it failed. */
export function unlessAborted<T>(
  question: () => T,
  otherwise: T,
  note: (error: SandboxLostError) => void = () => undefined,
): T {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof SandboxLostError) || error instanceof SandboxGoneError) throw error;
    note(error);
    return otherwise;
  }
}

function questionOf(path: readonly string[]): string {
  return path.slice(0, 2).join('\0');
}

type AskRules = (...path: readonly string[]) => unknown;

/** Callers of these report the reason themselves. */
const OF_FAULTS: ReadonlySet<string | undefined> = new Set(['faults', 'failing']);

/** Asks the rules for display only, and leaves out questions that don't finish or get stopped. */
export function askRules(play: Play, now: string): AskRules {
  const guard = new CallGuard(play);
  return (...path) => {
    const ask = (): unknown => (play.sandbox.dead ? undefined : play.query(now, [path])[0]?.value);
    if (OF_FAULTS.has(path[0])) return guard.askOrThrow(path, ask);
    try {
      return guard.ask(path, ask, undefined);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return undefined;
    }
  };
}
