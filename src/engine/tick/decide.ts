import type { ForgeEvent } from '../../forge/events.ts';
import type { RecordedLine } from '../game/ledger-files.ts';
import { openGame, type OpenGame, type OpenOptions } from '../game/open-game.ts';
import type { ContentFiles } from '../game/paths.ts';
import type { PrivateValues } from '../game/private-values.ts';
import { readGame, type GameRead } from '../game/read-game.ts';
import { applyChanges, writeGame } from '../game/write-game.ts';
import type { LedgerLine } from '../play.ts';
import { versionOfRules } from './rules-version.ts';
import type { SealedRead } from './read-sealed.ts';
import type { HeadRead } from './read-head.ts';
import { standings } from './standings.ts';
import { resolveDue, type Happening, type NewNotice, type Table } from './table.ts';
import { takeEvent } from './take-event.ts';

/** An event with its line in the journal. */
export interface Seen {
  readonly line: number;
  readonly seen: string;
  readonly event: ForgeEvent;
}

export interface Situation extends OpenOptions {
  /** The game as main has it. */
  readonly files: ContentFiles;
  /** What happened since main last read the journal. */
  readonly events: readonly Seen[];
  /** Times at which the engine is known to have run, where the game is played again. */
  readonly ticks?: readonly string[];
  readonly now: string;
  readonly heads: ReadonlyMap<string, HeadRead>;
  /** Texts of the rules at commits in which Admins resolved conflicts. */
  readonly texts?: ReadonlyMap<string, ContentFiles>;
  /** What was sealed in comments, by the comment. */
  readonly sealed?: ReadonlyMap<string, SealedRead>;
  /** Who the engine is on the forge. */
  readonly engine: string;
  /** Notices up to this number have been told. */
  readonly told: number;
}

/** A commit to be made on main. */
export interface CommitEffect {
  readonly message: string;
  /** Whose doing it is; null: the engine's. */
  readonly author: string | null;
  readonly at: string;
  /** Of an enactment: the commit that was voted on, which becomes a parent. */
  readonly head: string | null;
  readonly changes: ReadonlyMap<string, string | null>;
  readonly hidden: PrivateValues;
  /** How far the journal had been read: the number of its line, 0 for none. */
  readonly line: number;
}

export interface Decision {
  readonly commits: readonly CommitEffect[];
  /** What is to be told on the forge besides what the commits hold: it may be told again by the next tick. */
  readonly notices: readonly NewNotice[];
  readonly happened: readonly Happening[];
  /** Matters that are due and can't be resolved. */
  readonly stuck: readonly { readonly matter: string; readonly why: string }[];
}

/** What follows from what happened, as data. Nothing is written, and the same situation gives the same decision. */
export async function decide(situation: Situation): Promise<Decision> {
  const open = await openGame(situation.files, situation);
  try {
    return new Deciding(situation, open).run();
  } finally {
    open.play.dispose();
  }
}

/** The game with everything taken in that happened, and nothing resolved: for whoever wants to look. */
export async function preview(situation: Situation): Promise<Table> {
  const open = await openGame(situation.files, situation);
  const table = tableFor(situation, open);
  for (const { line, seen, event } of situation.events) {
    table.line = line;
    takeEvent(table, event, event.at > seen ? seen : event.at);
  }
  return table;
}

function tableFor(situation: Situation, open: OpenGame): Table {
  const { facts, game } = open.read;
  const posts = Object.values(open.play.state().posts);
  for (const post of posts.filter(({ status }) => status === 'pending')) {
    const texts = situation.texts?.get(facts.merged[post.id]?.commit ?? '');
    if (texts !== undefined) open.resolutions.add(post.changes, texts);
  }
  return {
    open,
    name: game.name,
    engine: situation.engine,
    privateSide: situation.hidden !== undefined,
    heads: situation.heads,
    people: { ...facts.people },
    links: { ...facts.links },
    matterHeads: { ...facts.heads },
    texts: situation.texts ?? new Map<string, ContentFiles>(),
    sealed: situation.sealed ?? new Map<string, SealedRead>(),
    merged: { ...facts.merged },
    authors: new Map(posts.filter(({ byEngine }) => !byEngine).map(({ id, author }) => [id, author])),
    known: new Set(posts.map(({ id }) => id)),
    notices: [],
    line: null,
    happened: [],
  };
}

class Deciding {
  readonly #situation: Situation;
  readonly #table: Table;
  readonly #commits: CommitEffect[] = [];
  readonly #stuck = new Map<string, string>();
  readonly #automatic: boolean;
  readonly #proofs = new Map<number, unknown>();
  #files: ContentFiles;
  #read: GameRead;
  #line: number;
  #told: number;

  constructor(situation: Situation, open: OpenGame) {
    this.#situation = situation;
    this.#files = situation.files;
    this.#read = open.read;
    this.#line = 0;
    this.#told = situation.told;
    this.#automatic = open.read.game.resolution !== 'by-admin';
    this.#table = tableFor(situation, open);
  }

