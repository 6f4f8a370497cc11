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

/** A pushed file that can't be read as part of a game. It is a value rather than an error, because the other files are still read. */
export interface TreeProblem {
  readonly code: TreeProblemCode;
  readonly path: string;
  readonly message: string;
  /** True if the file was read after all, with this one thing corrected. */
  readonly note: boolean;
}

export function treeProblem(code: TreeProblemCode, path: string, message: string, note = false): TreeProblem {
  return { code, path, message: `${shown(path)} ${message}`, note };
}

// eslint-disable-next-line no-control-regex
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Anybody can choose these names, so characters that control a terminal or can't be seen are spelled out. */
function shown(path: string): string {
  return path.replace(unseen, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);
}
