import type { Ending } from './exit-codes.ts';
import { Failure } from './failure.ts';
import type { Fault } from './failure.ts';

export type Explained = { ending: Ending; problems: readonly Fault[] };

type Coded = Error & {
  code: string;
  file?: unknown;
  line?: unknown;
  path?: unknown;
  expected?: unknown;
  next?: unknown;
};

/** The engine's own codes are in kebab-case; Node's and the system's are in capitals. */
const ownCode = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const OWN_FOLDER = 'Work in a folder that you may write to, such as a copy of this one in your home.';

const systemErrors: Readonly<
  Record<string, { code: string; what: (path: string) => string; next?: string }>
> = {
  ENOENT: { code: 'no-such-file', what: (path) => `There is no file ${path}.` },
  EISDIR: { code: 'not-a-file', what: (path) => `${path} is a folder, not a file.` },
  ENOTDIR: { code: 'not-a-folder', what: (path) => `${path} lies below something that is no folder.` },
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
  ENOSPC: {
    code: 'disk-full',
    what: (path) => `${path} can’t be written: the disk is full.`,
    next: 'Make room on it, and run the same command again.',
  },
};

function isCoded(error: unknown): error is Coded {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'string';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function placeOf({ file, line }: Coded): string | undefined {
  if (typeof file !== 'string') return undefined;
  return typeof line === 'number' ? `${file}:${line}` : file;
}

function explainCoded(error: Coded): Explained | undefined {
  const system = systemErrors[error.code];
  // Of a write into what is open already the system doesn't say where it was.
  const path = typeof error.path === 'string' ? error.path : error.code === 'ENOSPC' ? 'A file' : null;
  if (system && path !== null) {
    return {
      ending: 'broken',
      problems: [{ code: system.code, what: system.what(path), next: system.next }],
    };
  }
  if (!ownCode.test(error.code)) return undefined;
  const problem = {
    code: error.code,
    what: error.message,
    where: placeOf(error),
    expected: text(error.expected),
    next: text(error.next),
  };
  // A refusal is the rules' decision; any other coded error is about what was read.
  return { ending: error.name === 'Refusal' ? 'refused' : 'broken', problems: [problem] };
}

/** Tells what ended a command: a failure as it is, an error of an inner layer by its code, the rest as a bug. */
export function explainError(error: unknown): Explained {
  if (error instanceof Failure) return { ending: error.ending, problems: error.problems };
  const known = isCoded(error) ? explainCoded(error) : undefined;
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