  run(): Decision {
    const { events, now } = this.#situation;
    const ticks = [...(this.#situation.ticks ?? [])];
    for (const { line, seen, event } of events) {
      while (ticks[0] !== undefined && ticks[0] < seen) this.#resolveUntil(ticks.shift() ?? '');
      // Nobody can act in the future: what claims to be from there happened when it was seen.
      const at = event.at > seen ? seen : event.at;
      this.#resolveUntil(at);
      this.#table.line = line;
      takeEvent(this.#table, event, at);
      this.#line = line;
      this.#noteProof();
      this.#checkpoint(at);
    }
    for (const at of ticks) this.#resolveUntil(at);
    this.#resolveUntil(now);
    const stuck = [...this.#stuck].map(([matter, why]) => ({ matter, why }));
    const notices = [...this.#table.notices, ...standings(this.#table, now, this.#stuck)];
    return { commits: this.#commits, notices, happened: this.#table.happened, stuck };
  }

  /** What was due before something happened was due whenever the engine came to run. */
  #resolveUntil(at: string): void {
    if (!this.#automatic) return;
    const stuck = new Set<string>();
    this.#stuck.clear();
    for (;;) {
      const step = resolveDue(this.#table, at, stuck);
      if (step === null) return;
      if (step.outcome.ok) {
        this.#stuck.delete(step.matter);
        this.#noteProof();
        this.#checkpoint(at);
      } else this.#stuck.set(step.matter, step.outcome.refusal.reason);
    }
  }

  #noteProof(): void {
    const { play, draws } = this.#table.open;
    const proof = draws.proof();
    if (proof !== null && play.ledger.length > this.#read.ledger.length)
      this.#proofs.set(play.ledger.length - 1, proof);
  }

  /** A commit, where something was done: votes and words alone stand in the journal, and make none. */
  #checkpoint(at: string): void {
    const { play } = this.#table.open;
    const added = play.ledger.slice(this.#read.ledger.length);
    if (added.length === 0) return;
    const rules = versionOfRules(this.#read.ruleset);
    const last = this.#read.facts.outbox;
    const told = this.#table.notices.map((notice, index) => ({ ...notice, n: last.last + index + 1 }));
    const facts = {
      clock: at,
      people: this.#table.people,
      links: this.#table.links,
      heads: this.#pendingHeads(),
      merged: this.#table.merged,
      outbox: {
        last: last.last + told.length,
        notices: [...last.notices.filter(({ n }) => n > this.#told), ...told],
      },
    };
    const recorded = (line: LedgerLine): RecordedLine => ({
      ...line,
      rules,
      ...this.#mergedBy(line),
      ...(this.#proofs.has(line.n) ? { proof: this.#proofs.get(line.n) } : {}),
    });
    const now = {
      ruleset: play.files,
      terms: play.terms,
      state: play.state(),
      model: play.sandbox.describe(),
      ledger: play.ledger,
      facts,
      recorded,
    };
    const { changes, hidden } = writeGame(this.#files, now, this.#read);
    this.#commits.push({ ...this.#describe(added), at, changes, hidden, line: this.#line });
    this.#files = applyChanges(this.#files, changes);
    this.#read = readGame(this.#files);
    this.#table.notices = [];
  }

  #pendingHeads(): Record<string, string> {
    const { posts } = this.#table.open.play.state();
    return Object.fromEntries(
      Object.entries(this.#table.matterHeads).filter(([id]) => posts[id]?.status === 'pending'),
    );
  }

  /** A conflict that an Admin resolved is on record with the enactment that it let through. */
  #mergedBy({ what }: LedgerLine): Pick<RecordedLine, 'merged'> {
    const [verb, id = ''] = what.split(' ');
    const merged = verb === 'enact' ? this.#table.merged[id] : undefined;
    return merged === undefined ? {} : { merged };
  }

  #describe(added: readonly LedgerLine[]): Pick<CommitEffect, 'message' | 'author' | 'head'> {
    const { posts } = this.#table.open.play.state();
    const enacted = added.flatMap(({ what, n, by }) => {
      const [verb, id = ''] = what.split(' ');
      const post = posts[id];
      return post === undefined || (verb !== 'enact' && verb !== 'fail') ? [] : [{ verb, post, n, by }];
    });
    const lines = added.map(({ n, by, what }) => `Ledger ${n}: ${by}: ${what}`);
    const [first] = enacted;
    if (first === undefined) {
      const [line] = added;
      return {
        message: `${line?.by ?? 'engine'}: ${line?.what ?? ''}\n\n${lines.join('\n')}\n`,
        author: line?.by ?? null,
        head: null,
      };
    }
    const { verb, post } = first;
    const title = `${verb === 'enact' ? 'Enact' : 'Fail'} ${post.id}: ${post.title}`;
    const head = verb === 'enact' ? (this.#table.matterHeads[post.id] ?? null) : null;
    return {
      message: `${title}\n\n${lines.join('\n')}\n`,
      author: verb === 'enact' ? post.author : null,
      head,
    };
  }
}
