import { fewOf } from '../kernel/bounds.ts';
import { foldedName, whyBadName } from '../ruleset/file-names.ts';
import { diffTrees, type TreeDifference } from '../repository/diff-trees.ts';
import { hasObject } from '../repository/objects.ts';
import { listFolder } from '../repository/read-file.ts';
import { nullIfUnreadable } from '../repository/repository-error.ts';
import type { Oid } from '../repository/oid.ts';
import type { Repository } from '../repository/repository.ts';
import type { TreeEntry } from '../repository/tree-bytes.ts';
import { writeTreeEntries } from '../repository/tree.ts';
import { writeCommit } from '../repository/write-commit.ts';
import type { ForgeReading } from '../forge/port.ts';
import type { ForgeEvent } from '../forge/events.ts';
import { isStyleName, isStyle, PLAYED } from '../store/paths.ts';
import { type OwnStyle, styleByAdmins } from './own-style.ts';
import { pushesTo, trustedMain } from './trusted-main.ts';

const MOST_NAMED = 100;

export interface Repair {
  readonly undone: readonly string[];
  readonly commit: Oid | null;
}

const NOTHING: Repair = { undone: [], commit: null };

/**
 * Only play may change ruleset, gamestate, posts and ledger, and only Admins the group's own pages, so other pushes
 * to them are undone. `commit` undoes them, and has yet to become main.
 */
export async function findRepair(
  forge: ForgeReading,
  main: Oid | null,
  events: readonly ForgeEvent[],
  now: string,
): Promise<Repair> {
  const { repository } = forge;
  const trusted = await trustedMain(forge, main, events);
  if (trusted === main || trusted === null || !(await hasObject(repository, trusted))) return NOTHING;
  const author = { name: forge.engine.name, email: '', at: now };
  const pushed = main === null ? null : await diffTrees(repository, trusted, main).catch(nullIfUnreadable);
  if (main === null || pushed === null) {
    const copy = { parents: [trusted], changes: new Map(), author, message: 'Put main back\n' };
    return { undone: ['main itself'], commit: await writeCommit(repository, copy) };
  }
  const hasStyle = pushed.some(({ path }) => isStyle(path));
  const ownStyle = hasStyle
    ? await styleByAdmins(repository, trusted, await pushesTo(repository, main, events))
    : null;
  const undone = pushed
    .filter((one) => isPlayed(one.path) || isForeignStyle(ownStyle, one))
    .map(({ path }) => path);
  if (undone.length === 0) return NOTHING;
  const named = fewOf(undone, MOST_NAMED).map((path) => `- ${path}`);
  const message = `Put back what only play may change\n\n${named.join('\n')}\n`;
  const twins = new Set(undone.map((path) => path.split('/')[0] ?? '').filter(isTwinOfContent));
  const content = { oid: await playedAgain(repository, trusted, main), kind: 'folder' as const };
  const putBack = await writeCommit(repository, {
    parents: [main],
    changes: new Map([[CONTENT, content], ...[...twins].map((name) => [name, null] as const)]),
    author,
    message,
  });
  if (ownStyle === null || ownStyle.size === 0) return { undone, commit: putBack };
  const retained = {
    parents: [putBack],
    changes: ownStyle,
    author,
    message: 'Keep the pages as an Admin has them\n',
  };
  return { undone, commit: await writeCommit(repository, retained) };
}

/** True if a change of the group's own pages wasn't made by an Admin. */
function isForeignStyle(ownStyle: OwnStyle | null, { path, after }: TreeDifference): boolean {
  if (!isStyle(path)) return false;
  const taken = ownStyle?.get(path);
  return taken === undefined || (taken?.oid ?? null) !== (after?.oid ?? null);
}

const PLAYED_NAMES = new Set(PLAYED.map((place) => place.replace(/^content\/|\/$/gu, '')));
/** Git obeys these files, and they could change the game's files in every clone. */
const OF_GIT = /^\.(?:git|mailmap)/iu;

/**
 * Includes names that some systems treat as equal, since one file would replace the other, and names that some systems can't create,
 * since cloning would fail.
 */
const isPlayedName = (name: string): boolean =>
  PLAYED_NAMES.has(name.toLowerCase()) || OF_GIT.test(name) || whyBadName(name) !== null;

function isPlayed(path: string): boolean {
  const [content, name = ''] = path.split('/');
  return content === CONTENT ? isPlayedName(name) : isTwinOfContent(content ?? '');
}

/** `CONTENT/` would lie in `content/` on some systems. */
function isTwinOfContent(name: string): boolean {
  return name !== CONTENT && foldedName(name) === foldedName(CONTENT);
}

/**
 * `content/` of `main`, with everything that only play may change taken from `trusted`. Folders are restored as a whole, because some of
 * the names in them may be impossible to write.
 */
async function playedAgain(repository: Repository, trusted: Oid, main: Oid): Promise<Oid> {
  const isPutBack = ({ name }: TreeEntry): boolean => isPlayedName(name) || isStyleName(name);
  const content = await listFolder(repository, main, CONTENT);
  const before = await listFolder(repository, trusted, CONTENT);
  const entries = [...content.filter((entry) => !isPutBack(entry)), ...before.filter(isPutBack)];
  return writeTreeEntries(repository, entries);
}

const CONTENT = 'content';
