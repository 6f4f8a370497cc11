import { wordingIn } from '../language/wording.ts';
import { languageOf } from '../store/read-language.ts';
import type { ForgeEvent } from '../forge/events.ts';
import type { OpenGame } from '../store/open-game.ts';
import { readBack } from './assert-decision.ts';
import { describeCommit } from './describe-commit.ts';
import { versionOfRules } from './rules-version.ts';
import { standings } from './standings.ts';
import { withTexts } from './gamestate-text.ts';
import { momentsUntil, resolveDue } from './resolve-due.ts';
import { pictureChanges, picturesOnRecord } from './action-pictures.ts';
import { learn, positionIn, type Position } from './position.ts';
import { takeAgain, takeOrSetAside } from './set-aside.ts';
import type { Count } from '../kernel/count.ts';
import type { State } from '../kernel/state.ts';
import { endedWith, writeBeginning, writeOpening } from '../store/dynasties/close-dynasty.ts';
import { openingBetween } from '../store/dynasties/opening.ts';
import type { Over } from '../store/dynasties/shown-at-end.ts';
import type { LedgerLine, RecordedLine } from '../play/ledger-line.ts';
import { type ContentFiles, GAME_FILE } from '../store/paths.ts';
import type { GameRead } from '../store/read-game.ts';
import { applyChanges, writeGame } from '../store/write-game.ts';
import { BrokenError } from '../play/broken-error.ts';
import { assertCommit } from '../store/assert-commit.ts';
import { parseRecord, recordPath } from '../store/journal/journal-record.ts';
import { linesIn } from '../play/ledger-reader.ts';
import { splitState } from '../play/private-values.ts';
import type { CommitEffect, Decision } from './decision.ts';
import type { JournalEvent, Situation, TickAgain } from './situation.ts';
import { readEnding } from '../play/ledger-verbs.ts';

/** A game in which it is decided what follows from what happens. The file is long because all steps share the position that they go on from. */
export class Deciding {
  readonly position: Position;
  readonly #engine: string;
  readonly #stuck = new Map<string, string>();
  readonly #proofs = new Map<number, unknown>();
  /** Differences that were put in words, by the changes. */
  readonly #saidDiffs = new Map<string, string>();
  #commits: CommitEffect[] = [];
  /** The last line of the journal that was taken in. */
  #line = 0;
  #told: number;
  /** A dynasty has been opened: the game goes on without what was archived, and has to be opened anew. */
  #opened = false;
  #over: Over | null = null;
  /** Goes to main with the first commit. */
  #brought: ReadonlyMap<string, string | null>;
  /** Matters that are due and wait, since it isn't known what they change. */
  readonly #waiting = new Set<string>();

  constructor(situation: Situation, open: OpenGame) {
    this.position = positionIn(situation, open);
    this.#engine = situation.engine;
    this.#told = situation.told;
    this.#brought = situation.brought ?? new Map();
  }

  /** The game's files as they are once what was decided is written. */
  get files(): ContentFiles {
    return this.position.branches.main;
  }

  get read(): GameRead {
    return this.position.open.read;
  }

  get line(): number {
    return this.#line;
  }

  /** The sizes of the dice that had been rolled for what an error is about: the line that is at fault, or what is being done. */
  diceBefore(error: unknown): readonly Count[] {
    const { record, ledger } = this.position.rules.play;
    const line = error instanceof BrokenError ? ledger.find(({ n }) => n === error.line) : undefined;
    return (line?.draws ?? record.rolled).map(({ size }) => size);
  }

  /** Whether its sandbox was ended since, by what was tried in the same memory for one. */
  get isLost(): boolean {
    return this.position.rules.play.sandbox.dead;
  }

  /** Whether it has something to tell that the next decision hands on. */
  get owesWords(): boolean {
    const [all = 0, handedOn = 0] = this.position.outbox.waiting;
    return all > handedOn;
  }

  dispose(): void {
    this.position.rules.play.dispose();
  }

