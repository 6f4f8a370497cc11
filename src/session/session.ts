import { Stuck } from './play/stuck.ts';
import { wordingIn } from '../language/wording.ts';
import { languageOf } from '../store/read-language.ts';
import type { ForgeEvent } from '../forge/events.ts';
import type { OpenGame } from './play/open-game.ts';
import { readBack } from './assert-decision.ts';
import { describeCommit } from './describe-commit.ts';
import { versionOfRules } from './position/rules-in-play.ts';
import { summaries } from './summaries.ts';
import { withTexts } from './position/gamestate-text.ts';
import { momentsUntil, resolveDue } from './resolve-due.ts';
import { pictureChanges, picturesOnRecord } from './position/action-pictures.ts';
import { learn, positionIn, type Position } from './position/position.ts';
import { takeAgain, takeOrSetAside } from './take/set-aside.ts';
import type { Count } from '../kernel/chance.ts';
import type { State } from '../kernel/state.ts';
import {
  endedWith,
  type Over,
  writeBeginning,
  writeOpening,
  openingBetween,
} from '../store/dynasties/close-dynasty.ts';
import { type LedgerLine, type RecordedLine, linesIn, readEnding } from '../store/ledger-line.ts';
import { type ContentFiles, GAME_FILE } from '../store/paths.ts';
import type { GameRead } from '../store/read-game.ts';
import { applyChanges, writeGame } from '../store/write-game.ts';
import { BrokenError } from './play/unplayable-error.ts';
import { assertCommit } from './assert-commit.ts';
import { parseRecord, recordPath } from '../store/journal/journal-record.ts';
import { splitState } from '../store/private-values.ts';
import type { CommitEffect, Decision } from './position/decision.ts';
import type { JournalEvent, SessionNews, Situation, TickAgain } from './position/situation.ts';
import type { Outcome } from '../kernel/result.ts';

/**
 * A game in play: events go in, and what follows from them comes out as data. The file is long because all steps work on the
 * same position.
 */
export class GameSession {
  readonly position: Position;
  readonly #engine: string;
  readonly #stuck = new Map<string, string>();
  readonly #proofs = new Map<number, unknown>();
  #commits: CommitEffect[] = [];
  /** The last journal line that was taken in. */
  #line = 0;
  #news: SessionNews;
  /** A dynasty has been opened, so the game must be opened again without what was archived. */
  #opened = false;
  #over: Over | null = null;
  /** Written to main with the first commit. */
  #brought: ReadonlyMap<string, string | null>;
  /** Matters that are due but wait because their changes are unknown. */
  readonly #waiting = new Set<string>();

  constructor(situation: Situation, open: OpenGame) {
    this.position = positionIn(situation, open);
    this.#engine = situation.engine;
    this.#news = situation;
    this.#brought = situation.brought ?? new Map();
  }

  get files(): ContentFiles {
    return this.position.branches.main;
  }

  get read(): GameRead {
    return this.position.open.read;
  }

  get line(): number {
    return this.#line;
  }

  /** The sizes of the dice rolled for the line that failed, or for the current action. */
  diceBefore(error: unknown): readonly Count[] {
    const { record, ledger } = this.position.rules.play;
    const line = error instanceof BrokenError ? ledger.find(({ n }) => n === error.line) : undefined;
    return (line?.draws ?? record.rolled).map(({ size }) => size);
  }

  /** Whether its sandbox has ended, for example because of a trial in the same memory. */
  get isLost(): boolean {
    return this.position.rules.play.sandbox.dead;
  }

  /** Whether it has messages that the next decision will hand on. */
  get hasPendingNotices(): boolean {
    const [all = 0, handedOn = 0] = this.position.outbox.waiting;
    return all > handedOn;
  }

  dispose(): void {
    this.position.rules.play.dispose();
  }

  /** Everything in its order: what was due, the events, and what is due now. */
  decide(news: SessionNews): Decision {
    this.#learn(news);
    const { events, now, again = [], wait = false } = news;
    const ticks = [...(news.ticks ?? [])];
    for (const one of events) {
      news.noteLine?.(one.line);
      for (; ticks[0] !== undefined && ticks[0].line < one.line; ticks.shift()) this.#doAgain(ticks[0]);
      if (!this.submit(one)) break;
    }
    for (const one of ticks) this.#doAgain(one);
    if (!wait) for (const one of again) this.#takeAgain(one, now);
    // A tick may have died between two due matters, so a replay resolves no more than was resolved then.
    if (!wait && news.ticks === undefined) this.due(now);
    return this.#decision();
  }

