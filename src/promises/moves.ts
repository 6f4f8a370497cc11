import type { Input, Resolution } from '../kernel/inputs.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { describe } from '../kernel/matter-changes.ts';
import { activePlayers } from '../kernel/promises.ts';
import type { SearchedPromise } from '../kernel/promise-made.ts';
import type { MatterChange } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import { matterBreaking } from '../kernel/watched-promises.ts';

/** A way to change the rules: a kind of matter, and the word with which people support it. If that is null, they review it. */
export interface Way {
  readonly kind: string;
  readonly say: string | null;
  /** True if an Admin resolves it. */
  readonly byHand: boolean;
}

/** The input of a search: a game and its rules. */
export interface Task {
  readonly at: string;
  /** The promise: what, within how many hours if it has a limit, and while at least how many players are active. */
  readonly kind: SearchedPromise['kind'];
  readonly hours: number;
  readonly players: number;
  /** True to search a small game instead: no posts, and only as many players as the promise needs. */
  readonly isSmall: boolean;
  /** The numbers of new states and tries after which the search ends. */
  readonly most: { readonly states: number; readonly tries: number };
  readonly ways: readonly Way[];
  /** Titles and texts of matters, the usual ones first. */
  readonly words: readonly { readonly title: string; readonly text: string }[];
  /** Changes of rules. Each of them would keep the promise. */
  readonly changes: readonly MatterChange[];
  /** What freed such a game before it is tried again. */
  readonly outs?: readonly Probe[];
  /** Rules that are suspected, by path. Without any, all rules are. */
  readonly rules: readonly string[];
  /** Words and numbers that their clauses name. */
  readonly constants: readonly (string | number)[];
}

/** Stands for all players, each making the same move. */
export const EVERYBODY = '*';

/** Something that people do, or time that passes. */
export type TriedMove =
  | { readonly do: 'wait'; readonly hours: number }
  | {
      readonly do: 'act';
      /** A person, or `EVERYBODY` for all who can. */
      readonly by: string;
      readonly action: string;
      readonly with: Readonly<Record<string, unknown>>;
    }
  | { readonly do: 'post'; readonly by: string; readonly kind: string; readonly title: string }
  /** Somebody edits the matter that was posted last. */
  | { readonly do: 'alter'; readonly by: string }
  /** A matter of the first who may post it, which everybody supports until it is enacted, or nobody until it fails. */
  | {
      readonly do: 'enact' | 'reject';
      readonly way: Way;
      readonly set?: { readonly path: string; readonly value: unknown };
      /** The number of supporters, if one more votes against it and nobody else votes. */
      readonly inFavour?: number;
    };

/** A way in which people might still change a rule. */
export interface Probe {
  readonly before: readonly TriedMove[];
  /** The people who try to post the matter. The first permitted one does. */
  readonly authors: readonly string[];
  readonly way: Way;
  readonly change: MatterChange;
}

interface Followed {
  readonly way: Way;
  readonly outcome: 'enacted' | 'failed';
}

/** The most things that are carried out at one moment. */
const MOST_DUE = 20;
/** The hours after which a matter is checked. The steps double, so that no deadline falls between two. */
const HOURS_AFTER = [0, 8, 16, 32, 64, 128, 256, 512];

/** Plays moves in a game that is held, so that each can be undone. */
export class Explorer {
  readonly kernel: Kernel;
  readonly task: Task;
  now: string;
  /** The matter with which the last move broke the promise, if it is about matters. */
  broken: string | null = null;
  /** The hours after which a matter was last enacted, which are tried first. */
  #learned: number | null = null;

  /** The people whom the last move made inactive, unless they did so themselves, or who have waited since then. */
  idled: readonly string[] = [];

  constructor(kernel: Kernel, task: Task) {
    this.kernel = kernel;
    this.task = task;
    this.now = task.at;
  }

  get people(): readonly string[] {
    return Object.keys(this.kernel.state.players);
  }

  /** A point to which `goBack` returns. */
  get mark(): readonly [number, string] {
    return [this.kernel.runtime.store.mark, this.now];
  }

  goBack([mark, now]: readonly [number, string]): void {
    const { store } = this.kernel.runtime;
    store.undoTo(mark);
    store.commit();
    this.now = now;
  }

