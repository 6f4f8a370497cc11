import type { MatterChange, PostData } from '../../kernel/state.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { mergeTexts, type TextChange, type TextsMerged } from './gamestate-text.ts';
import { engineFile, engineText, readEngineFiles } from '../../store/engine-files.ts';

/** What a branch's head changes, compared with where it branched off. */
export interface HeadRead {
  readonly changes: readonly MatterChange[];
  /** Texts below gamestate front matter, which anybody may change. */
  readonly texts?: readonly TextChange[];
  /** The group's own pages that it changes, with their texts. */
  readonly pages?: readonly MatterChange[];
  /** Paths outside ruleset and gamestate, which the engine never merges. */
  readonly outside: readonly string[];
  /** Sentences for the person who pushed it. */
  readonly problems: readonly string[];
  /** Why its changes could not be read, in a sentence. They are unknown then. */
  readonly unread?: string;
}

/** A commit in which an Admin merged a matter with the current game. */
export interface Resolved {
  readonly commit: string;
  readonly by: string;
}

interface KnownBranches {
  /** Matter → the commit that would be enacted. */
  readonly pinned: Readonly<Record<string, string>>;
  readonly resolved: Readonly<Record<string, Resolved>>;
  /** Matters whose commit could not be read, so that their changes are not on record yet. */
  readonly unread?: Readonly<Record<string, string>>;
}

const UNREAD =
  'The forge didn’t return everything, so votes may be missing. Gitnomic tries again; until then this vote stays open.';

/** Main as decided so far, the commits that matters would enact, and how conflicts were resolved. */
export class Branches {
  /** The game's files including everything decided so far. */
  main: ContentFiles;
  /** Matters whose votes may not all be known; in a replay, those that could not be read at the time. */
  unreadMatters: ReadonlySet<string> = new Set();
  readonly #pinned: Record<string, string>;
  readonly #resolved: Record<string, Resolved>;
  readonly #unread: Record<string, string>;
  readonly #heads = new Map<string, HeadRead>();
  readonly #texts = new Map<string, ContentFiles>();

  constructor(main: ContentFiles, { pinned, resolved, unread }: KnownBranches) {
    this.main = main;
    this.#unread = { ...unread };
    this.#pinned = { ...pinned };
    this.#resolved = { ...resolved };
  }

  learn(heads: ReadonlyMap<string, HeadRead>, texts: ReadonlyMap<string, ContentFiles> = new Map()): void {
    for (const [commit, read] of heads) this.#heads.set(commit, read);
    for (const [commit, files] of texts) this.#texts.set(commit, files);
  }

  get pinned(): Readonly<Record<string, string>> {
    return this.#pinned;
  }

  get resolved(): Readonly<Record<string, Resolved>> {
    return this.#resolved;
  }

  readAt(commit: string): HeadRead | undefined {
    return this.#heads.get(commit);
  }

  /** Undefined if the matter has no branch or it was not read. */
  read(matter: string): HeadRead | undefined {
    return this.#heads.get(this.#pinned[matter] ?? '');
  }

  /** Everything that a matter would change, for people to see before they vote. */
  shownChanges({ id, changes }: Pick<PostData, 'id' | 'changes'>): PostData['changes'] {
    return [...changes, ...this.#changesOutsideRules(id)];
  }

  /** What a matter would change in texts and pages that no rule reads. They are in its branch only, not on record. */
  #changesOutsideRules(matter: string): PostData['changes'] {
    const { texts = [], pages = [] } = this.read(matter) ?? {};
    return [
      ...texts.map(({ path, base, text: content }) => ({ verb: 'file' as const, path, base, content })),
      ...pages,
    ];
  }

  /** The same for all pending matters, as a file beside the game's for its pages. */
  beside(): readonly (readonly [string, string])[] {
    const known = Object.keys(this.#pinned).map(
      (matter) => [matter, this.#changesOutsideRules(matter)] as const,
    );
    return [
      [OUTSIDE_RULES_FILE, JSON.stringify(Object.fromEntries(known.filter(([, { length }]) => length > 0)))],
    ];
  }

  /** Why a matter's changes or votes are unknown, or null if they are known. An unknown matter is not resolved. */
  whyUnread(matter: string): string | null {
    return this.read(matter)?.unread ?? (this.unreadMatters.has(matter) ? UNREAD : null);
  }

  get isAnyUnread(): boolean {
    const matters = [...this.unreadMatters, ...Object.keys(this.#pinned)];
    return matters.some((matter) => this.whyUnread(matter) !== null);
  }

  get unread(): Readonly<Record<string, string>> {
    return this.#unread;
  }

  pin(matter: string, commit: string): void {
    this.#pinned[matter] = commit;
    delete this.#unread[matter];
    if (this.read(matter)?.unread !== undefined) this.#unread[matter] = commit;
  }

  /** The rules at a commit in which an Admin resolved a conflict; undefined if it is not on the forge. */
  textsAt(commit: string): ContentFiles | undefined {
    return this.#texts.get(commit);
  }

  resolve(matter: string, resolved: Resolved): void {
    this.#resolved[matter] = resolved;
  }

  /** The matter's texts below gamestate front matter. */
  proposedTexts(matter: string): readonly TextChange[] {
    return this.read(matter)?.texts ?? [];
  }

  /** The same texts, merged with the current ones. */
  mergedTexts(matter: string): TextsMerged {
    const resolved = this.#texts.get(this.#resolved[matter]?.commit ?? '');
    return mergeTexts(this.main, this.proposedTexts(matter), resolved);
  }

  /** The conflict in its texts that an Admin has to resolve first, or null. */
  whyTextsWait(matter: string): string | null {
    const { conflicts } = this.mergedTexts(matter);
    return conflicts.length === 0 ? null : conflicts.map(({ shown }) => shown).join('\n');
  }
}

const OUTSIDE_RULES_FILE = 'heads/outside-rules.json';

/** What pending matters would change outside the rules, by the file found beside a game's. */
export function outsideRulesIn(files: ContentFiles): (matter: string) => PostData['changes'] {
  const found = JSON.parse(files.get(OUTSIDE_RULES_FILE) ?? '{}') as Record<string, PostData['changes']>;
  return (matter) => found[matter] ?? [];
}

/**
 * Adds the changes of matters whose heads could not be read when they were taken in but can be now: `unread.json`
 * with `{ "7": "1234…" }` goes, and matter 7 in `pending.json` gets its changes. Empty if there are none.
 */
export function lateHeads(
  files: ContentFiles,
  heads: ReadonlyMap<string, HeadRead>,
): ReadonlyMap<string, string | null> {
  if (!files.has(engineFile('unread'))) return new Map();
  const { facts, pending } = readEngineFiles(files).engine;
  const known = Object.entries(facts.unread).flatMap(([matter, head]) => {
    const read = heads.get(head);
    return read === undefined || read.unread !== undefined ? [] : [[matter, read] as const];
  });
  if (known.length === 0) return new Map();
  const late = new Map(known);
  const filled = Object.entries(pending).map(([id, post]) => {
    const read = late.get(id);
    return [id, read === undefined ? post : { ...post, changes: [...read.changes] }] as const;
  });
  const unread = Object.entries(facts.unread).filter(([matter]) => !late.has(matter));
  return new Map([
    [engineFile('pending'), engineText('pending', Object.fromEntries(filled))],
    [engineFile('unread'), engineText('unread', Object.fromEntries(unread))],
  ]);
}
