/**
 * The core rules of 2021 on votes, queues and victory once more, written from the rules' words and not from their
 * clauses: what should have happened, to hold the engine against.
 */
const HOUR_MS = 3_600_000;

export type Icon = 'FOR' | 'AGAINST' | 'DEFERENTIAL' | 'VETO';
export type Kind = 'proposal' | 'cfj' | 'dov';
export type Status = 'pending' | 'enacted' | 'failed';

interface Use {
  readonly by: string;
  readonly icon: Icon;
  readonly reaction: boolean;
  withdrawn: boolean;
}

export interface Matter {
  readonly id: string;
  kind: Kind;
  readonly author: string;
  readonly at: number;
  readonly uses: Use[];
  status: Status;
  killed: boolean;
  vetoed: boolean;
  /** It broke what the rule on official posts forbids: it has no effect, whatever its votes. */
  illegal: boolean;
  resolvedFor: number;
  resolvedAgainst: number;
}

export interface Count {
  readonly for: number;
  readonly against: number;
}

export class Oracle {
  readonly active: Set<string>;
  readonly matters: Matter[] = [];
  readonly banned = new Map<string, number>();
  /** When those who are idle asked for it, and in which dynasty. */
  readonly idle = new Map<string, { readonly asked: number; readonly dynasty: number }>();
  readonly imperialDeferentials: boolean;
  emperor: string | null;
  interregnum = false;
  dynasty = 1;
  now = 0;
  /** What stands in the rules' text as live values, for games that amend it. */
  window = 48;
  minimumAge = 12;
  fewestVotes = 2;

  constructor(active: readonly string[], emperor: string, imperialDeferentials: boolean) {
    this.active = new Set(active);
    this.emperor = emperor;
    this.imperialDeferentials = imperialDeferentials;
  }

  get quorum(): number {
    return Math.floor(this.active.size / 2) + 1;
  }

  get hiatus(): boolean {
    return this.interregnum || this.active.size < 5 || this.pending('dov').length > 0;
  }

  mayPost(kind: Kind, author: string): boolean {
    if (!this.active.has(author)) return false;
    if (kind === 'cfj') return true;
    if (kind === 'dov')
      return author !== this.emperor && !this.interregnum && this.now >= (this.banned.get(author) ?? 0);
    const own = this.matters.filter((matter) => matter.kind === 'proposal' && matter.author === author);
    const today = own.filter(({ at }) => day(at) === day(this.now));
    const waiting = own.filter(({ status }) => status === 'pending');
    return !this.hiatus && waiting.length < 2 && today.length < 3;
  }

  post(id: string, kind: Kind, author: string): void {
    const blank = {
      uses: [],
      killed: false,
      vetoed: false,
      illegal: false,
      resolvedFor: 0,
      resolvedAgainst: 0,
    };
    this.matters.push({ id, kind, author, at: this.now, status: 'pending', ...blank });
  }

  mayUse(matter: Matter, by: string, icon: Icon): boolean {
    if (matter.status !== 'pending') return false;
    return icon !== 'VETO' || (matter.kind === 'proposal' && by === this.emperor);
  }

  use(matter: Matter, by: string, icon: Icon, reaction: boolean): void {
    matter.uses.push({ by, icon, reaction, withdrawn: false });
    this.note(matter);
  }

  withdraw(matter: Matter, by: string): void {
    const use = matter.uses.findLast((one) => one.by === by && one.reaction && !one.withdrawn);
    if (use !== undefined) use.withdrawn = true;
    this.note(matter);
  }

  goIdle(who: string): void {
    this.active.delete(who);
    this.idle.set(who, { asked: this.now, dynasty: this.dynasty });
  }

  /** Who asked to be idle stays so for four days of the same dynasty. */
  mayReturn(who: string): boolean {
    const away = this.idle.get(who);
    if (away === undefined) return false;
    return away.dynasty !== this.dynasty || this.now - away.asked > 96 * HOUR_MS;
  }

  comeBack(who: string): void {
    this.active.add(who);
    this.idle.delete(who);
    for (const matter of this.pending('proposal')) this.note(matter);
  }

