import { foldedName, whyBadName } from '../ruleset/file-names.ts';

/** Where a game's content lies in its repository. docs/game-content.md describes each. */
export const GAME_FILE = 'content/game.yml';
/** The `forge.kind` of a game whose forge lies beside it; it is the default. */
export const PLAYED_HERE = 'local';
/** The file that says how the game’s pages look. */
export const SITE_FILE = 'content/site.yml';
/** The style that the group gives its pages, and pages of its own. */
export const OWN_STYLE = 'content/site.css';
export const OWN_PAGES = 'content/pages/';
/** The texts of the pages in other languages: a file for each, such as `de.yml`. */
export const OWN_LANGUAGES = 'content/languages/';
export const RULESET = 'content/ruleset/';
export const GAMESTATE = 'content/gamestate/';
/** Changes that are said in words. */
export const WORDED = 'content/changes.yml';

const LOOK = /^(site\.|pages$|languages$)/iu;

/** Whether a name in `content/` is of the group's own pages (`site.yml`, `site.css`, `pages/`, `languages/`, pictures such as `site.png`), which no rule is about. */
export const isNameOfLook = (name: string): boolean => LOOK.test(name);

/** Whether a path is of those pages: a proposal or an Admin's push brings it. */
export const isOfLook = (path: string): boolean => {
  const [content, name = ''] = path.split('/');
  return content === 'content' && isNameOfLook(name);
};

/** Whether a path is of what players may propose to change. */
export const isOfGame = (path: string): boolean =>
  path.startsWith(RULESET) || path.startsWith(GAMESTATE) || path === WORDED || isOfLook(path);
export const POSTS = 'content/posts/';
export const LEDGER = 'content/ledger/';
export const ENGINE = 'content/engine/';
export const DYNASTIES = 'content/dynasties/';
/** The counts of what lies in past dynasties. */
export const ARCHIVED = `${ENGINE}archived.json`;

/** The files that only play and an Admin's public commands may change: a direct push to them is undone. */
export const PLAYED: readonly string[] = [
  GAME_FILE,
  RULESET,
  GAMESTATE,
  POSTS,
  LEDGER,
  ENGINE,
  DYNASTIES,
  'content/pictures/',
  'content/journal.json',
  'content/checkpoints.json',
  'content/format.json',
];

/** Where a dynasty that is over lies, and how the one began that is played now. */
export function dynastyFolder(number: number): string {
  return `${DYNASTIES}${number}/`;
}

export type ContentFiles = ReadonlyMap<string, string>;

/**
 * The name of a file for an id, so that every id has one on every system: `D4` → `D4`, `North Pier` → `North Pier`,
 * `a/b` → `a%2Fb`, `con` → `%63on`.
 */
export function fileNameOf(id: string): string {
  const safe = Array.from(id, (character) => (isPlain(character) ? character : escape(character))).join('');
  if (whyBadName(`${safe}.md`) === null && !/^[. ]|[. ]$/u.test(safe)) return safe;
  const name = `${escape(safe.slice(0, 1))}${safe.slice(1).replace(/[. ]$/u, (last) => escape(last))}`;
  if (whyBadName(`${name}.md`) === null) return name;
  // Letters that only together are written otherwise, such as those of a syllable of Hangul.
  return Array.from(id, (letter) => (/^[a-zA-Z0-9]$/u.test(letter) ? letter : escape(letter))).join('');
}

export function idOfFileName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Ids that differ by case alone would be one file on some systems: the later one's capitals are written out. */
export function fileNamesOf(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const id of [...ids].sort()) {
    const plain = fileNameOf(id);
    const name = taken.has(foldedName(plain)) ? apartFrom(taken, plain) : plain;
    taken.add(foldedName(name));
    names.set(id, name);
  }
  return names;
}

/** All letters are written out, or where that is too long so many that no other name is the same but for its case. */
function apartFrom(taken: ReadonlySet<string>, plain: string): string {
  const written = (most: number): string => {
    let left = most;
    return plain.replace(/(?<!%.?)\p{L}/gu, (letter) => (left-- > 0 ? escape(letter) : letter));
  };
  const whole = written(Infinity);
  if (whyBadName(`${whole}.md`) === null) return whole;
  let count = 1;
  while (taken.has(foldedName(written(count)))) count++;
  return written(count);
}

function isPlain(character: string): boolean {
  return /^[\p{L}\p{N} ._-]$/u.test(character) && character.normalize('NFC') === character;
}

function escape(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