  /** Returns true if the move was possible. Otherwise nothing has changed. */
  play(move: TriedMove): boolean {
    const before = this.mark;
    const { kind } = this.task;
    const active = kind === 'can-return' ? activePlayers(this.kernel.runtime, null) : [];
    const made = this.#play(move);
    if (!made) this.goBack(before);
    const by = 'by' in move ? move.by : null;
    const still = made && kind === 'can-return' ? activePlayers(this.kernel.runtime, null) : active;
    const away = [...(move.do === 'wait' ? this.idled : []), ...active.filter((id) => id !== by)];
    this.idled = away.filter((id) => !still.includes(id));
    this.broken =
      !made || kind === 'changeable' || kind === 'can-return'
        ? null
        : matterBreaking(this.kernel.runtime, kind, this.kernel.runtime.store.changesSince(before[0]));
    return made;
  }

  #play(move: TriedMove): boolean {
    switch (move.do) {
      case 'wait':
        return this.#wait(move.hours);
      case 'act':
        return this.#act(move, move.by === EVERYBODY ? this.people : [move.by]);
      case 'post':
        return this.#post(move.by, move.kind, { title: move.title, text: move.title }, []) !== null;
      case 'alter': {
        const on = Object.values(this.kernel.state.posts).findLast(({ status }) => status !== null)?.id;
        const words = { how: 'edit', title: 'Fog', text: 'Fog.' } as const;
        return on !== undefined && this.take({ type: 'alter', at: this.now, by: move.by, on, ...words });
      }
      default: {
        const { set } = move;
        const changes: readonly MatterChange[] = set === undefined ? [] : [{ verb: 'set', ...set }];
        const id = this.#postAsAny(this.people, move.way.kind, changes);
        if (id === null) return false;
        const outcome = move.do === 'enact' ? 'enacted' : 'failed';
        const { inFavour } = move;
        const voters = inFavour === undefined ? this.people : activePlayers(this.kernel.runtime, null);
        if (outcome === 'enacted') this.#support(move.way, id, voters.slice(0, inFavour));
        if (inFavour !== undefined) this.#oppose(id, voters.slice(inFavour, 2 * inFavour + 1));
        this.#follow(id, HOURS_AFTER, { way: move.way, outcome });
        return this.kernel.state.posts[id]?.status === outcome;
      }
    }
  }

  /** Returns true if anybody could make it. */
  #act({ action, with: given }: TriedMove & { readonly do: 'act' }, people: readonly string[]): boolean {
    const made = people.map((by) => this.take({ type: 'act', at: this.now, by, action, with: given }));
    return made.includes(true);
  }

  take(input: Input): boolean {
    const result = this.kernel.take(input);
    if (result.ok && result.amendments.length > 0) this.kernel.settle();
    return result.ok;
  }

  #wait(hours: number): boolean {
    const end = timeAfter(this.now, hours);
    if (end === null) return false;
    // Anything that becomes due meanwhile happens at its time rather than at the end.
    for (const part of [1 / 16, 1 / 4, 1]) this.settle(timeAfter(this.now, hours * part) ?? end, null);
    this.settle(end, null);
    this.now = end;
    return true;
  }

  /** Carries out what is due at a time, up to a matter's decision. */
  settle(at: string, until: string | null): void {
    const failed: string[] = [];
    for (let n = 0; n < MOST_DUE; n++) {
      const due = this.kernel.due(at, failed);
      if (due === null) return;
      const { matter, outcome } = due;
      if (due.fault !== undefined || !this.#resolve({ at, matter, by: null, outcome })) failed.push(matter);
      if (matter === until) return;
    }
  }

  #resolve(resolution: Resolution): boolean {
    if (resolution.outcome !== 'enacted') return this.kernel.failMatter(resolution).ok;
    const begun = this.kernel.beginEnactment(resolution);
    if (!begun.ok) return false;
    // The rules' text stays; it is enough to know that it would change.
    const result = this.kernel.finishEnactment(resolution, begun.enactment);
    if (result.ok && result.amendments.length > 0) this.kernel.settle();
    return result.ok;
  }

  #post(
    by: string,
    kind: string,
    words: Task['words'][number],
    changes: readonly MatterChange[],
  ): string | null {
    const numbers = Object.keys(this.kernel.state.posts).map((id) => Number(/\d+$/u.exec(id)?.[0] ?? 0));
    const id = String(1 + Math.max(0, ...numbers));
    return this.take({ type: 'post', at: this.now, by, id, kind, ...words, changes }) ? id : null;
  }

  #postAsAny(authors: readonly string[], kind: string, changes: readonly MatterChange[]): string | null {
    const [words = { title: '', text: '' }] = this.task.words;
    let id: string | null = null;
    for (const by of authors) id ??= this.#post(by, kind, words, changes);
    return id;
  }

  #support({ say }: Way, on: string, voters: readonly string[]): number {
    let counted = 0;
    for (const by of voters) {
      const vote: Input =
        say === null
          ? { type: 'signal', at: this.now, by, on, via: 'review', review: 'approve' }
          : { type: 'comment', at: this.now, by, on, id: `${on}-${by}-${this.now}`, text: say };
      if (this.take(vote)) counted++;
    }
    return counted;
  }

  /** The second count of a tally is of votes against a matter. */
  #oppose(on: string, voters: readonly string[]): void {
    const [, against] = [...this.kernel.runtime.model.counts.values()];
    const vote = against?.definition.vote;
    if (vote === undefined) return;
    for (const by of voters) this.take({ type: 'vote', at: this.now, by, on, vote, via: 'comment' });
  }

  /** Lets the first permitted Admin resolve the matter. */
  #resolveByHand(id: string, at: string, outcome: 'enacted' | 'failed'): void {
    const hook = outcome === 'enacted' ? 'may-enact' : 'may-fail';
    for (const [by, { admin }] of Object.entries(this.kernel.state.players)) {
      if (admin !== true || this.kernel.why(at, hook, { matter: id, by }) !== null) continue;
      const before = this.mark;
      if (this.#resolve({ at, matter: id, by, outcome })) return;
      this.goBack(before);
    }
  }

  /** Lets time pass until the matter is decided. */
  #follow(id: string, hoursAfter: readonly number[], { way, outcome }: Followed): void {
    const posted = this.now;
    for (const hours of hoursAfter) {
      const at = timeAfter(posted, hours);
      if (at === null) return;
      this.settle(at, id);
      if (way.byHand && this.kernel.state.posts[id]?.status === 'pending')
        this.#resolveByHand(id, at, outcome);
      this.now = at;
      if (this.kernel.state.posts[id]?.status !== 'pending') return;
    }
  }

  /**
   * True if a matter by the first of these people who may post it, with everybody's support, would change a rule within these hours. The
   * game is left unchanged.
   */
  changes(authors: readonly string[], way: Way, change: MatterChange, hours: number): boolean {
    const before = this.mark;
    const followed = { way, outcome: 'enacted' } as const;
    const id = this.#postAsAny(authors, way.kind, [change]);
    const isMade = (): boolean => {
      const post = this.kernel.state.posts[id ?? ''];
      return post?.status === 'enacted' && post.omitted.every((one) => one.change !== describe(change));
    };
    let made = false;
    if (id !== null && this.#support(way, id, this.people) > 0) {
      const voted = this.mark;
      if (this.#learned !== null && this.#learned <= hours) {
        this.#follow(id, [this.#learned], followed);
        made = isMade();
        if (!made) this.goBack(voted);
      }
      if (!made) {
        const posted = this.now;
        for (const hour of HOURS_AFTER.filter((one) => one <= hours)) {
          this.#follow(id, [hour], followed);
          made = isMade();
          if (made) this.#learned = hour;
          if (made || this.kernel.state.posts[id]?.status !== 'pending') break;
          this.now = posted;
        }
      }
    }
    this.goBack(before);
    return made;
  }

  /** The rules' reason why nobody could change a rule now. */
  whyNot({ kind, say, byHand }: Way, change: MatterChange): string {
    const before = this.mark;
    const { now: at, people, task } = this;
    const { players } = this.kernel.state;
    const [words = { title: '', text: '' }] = task.words;
    const posts = people.map(
      (by) => ({ type: 'post', at, by, id: 'next', kind, ...words, changes: [change] }) as const,
    );
    const refusals = this.kernel.refusalsOf(posts);
    let why = refusals.includes(null) ? null : (refusals.at(-1) ?? null);
    const id = why === null ? this.#postAsAny(people, kind, [change]) : null;
    if (id !== null) {
      this.#support({ kind, say, byHand }, id, people);
      const later = timeAfter(at, Math.min(task.hours, 256)) ?? at;
      const [by] = byHand ? people.filter((one) => players[one]?.['admin'] === true) : [];
      why = this.kernel.why(later, 'may-enact', { matter: id, ...(by !== undefined && { by }) });
    }
    this.goBack(before);
    if (why === null) return 'no matter would come into force';
    return why.rule === null ? why.reason : `${why.reason} (${why.rule.title}, ${why.rule.path})`;
  }
}

/** Null after the last year that can be written. */
export function timeAfter(at: string, hours: number): string | null {
  return Number(at.slice(0, 4)) + hours / 8766 > 9990 ? null : hoursAfter(at, Math.round(hours));
}
