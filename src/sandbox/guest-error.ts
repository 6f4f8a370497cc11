import { setting } from '#platform/machine.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { placeInClause } from './guest/place-in-clause.ts';
import { SandboxError, SandboxLostError, sayCall, sayPlace } from './host.ts';

/** A code is set if a rule refused or is invalid. */
interface Reported extends Partial<Pick<RefusalData, 'code' | 'rule' | 'param'>> {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly where?: string | null;
}

/** Turns the guest's report into an error on this side. */
export function guestError({ name, message, stack, code, rule, param, where }: Reported): Error {
  if (name === 'InternalError' && message === 'interrupted') return stopped('too-many-steps', '', where);
  if (name === 'InternalError' && message.includes('stack overflow')) return stopped('too-deep', '', where);
  // When memory is exhausted, QuickJS may have no room for the message and give another text from memory.
  if (name === 'InternalError' && code === undefined) return withoutRoom('', where);
  // If nobody acts, nobody can be refused, so a refusal or failure is the rules' fault.
  if (code !== undefined)
    return Object.assign(new SandboxError('guest-fails', message, rule ?? null, where ?? null), {
      name,
      code,
      param: param ?? null,
    });
  const error = SandboxLostError.broken(`${name}: ${message}`);
  if (stack !== undefined) error.stack = `${name}: ${message}\n${stack}`;
  return error;
}

/** The clause line in which QuickJS threw; null if the error names none. */
export function lineThrownAt(thrown: unknown): string | null {
  return placeInClause(partsOf(thrown).stack);
}

/** An error from QuickJS itself: it ran out of steps, memory or stack, or its code failed. */
export function thrownError(
  thrown: unknown,
  what: string,
  inWords = (said: string): string => said,
): SandboxError | SandboxLostError {
  const { message, stack } = partsOf(thrown);
  const where = lineThrownAt(thrown);
  if (message === 'interrupted') return stopped('too-many-steps', what, where);
  if (message === 'out of memory' || isWithoutRoom(thrown)) return withoutRoom(what, where);
  if (message.includes('stack overflow')) return stopped('too-deep', what, where);
  const more = setting('GITNOMIC_DEBUG') === '1' ? `\n${stack}` : '';
  return new SandboxError('guest-fails', `${what}: ${inWords(message)}${more}`, null, where);
}

/** Its step is undone, and the sandbox goes on. */
function stopped(code: 'too-many-steps' | 'too-deep', what: string, where?: string | null): SandboxError {
  const [call, place] = [sayCall(what), sayPlace(where)];
  if (code === 'too-deep')
    return new SandboxError(code, `${call} calls itself too deeply and was stopped${place}`, null, where);
  return new SandboxError(code, `${call} took too long and was stopped${place}`, null, where);
}

export function withoutRoom(what: string, where?: string | null): SandboxLostError {
  return SandboxLostError.stopped('too-much-memory', what, 'used up the memory', where);
}

function partsOf(thrown: unknown): { readonly message: string; readonly stack: string } {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown), stack: '' };
  const { message, stack } = thrown as { readonly message?: unknown; readonly stack?: unknown };
  return { message: String(message), stack: typeof stack === 'string' ? stack : '' };
}

/** QuickJS throws null without room for an error, and an error without a message without room for that. */
function isWithoutRoom(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return thrown === null;
  const { message } = thrown as { readonly message?: unknown };
  return message === undefined && Object.keys(thrown).every((key) => key === 'name' || key === 'stack');
}
