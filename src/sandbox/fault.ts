import { CodedError } from '../kernel/coded-error.ts';
import { SandboxError, SandboxLostError } from './host.ts';
import type { Thrown } from './isolation.ts';

/**
 * Whose fault an error is, which says what a tick does with it:
 * - `rules`: a clause failed. The step is refused.
 * - `bounds`: the step wanted more steps, memory, stack or time than a step may have. It is refused.
 * - `engine`: a bug of ours. The step is set aside, and a newer engine tries it again.
 * - `surroundings`: the disk, the network, the memory or the processes of this machine. The tick ends, and nothing is decided.
 */
export type ErrorClass = 'rules' | 'bounds' | 'engine' | 'surroundings';

/** Said by the engine of itself: a broken invariant, and a sandbox that failed for no reason of a clause's. */
const BUGS: ReadonlySet<string> = new Set(['assertion', 'engine-fails']);

const STOPPED: ReadonlySet<string> = new Set<SandboxError['code']>(['too-many-steps', 'too-deep']);

/** Said by V8 where the machine has no memory left, for a buffer, a text or the memory of a sandbox. */
const NO_MEMORY =
  /could not allocate memory|allocation failed|out of memory|cannot allocate|invalid array buffer length/iu;

/** The one place where errors are classified. Whatever nobody foresaw is a bug. */
export function classifyError(error: unknown): ErrorClass {
  const code = codeOf(error);
  // A refusal that nobody could be told keeps the code that the rules gave it.
  if (error instanceof SandboxError) return STOPPED.has(code) ? 'bounds' : 'rules';
  if (BUGS.has(code)) return 'engine';
  if (error instanceof SandboxLostError) return 'bounds';
  if (code === 'unplayable') return 'rules';
  return error instanceof CodedError || isOfMachine(error, code) ? 'surroundings' : 'engine';
}

/** Node's errors of the operating system are called ENOSPC, EMFILE and so on; those of threads, ERR_WORKER_. */
function isOfMachine(error: unknown, code: string): boolean {
  if (/^E[A-Z0-9]+$/u.test(code) || code.startsWith('ERR_WORKER_')) return true;
  return (
    (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) &&
    NO_MEMORY.test(error.message)
  );
}

/** The same error for another thread. Where code is put together for a package, a class may be called otherwise than here. */
export function thrownOf(error: unknown): Thrown {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SandboxError || error instanceof SandboxLostError) {
    const { code, where } = error;
    const type = error instanceof SandboxError ? 'SandboxError' : 'SandboxLostError';
    const rule = error instanceof SandboxError ? error.rule : null;
    return { type, message, code, rule, ...(where === undefined ? {} : { where }) };
  }
  return { type: classifyError(error) === 'surroundings' ? 'surroundings' : 'engine', message };
}

export function errorOf({ type, message, code, rule = null, where }: Thrown): Error {
  if (type === 'SandboxError')
    return new SandboxError(code as SandboxError['code'], message, rule, where ?? null);
  if (type === 'SandboxLostError')
    return new SandboxLostError(code as SandboxLostError['code'], message, { where });
  return type === 'engine' ? SandboxLostError.broken(message) : threadFailed(message);
}

/** The thread of a sandbox could not begin, or is no more: nobody in the game did that. */
export function threadFailed(what: string): CodedError<'thread-fails'> {
  return new CodedError('thread-fails', what, {
    next: 'Nothing was decided. Try again once this machine has room.',
  });
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
