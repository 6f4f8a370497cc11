import { SandboxError } from './host.ts';

/** What the guest reports, as an error on this side. */
export function guestError({
  name,
  message,
  stack,
}: {
  name: string;
  message: string;
  stack?: string;
}): Error {
  if (name === 'InternalError' && message === 'interrupted')
    return new SandboxError('too-many-steps', 'took too many steps and was stopped');
  if (name === 'InternalError' && message === 'out of memory')
    return new SandboxError('too-much-memory', 'wanted more memory than there is and was stopped');
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = `${name}: ${message}\n${stack}`;
  return error;
}
