import type { MatterChange } from '../kernel/state.ts';
import type { ContentFiles } from '../store/paths.ts';
import { mergeTexts, type TextChange, type TextsMerged } from './gamestate-text.ts';

/** The changes that the head of a branch asks for, against where it branched off. */
export interface HeadRead {
  readonly changes: readonly MatterChange[];
  /** Texts below the front matter of the gamestate, which are anybody's. */
  readonly texts?: readonly TextChange[];
  /** Paths of the group's own pages, which come with the commit. */
  readonly look?: readonly string[];
  /** Paths that are no part of ruleset or gamestate: never merged by the engine. */
  readonly outside: readonly string[];
  /** Sentences for whoever pushed it. */
  readonly problems: readonly string[];
  /** Why its changes could not be read, in a sentence: then what it changes isn't known. */
  readonly unread?: string;
}

/** A commit in which an Admin says how a matter and the game as it stands go together. */
export interface Resolved {
  readonly commit: string;
  readonly by: string;
}

interface KnownBranches {
  /** Matter → the commit that would be enacted. */
  readonly pinned: Readonly<Record<string, string>>;
  readonly resolved: Readonly<Record<string, Resolved>>;
  /** Those matters whose changes are not on record yet, since their commit could not be read. */
  readonly unread?: Readonly<Record<string, string>>;
}

/** Only a replay asks, and nobody is told. */
const UNREAD_THEN = 'It could not be read then.';

/** Main as it has been decided so far, the commits that matters would have enacted, and how they go together. */
export class Branches {
  /** The game's files, with what has been decided so far. */
  main: ContentFiles;
  /** Matters that could not be read at a time, where it is played again. */
  unreadThen: ReadonlySet<string> = new Set();
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

  /** The changes of a matter as its branch has them; undefined where it has none, or it was not read. */
  read(matter: string): HeadRead | undefined {
    return this.#heads.get(this.#pinned[matter] ?? '');
  }

  /** Why it isn't known what a matter changes, in a sentence; null where it is known. Such a matter is not resolved. */
  whyUnread(matter: string): string | null {
    return this.read(matter)?.unread ?? (this.unreadThen.has(matter) ? UNREAD_THEN : null);
  }

  get isAnyUnread(): boolean {
    return Object.keys(this.#pinned).some((matter) => this.whyUnread(matter) !== null);
  }

  /** Matters whose changes are not on record yet, and their heads. */
  get unread(): Readonly<Record<string, string>> {
    return this.#unread;
  }

  /** From now on this commit is the one that would be enacted. */
  pin(matter: string, commit: string): void {
    this.#pinned[matter] = commit;
    delete this.#unread[matter];
    if (this.whyUnread(matter) !== null) this.#unread[matter] = commit;
  }

  /** The rules at a commit in which an Admin resolved a conflict; undefined where it is not on the forge. */
  textsAt(commit: string): ContentFiles | undefined {
    return this.#texts.get(commit);
  }

  resolve(matter: string, resolved: Resolved): void {
    this.#resolved[matter] = resolved;
  }

  /** The texts of a matter below the front matter of the gamestate. */
  proposedTexts(matter: string): readonly TextChange[] {
    return this.read(matter)?.texts ?? [];
  }

  /** The same, brought together with what is there. */
  mergedTexts(matter: string): TextsMerged {
    const resolved = this.#texts.get(this.#resolved[matter]?.commit ?? '');
    return mergeTexts(this.main, this.proposedTexts(matter), resolved);
  }

  /** The clash for which a matter waits, where an Admin has to say how its texts and those that are there go together; or null. */
  whyTextsWait(matter: string): string | null {
    const { conflicts } = this.mergedTexts(matter);
    return conflicts.length === 0 ? null : conflicts.map(({ shown }) => shown).join('\n');
  }
}