  go(situation: Situation): Decision {
    const { events, now, ticks: given, wait = false } = situation;
    this.#begin(situation);
    const ticks = [...(given ?? [])];
    for (const { line, seen, event } of events) {
      for (; ticks[0] !== undefined && ticks[0].line < line; ticks.shift())
        this.#doAgain(ticks[0], situation);
      // Nobody can act in the future: what claims to be from there happened when it was seen.
      const at = event.at > seen ? seen : event.at;
      if (!wait) this.#resolveUntil(at);
      if (this.#opened) break;
      this.#take(line, event, at);
      this.#checkpoint(at);
    }
    for (const one of ticks) this.#doAgain(one, situation);
    if (!wait) for (const one of situation.again ?? []) this.#takeAgain(one, now);
    // A tick may have died between two matters that were due: played again, no more is resolved than was.
    if (!wait && given === undefined) this.#resolveUntil(now);
    return this.#decision(now, wait);
  }

  /**
   * Takes in everything that happened as the next decision would before it comes to something new, so that this one can go on
   * from here. False where that decision would do more than take it in: then this game is none to go on with.
   */
  catchUp(situation: Situation): boolean {
    this.#begin(situation);
    for (const { line, seen, event } of situation.events) {
      const at = event.at > seen ? seen : event.at;
      this.#resolveUntil(at);
      this.#take(line, event, at);
      this.#checkpoint(at);
      if (this.#opened || this.#commits.length > 0 || this.#stuck.size > 0) return false;
    }
    return true;
  }

  /** Takes in everything that happened, and resolves nothing. */
  takeIn({ events }: Situation): void {
    for (const { line, seen, event } of events) this.#take(line, event, event.at > seen ? seen : event.at);
  }

  #take(line: number, event: ForgeEvent, at: string): void {
    takeOrSetAside(this.position, this.#engine, { line, event }, at);
    this.#line = line;
  }

  /** A game that is kept open is decided on again. */
  #begin(situation: Situation): void {
    this.#commits = [];
    this.#told = situation.told;
    this.position.rules.startAnew();
    learn(this.position, situation);
  }

  #decision(now: string, wait: boolean): Decision {
    const { outbox, rules } = this.position;
    rules.ended.beginEvent(null);
    const standing = wait ? [] : standings(this.position, now, this.#stuck, this.#saidDiffs);
    const notices = [...outbox.handOn(), ...standing];
    const stuck = [...this.#stuck].map(([matter, why]) => ({ matter, why }));
    const { happened } = rules;
    return { commits: this.#commits, notices, happened, stuck, opened: this.#opened, over: this.#over };
  }

  /** A matter that was due before an event was due whenever the engine came to run. */
  #resolveUntil(at: string): void {
    if (this.read.game.resolution === 'by-admin' || this.#opened) return;
    this.#stuck.clear();
    for (const moment of momentsUntil(this.position.rules, at)) {
      if (this.#opened) return;
      this.#resolveAt(moment);
    }
  }

  /** Does again what the engine did by its own clock, in a game that is replayed. */
  #doAgain(done: TickAgain, { events }: Situation): void {
    const event = events.find(({ line }) => line === done.again);
    if (event !== undefined) this.#takeAgain(event, done.at);
    else if (done.again === undefined) this.#resolveAgain(done);
  }

  #takeAgain(event: JournalEvent, at: string): void {
    if (this.#opened) return;
    takeAgain(this.position, this.#engine, event, at);
    this.#checkpoint(at);
  }

  /**
   * Resolves once more what made one commit at a moment. The moment is on record: which one it was depends on when the engine
   * came to run, where a value of the rules changes on a date.
   */
  #resolveAgain({ at, unread }: TickAgain): void {
    if (this.read.game.resolution === 'by-admin') return;
    this.#stuck.clear();
    this.position.branches.unreadThen = new Set(unread);
    this.#resolveAt(at, 1);
    this.position.branches.unreadThen = new Set();
  }

  /** Resolves what is due at a moment, until so many commits came of it. A refusal makes one where its rolls or its end are on record. */
  #resolveAt(at: string, most = Number.POSITIVE_INFINITY): void {
    this.position.rules.ended.beginEvent(null);
    const stuck = new Set<string>();
    const before = this.#commits.length;
    while (!this.#opened && this.#commits.length - before < most) {
      const step = resolveDue(this.position.rules, at, stuck);
      if (step === null) break;
      if (step.outcome.ok) {
        // Under what is in force now, what could not be resolved perhaps can.
        stuck.clear();
        this.#stuck.clear();
        this.#checkpoint(at);
        this.#waiting.clear();
      } else {
        this.#stuck.set(step.matter, step.outcome.refusal.reason);
        if (step.outcome.refusal.code === 'unread') this.#waiting.add(step.matter);
        this.#checkpoint(at);
      }
    }
    this.#waiting.clear();
  }

  #noteProof(): void {
    const { play, draws } = this.position.open;
    draws.end(linesIn(play.ledger));
    for (const [line, one] of draws.proofs) this.#proofs.set(line, one);
  }

  /** A commit, where something was done: votes and words alone stand in the journal, and make none. */
  #checkpoint(at: string): void {
    this.#noteProof();
    const { rules, calls, branches, settings } = this.position;
    const { play } = rules;
    const added = play.ledger.slice(this.read.ledger.length);
    if (added.length === 0) return;
    const state = play.state();
    const version = versionOfRules(this.read.ruleset);
    const facts = this.#factsAt(at, state);
    const recorded = (line: LedgerLine): RecordedLine => ({
      ...play.record.openLine(line),
      rules: version,
      ...this.#conditionsOf(line),
      ...picturesOnRecord(rules.pictures ?? {}, play.model, line),
      ...toldBy(calls.toldBy(line.n)),
      ...(this.#proofs.has(line.n) ? { proof: this.#proofs.get(line.n) } : {}),
    });
    const now = {
      ruleset: play.files,
      terms: play.terms,
      state,
      model: play.model,
      ledger: play.ledger,
      facts,
      recorded,
    };
    const opening = openingBetween(this.read, state.dynasty);
    const { changes, hidden } =
      opening === null
        ? writeGame(branches.main, now, this.read)
        : writeOpening(branches.main, now, this.read, opening, { at, line: this.#linesRead() });
    this.#opened = opening !== null;
    this.#over = opening === null ? null : endedWith(branches.main, changes, opening.ended, at);
    const kept = withTexts(applyChanges(branches.main, changes), this.#textsOf(added));
    const all = new Map([
      ...this.#brought,
      ...changes,
      ...kept,
      ...settings.written(changes.get(GAME_FILE) ?? branches.main.get(GAME_FILE)),
    ]);
    if (opening !== null) all.set(...writeBeginning(applyChanges(branches.main, all), opening));
    const files = applyChanges(branches.main, all);
    assertCommit(branches.main, all);
    // A thing that came is compared as a whole, and what of it is private is in no file.
    const { open } = splitState(state, play.model);
    const lines = added.map((line) => play.record.openLine(line));
    const read = readBack(files, this.read, lines, open);
    this.#commits.push({
      ...describeCommit(state, added, this.position.branches.pinned),
      at,
      changes: all,
      hidden,
      pictures: pictureChanges(now.model, this.read.state, state),
      line: this.#line,
    });
    branches.main = files;
    this.#brought = new Map();
    this.position.open.read = read;
    play.wording = wordingIn(languageOf(files));
  }

  /** The engine's own data about a game beside its state. */
  #factsAt(at: string, state: State): GameRead['facts'] {
    const { accounts, posts, branches, secrets, outbox, peace, strangers } = this.position;
    const last = this.read.facts.outbox;
    const told = outbox.takeAll().map((notice, index) => ({ ...notice, n: last.last + index + 1 }));
    return {
      ...this.read.facts,
      clock: at,
      people: accounts.all,
      links: inPlay(state, posts.links),
      heads: ofPending(state, branches.pinned),
      unread: ofPending(state, branches.unread),
      merged: ofPending(state, branches.resolved),
      keys: [...secrets.keys],
      seeds: [...secrets.seeds],
      readers: { ...accounts.readers },
      machines: [...accounts.machines],
      bridges: { ...accounts.bridges },
      peace: peace.kept,
      strangers: strangers.lately(at),
      sealed: { ...secrets.commitments },
      outbox: {
        last: last.last + told.length,
        notices: [...last.notices.filter(({ n }) => n > this.#told), ...told],
      },
    };
  }

  /** The texts of enacted matters below the front matter of the gamestate. */
  #textsOf(added: readonly LedgerLine[]): ReadonlyMap<string, string> {
    const all = new Map<string, string>();
    for (const { what } of added) {
      const ended = readEnding(what);
      if (ended?.how !== 'enact') continue;
      for (const [path, text] of this.position.branches.mergedTexts(ended.matter).texts) all.set(path, text);
    }
    return all;
  }

  /** The point up to which the journal has been read: by this decision, or by main before it. */
  #linesRead(): number {
    return Math.max(this.#line, parseRecord(this.files.get(recordPath) ?? null)?.n ?? 0);
  }

  /** With a resolution stand the conflict that an Admin resolved for it, and what had to wait since it could not be read. */
  #conditionsOf({ what, by }: LedgerLine): Pick<RecordedLine, 'merged' | 'unread'> {
    const ended = readEnding(what);
    const merged = ended?.how === 'enact' ? this.position.branches.resolved[ended.matter] : undefined;
    return {
      ...(merged === undefined ? {} : { merged }),
      ...(this.#waiting.size > 0 && by === 'engine' ? { unread: [...this.#waiting].sort() } : {}),
    };
  }
}

/** A resolved matter needs no head any more: files that grew with every matter would cost every tick. */
function ofPending<T>({ posts }: State, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => posts[id]?.status === 'pending'));
}

function inPlay({ posts }: State, links: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(links).filter(([, id]) => Object.hasOwn(posts, id)));
}

function toldBy(comment: string | undefined): { readonly told?: string } {
  return comment === undefined ? {} : { told: comment };
}
