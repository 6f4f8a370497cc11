import type { RefusalData } from '../kernel/refusal.ts';
import { placeInClause } from './guest/place-in-clause.ts';
import { SandboxError, SandboxLostError, type Limits } from './host.ts';

/** Turns the guest's report into an error on this side. */
export function guestError({
  name,
  message,
  stack,
  code,
  rule,
  where,
}: {
  name: string;
  message: string;
  stack?: string;
  /** Of a refusal, or of what is wrong with a rule. */
  code?: string;
  rule?: RefusalData['rule'];
  /** In which line of a clause. */
  where?: string | null;
}): Error {
  const at = sayPlace(where);
  if (name === 'InternalError' && message === 'interrupted')
    return new SandboxError('too-many-steps', `took too long and was stopped${at}`);
  if (name === 'InternalError' && message.includes('stack overflow'))
    return new SandboxError('too-deep', `calls itself too deeply (stack overflow) and was stopped${at}`);
  // At the end of memory QuickJS may have no room for the words, and gives others that lie where they would be.
  if (name === 'InternalError' && code === undefined)
    return new SandboxLostError('too-much-memory', `wanted more memory than there is and was stopped${at}`);
  // Where nobody acts there is nobody to refuse: a refusal or failure there is the rules' fault, and not the caller's.
  if (code !== undefined)
    return Object.assign(new SandboxError('guest-fails', message, rule ?? null, where ?? null), {
      name,
      code,
    });
  const error = SandboxLostError.broken(`${name}: ${message}`);
  if (stack !== undefined) error.stack = `${name}: ${message}\n${stack}`;
  return error;
}

/** The line of a clause in which QuickJS threw; null where its error names none. */
export function lineThrownAt(thrown: unknown): string | null {
  return placeInClause(partsOf(thrown).stack);
}

/** An error that QuickJS itself threw: the end of its steps, its memory or its stack, or a failure of the code in it. */
export function thrownError(
  thrown: unknown,
  what: string,
  { memoryBytes }: Limits,
): SandboxError | SandboxLostError {
  const { message, stack } = partsOf(thrown);
  const at = sayPlace(lineThrownAt(thrown));
  if (message === 'interrupted')
    return new SandboxError('too-many-steps', `${what} took too long and was stopped${at}`);
  if (message === 'out of memory' || isWithoutRoom(thrown)) return withoutRoom(what, memoryBytes, at);
  if (message.includes('stack overflow'))
    return new SandboxError('too-deep', `${what} calls itself too deeply${at}`);
  const where = process.env['GITNOMIC_DEBUG'] === '1' ? `\n${stack}` : '';
  return new SandboxError('guest-fails', `${what}: ${message}${where}`);
}

export function withoutRoom(what: string, memoryBytes: number, at = ''): SandboxLostError {
  const mb = Math.round(memoryBytes / 1024 / 1024);
  return new SandboxLostError('too-much-memory', `${what} wanted more memory than ${mb} MB${at}`);
}

/** Null is thrown where there is no room even for an error, and an error without words where there is none for those. */
function isWithoutRoom(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return thrown === null;
  const { message } = thrown as { readonly message?: unknown };
  return message === undefined && Object.keys(thrown).every((key) => key === 'name' || key === 'stack');
}

function sayPlace(place: string | null | undefined): string {
  return place === null || place === undefined ? '' : ` at ${place}`;
}

function partsOf(thrown: unknown): { readonly message: string; readonly stack: string } {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown), stack: '' };
  const { message, stack } = thrown as { readonly message?: unknown; readonly stack?: unknown };
  return { message: String(message), stack: typeof stack === 'string' ? stack : '' };
}
