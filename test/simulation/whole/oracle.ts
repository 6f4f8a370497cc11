import type { ForgeEvent } from '../../../src/forge/events.ts';
import { Oracle, type Icon, type Kind, type Matter } from '../core-2021-oracle.ts';
import { Roster } from './roster.ts';

const HOUR_MS = 3_600_000;
const ALTERATION_HOURS = 8;
const CATEGORY_MINUTES = 15;
const MATTER_KINDS = ['proposal', 'cfj', 'dov'];
const OFFICIAL_KINDS = [...MATTER_KINDS, 'story', 'ascension-address', 'pass-the-mantle'];
const TOKENS: readonly (readonly [string, Icon])[] = [
  [':for:', 'FOR'],
  [':against:', 'AGAINST'],
  [':deferential:', 'DEFERENTIAL'],
  [':def:', 'DEFERENTIAL'],
  [':imperial:', 'DEFERENTIAL'],
  [':veto:', 'VETO'],
];
const REACTIONS: Readonly<Record<string, Icon>> = {
  '+1': 'FOR',
  '-1': 'AGAINST',
  eyes: 'DEFERENTIAL',
  confused: 'VETO',
};

interface Post {
  readonly by: string;
  readonly at: number;
  kind: string;
  title: string;
  /** The commit that would be enacted. */
  head: string | null;
  /** Whose comments, reviews and reactions are on it. */
  readonly heard: Set<string>;
  comments: number;
}

/** A reaction that somebody has on a post now, with the use of an icon that it was. */
interface Reacted {
  readonly by: string;
  readonly reaction: string;
}

/**
 * What should come of what people did on the forge, by the rules of 2021 as they are written. It knows nothing of the
 * engine: it is fed the forge's own events, and the ledger's lines only for what they do to the roster.
 */
export class GameOracle extends Oracle {
  readonly posts = new Map<string, Post>();
  readonly roster: Roster;
  readonly #reactions = new Map<string, Reacted[]>();

  constructor(players: readonly string[], emperor: string, admins: readonly string[], start: number) {
    super(players, emperor, false);
    this.roster = new Roster(players, admins, start);
  }

  matter(id: string): Matter | null {
    return this.matters.find((one) => one.id === id) ?? null;
  }

  /** Takes one event in, and says whether the rules let it count; null where this oracle has no opinion. */
  take(event: ForgeEvent, at: number): boolean | null {
    if (event.type === 'main-pushed' || event.by?.bot === true) return null;
    this.now = at;
    const post = this.posts.get(event.post);
    const by = event.by === null ? (post?.by ?? 'somebody') : this.roster.playerOf(event.by);
    if (event.type === 'opened') return this.#opened(event, by);
    if (post === undefined) return null;
    const verdict = this.#onPost(event, post, by);
    if (verdict === true && !QUIET.has(event.type)) this.roster.heardOf(by, at);
    return verdict;
  }

