export type TreeProblemCode =
  | 'bad-name'
  | 'crlf'
  | 'invalid-utf8'
  | 'odd-mode'
  | 'same-but-for-case'
  | 'submodule'
  | 'symlink'
  | 'too-deep'
  | 'too-large'
  | 'too-many';

/** A pushed file that can't be read as part of a game. It is a value, since the files beside it are read all the same. */
export interface TreeProblem {
  readonly code: TreeProblemCode;
  readonly path: string;
  readonly message: string;
  /** The file was read all the same, and only this was put right in what was read. */
  readonly note: boolean;
}

export function treeProblem(code: TreeProblemCode, path: string, message: string, note = false): TreeProblem {
  return { code, path, message: `${shown(path)} ${message}`, note };
}

// eslint-disable-next-line no-control-regex
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Names come from anybody: what a terminal would obey, or an eye would miss, is spelled out. */
function shown(path: string): string {
  return path.replace(unseen, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);
}