  /** Takes in an event after what was due before it. Returns false if a dynasty was opened first, so that the game must be opened again. */
  submit({ line, seen, event }: JournalEvent): boolean {
    // Nobody can act in the future, so a later time is replaced by when the event was seen.
    const at = event.at > seen ? seen : event.at;
    const { wait = false, ticks } = this.#news;
    // Older engines left scheduled actions out where Admins resolve by hand, so only those on record are repeated.
    if (!wait && (ticks === undefined || !this.position.rules.play.isByHand())) this.due(at);
    if (this.#opened) return false;
    this.#take(line, event, at);
    this.#checkpoint(at);
    return true;
  }

  /** On the emperor's machine, carries out the private time that the engine waits for, if there is one. */
  carryOutTime(
    now: string,
  ): { readonly time: string; readonly outcome: Outcome; readonly effect: CommitEffect } | null {
    const { rules } = this.position;
    const { play } = rules;
    const due = play.coming(now).find((one) => one.private === true && one.at <= now);
    if (due === undefined || this.#opened) return null;
    play.runsInPrivate = (id) => id === due.id;
    this.#resolveAt(rules.momentOfTime(due.id, now), 1);
    const [last, effect] = [rules.happened.at(-1), this.#commits.at(-1)];
    return last?.what === due.id && effect !== undefined
      ? { time: due.id, outcome: last.outcome, effect }
      : null;
  }

  /**
   * Takes in all events as the next decision would before anything new, so that it can continue from here. Returns
   * false if that decision would do more than take them in; the game can't be continued then.
   */
  catchUp(news: SessionNews): boolean {
    this.#learn(news);
    return news.events.every(
      (one) => this.submit(one) && !this.#opened && this.#commits.length === 0 && this.#stuck.size === 0,
    );
  }

  /** Takes in all events without resolving anything. */
  takeIn({ events }: SessionNews): void {
    for (const { line, seen, event } of events) this.#take(line, event, event.at > seen ? seen : event.at);
  }

  #take(line: number, event: ForgeEvent, at: string): void {
    takeOrSetAside(this.position, this.#engine, { line, event }, at);
    this.#line = line;
  }

  /** An open game decides more than once. */
  #learn(news: SessionNews): void {
    this.#commits = [];
    this.#news = news;
    this.position.rules.restart();
    learn(this.position, news);
  }

  #decision(): Decision {
    const { outbox, rules } = this.position;
    const { now, wait = false } = this.#news;
    rules.aborted.beginEvent(null);
    const summary = wait ? [] : summaries(this.position, now, this.#stuck);
    const notices = [...outbox.handOn(), ...summary];
    const stuck = [...this.#stuck].map(([matter, why]) => ({ matter, why }));
    const { happened } = rules;
    return { commits: this.#commits, notices, happened, stuck, opened: this.#opened, over: this.#over };
  }

  /** Does everything that is due by a time, whenever the engine runs. */
  due(at: string): void {
    if (this.#opened) return;
    this.#stuck.clear();
    for (const moment of momentsUntil(this.position.rules, at)) {
      if (this.#opened) return;
      this.#resolveAt(moment);
    }
  }

  /** In a replay, repeats what the engine did by the clock. */
  #doAgain(done: TickAgain): void {
    const event = this.#news.events.find(({ line }) => line === done.again);
    if (event !== undefined) this.#takeAgain(event, done.at);
    else if (done.again === undefined) this.#resolveAgain(done);
  }

  #takeAgain(event: JournalEvent, at: string): void {
    if (this.#opened) return;
    takeAgain(this.position, this.#engine, event, at);
    this.#checkpoint(at);
  }

  /**
   * Repeats the resolutions behind one commit. Their time is on record, because it depends on when the engine ran if
   * a value of the rules changes on a date.
   */
  #resolveAgain({ at, unread, time }: TickAgain): void {
    const { play } = this.position.rules;
    this.#stuck.clear();
    this.position.branches.unreadMatters = new Set(unread);
    play.runsInPrivate = (id) => id === time;
    this.#resolveAt(at, 1);
    play.runsInPrivate = () => false;
    this.position.branches.unreadMatters = new Set();
  }

  /** Resolves everything due at a time, up to `most` commits. A refusal makes a commit if its rolls or its end are recorded. */
  #resolveAt(at: string, most = Number.POSITIVE_INFINITY): void {
    this.position.rules.aborted.beginEvent(null);
    const { play } = this.position.rules;
    const stuck = new Stuck(play.leftToAdmins());
    const before = this.#commits.length;
    while (!this.#opened && this.#commits.length - before < most) {
      const step = resolveDue(this.position.rules, at, stuck);
      if (step === null) break;
      if (step.outcome.ok) {
        // The rules have changed, so matters that were stuck may be resolvable now.
        stuck.clear();
        for (const matter of play.leftToAdmins()) stuck.add(matter);
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

  /** Makes a commit if something was done. Votes and words are only in the journal and make none. */
  #checkpoint(at: string): void {
    this.#noteProof();
    const { rules, calls, branches, settings } = this.position;
    const { play } = rules;
    const [first, ...others] = play.ledger.slice(this.read.ledger.length);
    if (first === undefined) return;
    const added = [first, ...others] as const;
    const state = play.state();
    const version = this.#versionOfRules();
    const facts = this.#factsAt(at, state);
    const recorded = (line: LedgerLine): RecordedLine => ({
      ...play.record.openLine(line),
      rules: version,
      ...this.#conditionsOf(line),
      ...picturesOnRecord(rules.pictures ?? {}, play.model, line),
      ...reportedBy(calls.reportOf(line.n)),
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
    const withOwnTexts = withTexts(applyChanges(branches.main, changes), this.#textsOf(added));
    const all = new Map([
      ...this.#brought,
      ...changes,
      ...withOwnTexts,
      ...settings.written(changes.get(GAME_FILE) ?? branches.main.get(GAME_FILE)),
    ]);
    if (opening !== null) all.set(...writeBeginning(applyChanges(branches.main, all), opening));
    const files = applyChanges(branches.main, all);
    assertCommit(branches.main, all);
    // Compares new things as a whole, without private parts, which are in no file.
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

  #versionOfRules(): string {
    const { ruleset } = this.read;
    const { caches } = this.position.open.play;
    return caches.once(ruleset, 'version', () => versionOfRules(ruleset));
  }

  #factsAt(at: string, state: State): GameRead['facts'] {
    const { accounts, posts, branches, secrets, outbox, moderation, strangers } = this.position;
    const last = this.read.facts.outbox;
    const notices = outbox.takeAll().map((notice, index) => ({ ...notice, n: last.last + index + 1 }));
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
      moderation: moderation.inForce,
      strangers: strangers.lately(at),
      sealed: { ...secrets.commitments },
      outbox: {
        last: last.last + notices.length,
        notices: [...last.notices.filter(({ n }) => n > this.#news.notified), ...notices],
      },
    };
  }

  #textsOf(added: readonly LedgerLine[]): ReadonlyMap<string, string> {
    const all = new Map<string, string>();
    for (const { what } of added) {
      const ending = readEnding(what);
      if (ending?.how !== 'enact') continue;
      for (const [path, text] of this.position.branches.mergedTexts(ending.matter).texts) all.set(path, text);
    }
    return all;
  }

  /** How far this decision, or main before it, has read the journal. */
  #linesRead(): number {
    return Math.max(this.#line, parseRecord(this.files.get(recordPath) ?? null)?.n ?? 0);
  }

  /** A resolution records the Admin's merge it used, and the matters that waited because they could not be read. */
  #conditionsOf({ what, by }: LedgerLine): Pick<RecordedLine, 'merged' | 'unread'> {
    const ending = readEnding(what);
    const merged = ending?.how === 'enact' ? this.position.branches.resolved[ending.matter] : undefined;
    return {
      ...(merged === undefined ? {} : { merged }),
      ...(this.#waiting.size > 0 && by === 'engine' ? { unread: [...this.#waiting].sort() } : {}),
    };
  }
}

/** Resolved matters need no head, and files that grew with each of them would slow every tick. */
function ofPending<T>({ posts }: State, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => posts[id]?.status === 'pending'));
}

function inPlay({ posts }: State, links: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(links).filter(([, id]) => Object.hasOwn(posts, id)));
}

function reportedBy(comment: string | undefined): { readonly told?: string } {
  return comment === undefined ? {} : { told: comment };
}
