import { readYamlFile } from '../../ruleset/front-matter.ts';
import { dynastySchema, type DynastyMatter } from '../../ruleset/schema/dynasty.ts';
import { validate } from '../../ruleset/schema/validate.ts';
import { readLedger } from '../ledger-files.ts';
import { ARCHIVED, DYNASTIES, dynastyFolder, LEDGER, POSTS, type ContentFiles } from '../paths.ts';
import { readPostFiles } from '../post-files.ts';
import type { PostData } from '../../kernel/state.ts';
import type { RecordedLine } from '../ledger-line.ts';
import { recordPath } from '../journal/journal-record.ts';

/** A finished dynasty, as read from its folder. */
export interface FrozenDynasty {
  readonly about: DynastyMatter;
  readonly ledger: readonly RecordedLine[];
  readonly posts: Readonly<Record<string, PostData>>;
  /** How the rules of an imported dynasty changed. */
  readonly revisions: readonly RuleRevision[];
  /** `game.yml`, ruleset and gamestate at its end. */
  readonly last: ContentFiles;
}

/** All finished dynasties, oldest first. Unreadable folders are skipped. */
export function frozenDynasties(files: ContentFiles): readonly FrozenDynasty[] {
  return [...byDynasty(files)]
    .flatMap(([number, own]) => {
      const path = `${DYNASTIES}${number}/dynasty.yml`;
      const text = own.get(path);
      if (text === undefined) return [];
      const { data, keyLines } = readYamlFile(path, text);
      const { value } = validate(dynastySchema, data, path, keyLines);
      return value === null ? [] : [frozenDynasty(own, value)];
    })
    .sort((a, b) => a.about.number - b.about.number);
}

/** The numbers of the dynasties played elsewhere, which can't be replayed. */
export function importedDynasties(files: ContentFiles): readonly number[] {
  return [...files].flatMap(([path, text]) => {
    const number = /^content\/dynasties\/(\d+)\/dynasty\.yml$/u.exec(path)?.[1];
    return number !== undefined && /^imported:/mu.test(text) ? [Number(number)] : [];
  });
}

const IN_A_DYNASTY = /^content\/dynasties\/(\d+)\//u;

function byDynasty(files: ContentFiles): ReadonlyMap<string, ContentFiles> {
  const found = new Map<string, Map<string, string>>();
  for (const [path, text] of files) {
    const number = IN_A_DYNASTY.exec(path)?.[1];
    if (number === undefined) continue;
    const own = found.get(number) ?? new Map<string, string>();
    if (own.size === 0) found.set(number, own);
    own.set(path, text);
  }
  return found;
}

function frozenDynasty(own: ContentFiles, about: DynastyMatter): FrozenDynasty {
  const folder = dynastyFolder(about.number);
  const inPlace = inTheirPlaces(own, about.number);
  return {
    about,
    ledger: readLedger(inPlace, about.ledger?.from).lines,
    posts: readPostFiles(inPlace).posts,
    revisions: readRevisions(own.get(`${folder}${HISTORY}`)),
    last: readSnapshot(own.get(`${folder}last.json`) ?? '{}'),
  };
}

/** The dynasty's archived posts and lines, at the paths that they had while it was played. */
function inTheirPlaces(files: ContentFiles, number: number): ContentFiles {
  const moved = [
    [`${dynastyFolder(number)}ledger/`, LEDGER],
    [`${dynastyFolder(number)}posts/`, POSTS],
  ] as const;
  const placed = new Map<string, string>();
  for (const [path, text] of files)
    for (const [from, to] of moved)
      if (path.startsWith(from)) placed.set(`${to}${path.slice(from.length)}`, text);
  return placed;
}

/** The game's content at the end of a dynasty, including its posts and lines, for showing it like a current game. */
export function contentAtEnd(files: ContentFiles, number: number): ContentFiles {
  const own = byDynasty(files).get(String(number)) ?? new Map<string, string>();
  const [over] = frozenDynasties(own);
  const archived = beginningOf(own, number).get(ARCHIVED);
  return frozenContent(own, number, over?.last ?? new Map(), archived);
}

/** The same, from frozen files that have been read already. `archived` is the archive's content when the dynasty began. */
export function frozenContent(
  files: ContentFiles,
  number: number,
  last: ContentFiles,
  archived: string | undefined,
): ContentFiles {
  const content = new Map([...last, ...inTheirPlaces(files, number)]);
  if (archived !== undefined) content.set(ARCHIVED, archived);
  return content;
}

/** The game's state when a dynasty began, or nothing if it wasn't stored. */
export function beginningOf(files: ContentFiles, number: number): ContentFiles {
  return readSnapshot(files.get(`${dynastyFolder(number)}first.json`) ?? '{}');
}

/** The history of an imported dynasty's rules, in its folder, for its pages. */
export const HISTORY = 'history.json';

/** A change of a rule's file, below the ruleset's folder. Null means that the file didn't exist. */
export interface RuleRevision {
  readonly at: string;
  readonly by: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function writeRevisions(revisions: readonly RuleRevision[]): string {
  return `${JSON.stringify(revisions, null, 1)}\n`;
}

export function readRevisions(text: string | undefined): readonly RuleRevision[] {
  return text === undefined ? [] : (JSON.parse(text) as readonly RuleRevision[]);
}

const ROOT = 'content/';

/** Writes several texts as one file, in order of their paths below `content/`. */
export function writeSnapshot(files: ContentFiles, holds: (path: string) => boolean): string {
  const paths = [...files.keys()].filter((path) => path.startsWith(ROOT) && holds(path)).sort();
  const texts = Object.fromEntries(paths.map((path) => [path.slice(ROOT.length), files.get(path) ?? '']));
  return `${JSON.stringify(texts, null, 1)}\n`;
}

export function readSnapshot(text: string): ContentFiles {
  const texts = JSON.parse(text) as Readonly<Record<string, string>>;
  return new Map(Object.entries(texts).map(([path, content]) => [`${ROOT}${path}`, content]));
}

/** The game as a dynasty begins, with everything that a replay needs. */
export function firstSnapshot(files: ContentFiles): string {
  return writeSnapshot(files, (path) => !path.startsWith(DYNASTIES) && path !== recordPath);
}
