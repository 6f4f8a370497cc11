const invisibleToMac = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
// eslint-disable-next-line no-control-regex
const unfit = /[\u0000-\u001f\u007f\\:*?"<>|]/u;
const deviceOfWindows = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/iu;
/** Windows' short names for `.git` and for the files that configure Git. */
const shortOfGit = /^(?:\.?git|gitmod|gitatt|gitign|mailma|gi7eba|gi7d29|gi250a|maba30)~\d/iu;
/** From the tenth on, the number replaces letters: `GI7EB~10`, `GI7E~100` up to `~1000000`. */
const shorterOfGit =
  /^(?=.{8}$)(?:g|gi|gi7|gi7e|gi7eb|gi7d|gi7d2|gi2|gi25|gi250|m|ma|mab|maba|maba3)?~\d+$/iu;
const longestName = 200;
/** Most systems allow at most 255. */
const mostBytes = 250;

/**
 * The reason why a file or folder of a game can't have this name, or null. Games are cloned on every system, and names become links on
 * the site. So a name that some systems can't store, or that leaves its folder, is refused.
 */
export function whyBadName(name: string): string | null {
  const plain = name.replace(invisibleToMac, '');
  if (plain === '' || plain === '.' || plain === '..') return 'would leave its folder';
  if (/^\.git([. ]*$|:)/iu.test(plain) || shortOfGit.test(plain) || shorterOfGit.test(plain))
    return 'is reserved by Git';
  if (name.includes('\ufffd')) return 'is not written in UTF-8';
  if (plain !== name) return 'has invisible characters';
  if (unfit.test(name) || name.includes('/'))
    return 'has a character that some systems can’t have in a file name';
  if (/[. ]$/u.test(name)) return 'ends with a dot or a space, which some systems drop';
  if (deviceOfWindows.test(name)) return 'is the name of a device on Windows';
  if (name.normalize('NFC') !== name) return 'is written with combining characters (write it in NFC)';
  if (name.length > longestName) return `is longer than ${longestName} characters`;
  if (new TextEncoder().encode(name).length > mostBytes) return `is longer than ${mostBytes} bytes`;
  return null;
}

/**
 * Two names with the same result are one file on some system. Case doesn't count, nor do differences between letters such as ſ and s, or
 * ς and σ.
 */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase();
}

/** True if these paths, one or more, stay below a folder, and name as many files on every system. */
export function areSafePaths(paths: readonly string[]): boolean {
  const files = new Set(paths.map(foldedName));
  const isSafe = (name: string, at: number, names: readonly string[]): boolean =>
    whyBadName(name) === null && !files.has(foldedName(names.slice(0, at).join('/')));
  return files.size > 0 && files.size === paths.length && paths.every((one) => one.split('/').every(isSafe));
}
