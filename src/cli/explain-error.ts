import { statSync } from 'node:fs';
import { dirname } from 'node:path';

import { CodedError } from '../kernel/coded-error.ts';
import type { Ending } from './exit-codes.ts';
import { Failure, type Fault } from './failure.ts';

export type Explained = { ending: Ending; problems: readonly Fault[] };

/** System errors also have a code, and a path if the system knows it. */
type SystemError = Error & { code: string; path?: unknown; syscall?: unknown };

const OWN_FOLDER = 'Work in a folder that you may write to, such as a copy of this one in your home.';

const DISK_FULL = {
  code: 'disk-full',
  what: (path: string) => `${path} can’t be written: the disk is full.`,
  next: 'Make room on it, and run the same command again: nothing that was done before is lost.',
};

const systemErrors: Readonly<
  Record<string, { code: string; what: (path: string) => string; next?: string }>
> = {
  ENOENT: { code: 'no-such-file', what: (path) => `There is no file ${path}.` },
  EISDIR: { code: 'not-a-file', what: (path) => `${path} is a folder, not a file.` },
  ENOTDIR: { code: 'not-a-folder', what: notAFolder },
  EEXIST: { code: 'not-a-folder', what: notAFolder },
  EACCES: {
    code: 'no-access',
    what: (path) => `${path} can’t be opened: access is denied.`,
    next: OWN_FOLDER,
  },
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
    next: 'Nothing that a command said was done is lost. Copy the whole folder to a disk that works, and run the same command there again.',
  },
};

const AT_WORK = new Set(['ENOSPC', 'EDQUOT', 'EIO']);

function notAFolder(path: string): string {
  const file = fileInTheWay(path);
  return file === null ? `${path} can’t be made there.` : `${file} is a file, and no folder.`;
}

/** The file that stands where a folder is needed: the path itself, or something above it. */
export function fileInTheWay(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory() === true || at === dirname(at)) return null;
    if (found !== undefined) return at;
  }
}

function explainSystem(error: SystemError): Explained | undefined {
  // Other files that are there already are nobody's slip.
  const system = error.code === 'EEXIST' && error.syscall !== 'mkdir' ? undefined : systemErrors[error.code];
  // The system gives no path for files that are already open.
  const path = typeof error.path === 'string' ? error.path : AT_WORK.has(error.code) ? 'A file' : undefined;
  if (system === undefined || path === undefined) return undefined;
  return { ending: 'broken', problems: [{ code: system.code, what: system.what(path), next: system.next }] };
}

function explainKnown(error: unknown): Explained | undefined {
  if (!(error instanceof Error) || typeof (error as { code?: unknown }).code !== 'string') return undefined;
  const { name, code, message } = error as SystemError;
  // The rules refused. Across the boundary of the sandbox, only the error's name is left.
  if (name === 'Refusal') return { ending: 'refused', problems: [{ code, what: message }] };
  if (!(error instanceof CodedError)) return explainSystem(error as SystemError);
  const { where, expected, next } = error;
  return { ending: 'broken', problems: [{ code, what: message, where, expected, next }] };
}

/**
 * Explains the error that ended a command: a Failure as it is, an error of an inner layer by its code, anything else as
 * a bug.
 */
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