  #opened(event: ForgeEvent & { type: 'opened' }, by: string): boolean {
    const { kind, title, post, head } = event;
    const matter = MATTER_KINDS.includes(kind);
    const allowed = subjectOf(title) !== '' && (!matter || this.mayPost(kind as Kind, by));
    if (!allowed) return false;
    if (matter) this.post(post, kind as Kind, by);
    if (kind === 'join-request') this.roster.apply(by);
    const own = { by, at: this.now, kind, title, head: head?.oid ?? null };
    this.posts.set(post, { ...own, heard: new Set(), comments: 0 });
    this.roster.heardOf(by, this.now);
    return true;
  }

  #onPost(event: ForgeEvent, post: Post, by: string): boolean | null {
    switch (event.type) {
      case 'edited': {
        const title = event.title ?? post.title;
        if (!this.#mayAlter(event.post, post, by) || subjectOf(title) === '') return false;
        post.title = title;
        return true;
      }
      case 'pushed':
        if (!this.#mayAlter(event.post, post, by)) return false;
        post.head = event.head;
        return true;
      case 'categorised':
        return this.#categorised(event.post, post, by, event.kind);
      case 'commented':
        return this.#commented(event, post, by);
      case 'reviewed':
        return this.#reviewed(event, post, by);
      case 'reacted':
        return this.#reacted(event, post, by);
      case 'unreacted':
        return this.#unreacted(event, by);
      default:
        return null;
    }
  }

  /** Only its author; an official post within eight hours, and not once a player has commented, in a matter with an icon. */
  #mayAlter(id: string, post: Post, by: string): boolean {
    if (by !== post.by) return false;
    const matter = this.matter(id);
    if (matter !== null && matter.status !== 'pending') return false;
    if (!OFFICIAL_KINDS.includes(post.kind)) return true;
    if ((this.now - post.at) / HOUR_MS >= ALTERATION_HOURS) return false;
    const player = [...post.heard].some((one) => this.active.has(one));
    return !player || (matter !== null && !matter.uses.some(({ withdrawn }) => !withdrawn));
  }

  #categorised(id: string, post: Post, by: string, kind: string): boolean | null {
    const matter = this.matter(id);
    if (matter !== null && matter.status !== 'pending') return false;
    if (by !== post.by) return false;
    const minutes = (this.now - post.at) / 60_000;
    if (OFFICIAL_KINDS.includes(post.kind)) {
      if (minutes > CATEGORY_MINUTES) return false;
    } else if (minutes >= CATEGORY_MINUTES || post.comments > 0) return false;
    const becomes = MATTER_KINDS.includes(kind);
    // That it counts itself among those pending is the rules' own affair.
    if (becomes && !this.mayPost(kind as Kind, by)) return false;
    if (matter === null && becomes) this.post(id, kind as Kind, by);
    if (matter !== null) {
      if (becomes) matter.kind = kind as Kind;
      else this.matters.splice(this.matters.indexOf(matter), 1);
    }
    post.kind = kind;
    return true;
  }

  #commented(event: ForgeEvent & { type: 'commented' }, post: Post, by: string): boolean | null {
    if (/^\s*\/seal\s/u.test(event.text)) {
      this.roster.heardOf(by, this.now);
      return null;
    }
    const matter = this.matter(event.post);
    if (matter !== null && matter.status !== 'pending') return false;
    const icons = matter === null ? [] : iconsIn(event.text);
    const usable = icons.filter((icon) => matter !== null && this.mayUse(matter, by, icon));
    if (icons.length === 1 && usable.length === 0) return false;
    post.heard.add(by);
    post.comments += 1;
    if (matter !== null) for (const icon of usable) this.use(matter, by, icon, false);
    return true;
  }

  #reviewed(event: ForgeEvent & { type: 'reviewed' }, post: Post, by: string): boolean | null {
    const { verdict, text } = event;
    const icons: readonly Icon[] =
      verdict === 'approve' ? ['FOR'] : verdict === 'request-changes' ? ['AGAINST'] : iconsIn(text);
    return this.#signal(event.post, post, by, icons, false);
  }

  #reacted(event: ForgeEvent & { type: 'reacted' }, post: Post, by: string): boolean | null {
    if (event.comment !== null) return null;
    const icon = REACTIONS[event.reaction];
    const verdict = this.#signal(event.post, post, by, icon === undefined ? [] : [icon], true);
    if (verdict === true && icon !== undefined && this.matter(event.post) !== null)
      this.#on(event.post).push({ by, reaction: event.reaction });
    return verdict;
  }

  /** Icons outside comments: all of them count, or one that can't be used stops it. */
  #signal(id: string, post: Post, by: string, icons: readonly Icon[], reaction: boolean): boolean | null {
    if (icons.length === 0) {
      // A review is something written, whatever is in it; a heart is not.
      if (!reaction) this.roster.heardOf(by, this.now);
      return null;
    }
    const matter = this.matter(id);
    if (matter === null) return false;
    if (!icons.every((icon) => this.mayUse(matter, by, icon))) return false;
    post.heard.add(by);
    for (const icon of icons) this.use(matter, by, icon, reaction);
    return true;
  }

  /** Whoever takes a reaction back takes back the vote that this reaction was, and no other. */
  #unreacted(event: ForgeEvent & { type: 'unreacted' }, by: string): boolean | null {
    if (event.comment !== null) return null;
    const matter = this.matter(event.post);
    const icon = REACTIONS[event.reaction];
    if (matter === null || icon === undefined) return null;
    const on = this.#on(event.post);
    const place = on.findLastIndex((one) => one.by === by && one.reaction === event.reaction);
    if (place < 0) return null;
    on.splice(place, 1);
    const use = matter.uses.findLast(
      (one) => one.by === by && one.reaction && one.icon === icon && !one.withdrawn,
    );
    if (use !== undefined && matter.status === 'pending') use.withdrawn = true;
    if (matter.status === 'pending') this.note(matter);
    return null;
  }

  #on(post: string): Reacted[] {
    const known = this.#reactions.get(post) ?? [];
    this.#reactions.set(post, known);
    return known;
  }
}

/** What does not count as having been heard of. */
const QUIET: ReadonlySet<string> = new Set(['unreacted', 'comment-edited', 'comment-removed']);

export function iconsIn(text: string): readonly Icon[] {
  const lower = text.toLowerCase();
  const found = TOKENS.flatMap(([token, icon]) =>
    [...lower.matchAll(new RegExp(token, 'gu'))].map(({ index }) => ({ index, icon })),
  );
  return found.sort((a, b) => a.index - b.index).map(({ icon }) => icon);
}

function subjectOf(title: string): string {
  return title.replace(/^[^:]*:/u, '').trim();
}