  count(matter: Matter): Count {
    if (matter.status !== 'pending') return { for: matter.resolvedFor, against: matter.resolvedAgainst };
    const votes = new Map<string, Icon>();
    for (const by of this.active) {
      const last = matter.uses.findLast((use) => use.by === by && !use.withdrawn)?.icon;
      if (last !== undefined) votes.set(by, last);
      else if (by === matter.author) votes.set(by, 'FOR');
    }
    const tally = (icon: Icon): number => [...votes.values()].filter((vote) => vote === icon).length;
    const lead = this.emperor === null ? undefined : votes.get(this.emperor);
    if (lead === 'FOR' || lead === 'AGAINST') {
      const deferred = tally('DEFERENTIAL');
      return {
        for: tally('FOR') + (lead === 'FOR' ? deferred : 0),
        against: tally('AGAINST') + (lead === 'AGAINST' ? deferred : 0),
      };
    }
    const follows = lead === 'DEFERENTIAL' && matter.kind === 'proposal' && this.imperialDeferentials;
    const majority = tally('FOR') > tally('AGAINST');
    return {
      for: tally('FOR') + (follows && majority ? 1 : 0),
      against: tally('AGAINST') + (follows && !majority ? 1 : 0),
    };
  }

  isPopular(matter: Matter): boolean {
    if (matter.illegal) return false;
    const { for: inFavour, against } = this.count(matter);
    return (
      inFavour >= this.quorum ||
      (this.hours(matter) >= this.window && inFavour + against >= this.fewestVotes && inFavour > against)
    );
  }

  isUnpopular(matter: Matter): boolean {
    if (matter.illegal) return true;
    if (this.active.size - this.count(matter).against < this.quorum) return true;
    return this.hours(matter) >= this.window && !this.isPopular(matter);
  }

  queue(): readonly Matter[] {
    return this.pending('proposal').filter((matter) => this.hours(matter) <= 168);
  }

  /** Resolves what is due, one at a time, from the first in line again after each. */
  tick(): void {
    while (this.#resolveOne());
  }

  ascend(): void {
    this.interregnum = false;
    this.dynasty += 1;
  }

  #resolveOne(): boolean {
    const due = this.nextDue();
    if (due !== null) this.resolve(due.matter, due.outcome);
    return due !== null;
  }

  /** The first in line that is due, those left out that can't be resolved for a reason of their own. */
  nextDue(except: readonly string[] = []): { readonly matter: Matter; readonly outcome: Status } | null {
    for (const kind of ['dov', 'cfj', 'proposal'] as const) {
      for (const matter of this.pending(kind)) {
        const outcome = except.includes(matter.id) ? null : this.#due(matter, except);
        if (outcome !== null) return { matter, outcome };
      }
    }
    return null;
  }

  #due(matter: Matter, except: readonly string[]): Status | null {
    const hours = this.hours(matter);
    const popular = this.isPopular(matter);
    const unpopular = this.isUnpopular(matter);
    if (matter.kind === 'cfj') return popular ? 'enacted' : unpopular ? 'failed' : null;
    if (matter.kind === 'dov') {
      const emperorIsFor = this.#vote(matter, this.emperor) === 'FOR';
      const easy = emperorIsFor || this.count(matter).against === 0;
      if (popular && hours >= (easy ? 12 : 24)) return 'enacted';
      return unpopular && hours >= 12 ? 'failed' : null;
    }
    if (this.hiatus) return null;
    if (hours > 168) return 'failed';
    if (this.queue().find(({ id }) => !except.includes(id)) !== matter) return null;
    if (popular && hours >= this.minimumAge && !matter.killed && !matter.vetoed) return 'enacted';
    return unpopular || matter.killed || matter.vetoed ? 'failed' : null;
  }

  #vote(matter: Matter, who: string | null): Icon | null {
    if (who === null || !this.active.has(who)) return null;
    const last = matter.uses.findLast((use) => use.by === who && !use.withdrawn)?.icon;
    return last ?? (who === matter.author ? 'FOR' : null);
  }

  resolve(matter: Matter, status: Status): void {
    const { for: inFavour, against } = this.count(matter);
    Object.assign(matter, { status, resolvedFor: inFavour, resolvedAgainst: against });
    if (matter.kind !== 'dov') return;
    if (status === 'failed') {
      if (against > 0) this.banned.set(matter.author, this.now + 120 * HOUR_MS);
      return;
    }
    for (const other of this.pending('dov')) this.resolve(other, 'failed');
    this.emperor = matter.author;
    this.interregnum = true;
  }

  /** What an icon does for good, it does when its user is a player. */
  note(matter: Matter): void {
    if (matter.kind !== 'proposal') return;
    const { author } = matter;
    if (this.#vote(matter, author) === 'AGAINST') matter.killed = true;
    if (this.#vote(matter, this.emperor) === 'VETO') matter.vetoed = true;
  }

  pending(kind: Kind): readonly Matter[] {
    return this.matters.filter((matter) => matter.kind === kind && matter.status === 'pending');
  }

  hours({ at }: Matter): number {
    return (this.now - at) / HOUR_MS;
  }
}

function day(at: number): number {
  return Math.floor(at / (24 * HOUR_MS));
}
