import { statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { CodedError } from '../kernel/coded-error.ts';
import { type Ending, Failure, type Fault } from './command.ts';
import type { Paint } from './terminal.ts';

export type Explained = { ending: Ending; problems: readonly Fault[] };

/** System errors also have a code, and a path if the system knows it. */
type SystemError = Error & { code: string; errno?: unknown; path?: unknown; syscall?: unknown };

const OWN_FOLDER = 'Work in a folder that you may write to, such as a copy of this one in your home.';

const DISK_FULL = {
  code: 'disk-full',
  what: (path: string) => `${path} can’t be written: the disk is full.`,
  next: 'Make room on it, and run the same command again: nothing that was done before is lost.',
};

/** For errors that don't name the file. */
const A_FILE = 'A file';

const NO_ACCESS = {
  code: 'no-access',
  what: (path: string) => `${path} can’t be opened: access is denied.`,
  next: OWN_FOLDER,
};

const IN_USE = {
  code: 'in-use',
  what: (path: string) => `${path} is in use by another program.`,
  next: 'Close that program, and run the same command again.',
};

const TOO_MANY_FILES = {
  code: 'too-many-files',
  what: (path: string) => `${path} can’t be opened: too many files are open on this system.`,
  next: 'Close other programs, or raise the limit (`ulimit -n`), and run the same command again.',
};

const systemErrors: Readonly<
  Record<string, { code: string; what: (path: string) => string; next?: string }>
> = {
  ENOENT: { code: 'no-such-file', what: (path) => `There is no file ${path}.` },
  EISDIR: {
    code: 'not-a-file',
    what: (path) =>
      path === A_FILE ? 'There is a folder where a file is needed.' : `${path} is a folder, not a file.`,
  },
  ENOTDIR: { code: 'not-a-folder', what: notAFolder },
  EEXIST: { code: 'not-a-folder', what: notAFolder },
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EBUSY: IN_USE,
  ETXTBSY: IN_USE,
  ENAMETOOLONG: {
    code: 'name-too-long',
    what: (path) => `${shortened(path)} is too long a name for this system.`,
    next: 'Choose a shorter one.',
  },
  ELOOP: {
    code: 'links-in-circle',
    what: (path) => `${path} contains links that lead in a circle.`,
    next: 'Fix these links, or choose another folder.',
  },
  EMFILE: TOO_MANY_FILES,
  ENFILE: TOO_MANY_FILES,
  EROFS: {
    code: 'read-only',
    what: (path) => `${path} can’t be written: the disk is read-only.`,
    next: OWN_FOLDER,
  },
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EIO: {
    code: 'disk-failed',
    what: (path) => `${path} can’t be read or written: the disk reports a failure.`,
    next: 'Nothing that a command reported as done is lost. Copy the whole folder to a disk that works, and run the same command there again.',
  },
};

const AT_WORK = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'EISDIR']);
/** Errors about existing files that no user can have caused. */
const OF_THE_ENGINE = new Set(['EEXIST', 'EINVAL', 'ENOTEMPTY']);
const MOST_OF_NAME = 80;

function shortened(path: string): string {
  const names = path.split(sep);
  return names
    .map((name) => (name.length <= MOST_OF_NAME ? name : `${name.slice(0, MOST_OF_NAME)}…`))
    .join(sep);
}

function notAFolder(path: string): string {
  const file = fileInTheWay(path);
  return file === null ? `${path} can’t be made there.` : `${file} is a file, not a folder.`;
}

/** Finds the file that stands where a folder is needed: the path itself or one above it. */
export function fileInTheWay(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory() === true || at === dirname(at)) return null;
    if (found !== undefined) return at;
  }
}

function explainSystem(error: SystemError): Explained | undefined {
  // Other existing files are no user's mistake.
  const isOfEngine = OF_THE_ENGINE.has(error.code) && (error.code !== 'EEXIST' || error.syscall !== 'mkdir');
  const system = isOfEngine ? undefined : (systemErrors[error.code] ?? explainOtherSystemError(error));
  // The system gives no path for files that are already open.
  const path = typeof error.path === 'string' ? error.path : AT_WORK.has(error.code) ? A_FILE : undefined;
  if (system === undefined || path === undefined) return undefined;
  return { ending: 'broken', problems: [{ code: system.code, what: system.what(path), next: system.next }] };
}

/** For other file errors, of which some Node versions give only the system's words and no code. */
function explainOtherSystemError({
  errno,
  syscall,
  message,
}: SystemError): (typeof systemErrors)[string] | undefined {
  if (typeof errno !== 'number' || typeof syscall !== 'string') return undefined;
  const [, words] = /^[^:]*: (.*?)(?:, \w+)? '/u.exec(message) ?? [];
  const says = words ?? getSystemErrorMessage(errno);
  return {
    code: 'system-error',
    what: (path) => `${shortened(path)} can’t be used. The system says: ${says}.`,
    next: 'Fix this, or choose another folder.',
  };
}

function explainKnown(error: unknown): Explained | undefined {
  if (!(error instanceof Error) || typeof (error as { code?: unknown }).code !== 'string') return undefined;
  const { name, code, message } = error as SystemError;
  // Only the error's name crosses the sandbox boundary.
  if (name === 'Refusal') return { ending: 'refused', problems: [{ code, what: message }] };
  if (!(error instanceof CodedError)) return explainSystem(error as SystemError);
  const { where, expected, next } = error;
  return { ending: 'broken', problems: [{ code, what: message, where, expected, next }] };
}

/** Explains the error that ended a command: a Failure as it is, an error of an inner layer by its code, anything else as a bug. */
export function explainError(error: unknown): Explained {
  if (error instanceof Failure) return { ending: error.ending, problems: error.problems };
  const known = explainKnown(error);
  if (known) return known;
  const what = error instanceof Error ? error.message : String(error);
  return {
    ending: 'bug',
    problems: [
      {
        code: 'engine-bug',
        what: `This is a mistake in Gitnomic itself: ${what}`,
        next: 'Run it again with GITNOMIC_DEBUG=1 to see where, and report that.',
      },
    ],
  };
}

const headings: Readonly<Record<Exclude<Ending, 'ok'>, string>> = {
  refused: 'refused',
  usage: 'usage',
  broken: 'error',
  bug: 'bug',
};

/** Renders a problem for people. Only parts that are present have a line:
 *
 *     error[no-such-file]  There is no file a.yml.
 *       where     the first operand
 *       expected  a scenario
 *       next      Look at the path.
 */
function renderProblem(problem: Fault, heading: string, paint: Paint): string {
  const details = (['where', 'expected', 'next'] as const).flatMap((key) =>
    problem[key] === undefined ? [] : [`  ${paint('dim', key.padEnd(8))}  ${problem[key]}\n`],
  );
  return `${paint('red', `${heading}[${problem.code}]`)}  ${problem.what}\n${details.join('')}`;
}

export function renderProblems(problems: readonly Fault[], ending: Ending, paint: Paint): string {
  const heading = ending === 'ok' ? 'error' : headings[ending];
  return problems.map((problem) => renderProblem(problem, heading, paint)).join('\n');
}
