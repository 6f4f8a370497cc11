import { CodedError } from '../kernel/coded-error.ts';
import { SandboxError, SandboxLostError } from './host.ts';

/**
 * The one to blame for an error, which decides what a tick does:
 * - `rules`: a clause failed. The step is refused.
 * - `bounds`: the step exceeded its steps, memory, stack or time. It is refused.
 * - `engine`: a bug of ours. The step is set aside, and a newer engine tries it again.
 * - `surroundings`: this machine's disk, network, memory or processes failed. The tick ends without a decision.
 */
export type ErrorClass = 'rules' | 'bounds' | 'engine' | 'surroundings';

/** The engine reports these about itself: a broken invariant, or a sandbox that failed without a clause's fault. */
const BUGS: ReadonlySet<string> = new Set(['assertion', 'engine-fails']);

const STOPPED: ReadonlySet<string> = new Set<SandboxError['code']>(['too-many-steps', 'too-deep']);

/** V8 says this when the machine has no memory left for a buffer, a text or a sandbox. */
const NO_MEMORY =
  /could not allocate memory|allocation failed|out of memory|cannot allocate|invalid array buffer length/iu;

/** The only place that classifies errors. Anything unforeseen is a bug. */
export function classifyError(error: unknown): ErrorClass {
  const code = codeOf(error);
  // A refusal outside an action keeps the rules' own code.
  if (error instanceof SandboxError) return STOPPED.has(code) ? 'bounds' : 'rules';
  if (BUGS.has(code)) return 'engine';
  if (error instanceof SandboxLostError) return 'bounds';
  if (code === 'unplayable') return 'rules';
  return error instanceof CodedError || isOfMachine(error, code) ? 'surroundings' : 'engine';
}

/** Node names operating-system errors ENOSPC, EMFILE and so on, and thread errors ERR_WORKER_. */
function isOfMachine(error: unknown, code: string): boolean {
  if (/^E[A-Z0-9]+$/u.test(code) || code.startsWith('ERR_WORKER_')) return true;
  return (
    (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) &&
    NO_MEMORY.test(error.message)
  );
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
