import { foldedName, whyBadName } from '../ruleset/file-names.ts';

/** The paths of a game's content in its repository. docs/game-content.md describes each. */
export const GAME_FILE = 'content/game.yml';
/** The default `forge.kind`, for a game whose forge is beside it. */
export const PLAYED_HERE = 'local';
export const SITE_FILE = 'content/site.yml';
/** The group's own style sheet, and its own pages. */
export const OWN_STYLE = 'content/site.css';
export const OWN_PAGES = 'content/pages/';
/** Translations of the pages, with a file for each language, such as `de.yml`. */
export const OWN_LANGUAGES = 'content/languages/';
export const RULESET = 'content/ruleset/';
export const GAMESTATE = 'content/gamestate/';
export const WORDED = 'content/changes.yml';

const OF_THE_GROUP = /^(site\.|pages$|languages$)/iu;

/**
 * True for a name in `content/` that belongs to the group's own pages (`site.yml`, `site.css`, `pages/`, `languages/`, pictures such as
 * `site.png`). No rule is about these.
 */
export const isStyleName = (name: string): boolean => OF_THE_GROUP.test(name);

/** True for a path of these pages, which are changed by a proposal or an Admin's push. */
export const isStyle = (path: string): boolean => {
  const [content, name = ''] = path.split('/');
  return content === 'content' && isStyleName(name);
};

/** True for a path that players may propose to change. */
export const isOfGame = (path: string): boolean =>
  path.startsWith(RULESET) || path.startsWith(GAMESTATE) || path === WORDED || isStyle(path);
export const POSTS = 'content/posts/';
export const LEDGER = 'content/ledger/';
export const ENGINE = 'content/engine/';
export const DYNASTIES = 'content/dynasties/';
/** Counts of what past dynasties contain. */
export const ARCHIVED = `${ENGINE}archived.json`;

/** Paths that only play and an Admin's public commands may change. A direct push to them is reverted. */
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

/** The folder of a finished dynasty. The current one has its beginning there. */
export function dynastyFolder(number: number): string {
  return `${DYNASTIES}${number}/`;
}

export type ContentFiles = ReadonlyMap<string, string>;

export function areSameFiles(some: ContentFiles, others: ContentFiles): boolean {
  return some.size === others.size && [...some].every(([path, text]) => others.get(path) === text);
}

/** The file name for an id, valid on every system: `D4` → `D4`, `North Pier` → `North Pier`, `a/b` → `a%2Fb`, `con` → `%63on`. */
export function fileNameOf(id: string): string {
  const safe = Array.from(id, (character) => (isPlain(character) ? character : escape(character))).join('');
  if (whyBadName(`${safe}.md`) === null && !/^[. ]|[. ]$/u.test(safe)) return safe;
  const name = `${escape(safe.slice(0, 1))}${safe.slice(1).replace(/[. ]$/u, (last) => escape(last))}`;
  if (whyBadName(`${name}.md`) === null) return name;
  // For characters that change only in combination, such as those of a Hangul syllable.
  return Array.from(id, (letter) => (/^[a-zA-Z0-9]$/u.test(letter) ? letter : escape(letter))).join('');
}

export function idOfFileName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Ids that differ only in case would share a file on some systems, so the later one's letters are escaped. */
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

/** Escapes all letters, or if that is too long, as many as make the name unique regardless of case. */
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
