import type { Count } from '../../kernel/count.ts';
import type { State } from '../../kernel/state.ts';
import { endedWith, writeOpening } from '../dynasties/close-dynasty.ts';
import { openingBetween } from '../dynasties/opening.ts';
import type { Over } from '../dynasties/what-it-showed.ts';
import type { RecordedLine } from '../game/ledger-files.ts';
import { writeYamlKeys } from '../../ruleset/front-matter-write.ts';
import { GAME_FILE, type ContentFiles } from '../game/paths.ts';
import { readGame, type GameRead } from '../game/read-game.ts';
import { applyChanges, assertReadable, writeGame } from '../game/write-game.ts';
import { parseRecord, recordPath } from '../journal/journal-record.ts';
import { linesIn } from '../ledger-reader.ts';
import type { LedgerLine } from '../play.ts';
import type { CommitEffect, Decision, Situation } from './decide.ts';
import { asMessageLine } from './plain-words.ts';
import { versionOfRules } from './rules-version.ts';
import { standings } from './standings.ts';
import { withTexts } from './gamestate-text.ts';
import { textsOf } from './matter-texts.ts';
import { resolveDue } from './resolve-due.ts';
import type { Table } from './table.ts';
import { pictureChanges, picturesOnRecord } from './table-pictures.ts';
import { takeEvent } from './take-event.ts';

/** A game in which it is decided what follows from what happens. */
export class Deciding {
  readonly table: Table;
  readonly #stuck = new Map<string, string>();
  readonly #proofs = new Map<number, unknown>();
  #commits: CommitEffect[] = [];
  #files: ContentFiles;
  #read: GameRead;
  /** The last line of the journal that was taken in. */
  #line = 0;
  #told: number;
  /** How many of the notices on the table were handed on by an earlier decision. */
  #handedOn = 0;
  /** A dynasty has been opened: the game goes on without what was archived, and has to be opened anew. */
  #opened = false;
  #over: Over | null = null;

  constructor({ files, told }: Situation, read: GameRead, table: Table) {
    this.table = table;
    this.#files = files;
    this.#read = read;
    this.#told = told;
  }

  /** The game's files as they are once what was decided is written. */
  get files(): ContentFiles {
    return this.#files;
  }

  get read(): GameRead {
    return this.#read;
  }

  get line(): number {
    return this.#line;
  }

  /** The sizes of the dice that have been rolled for what is being done. */
  get rolledDice(): readonly Count[] {
    return this.table.open.play.record.rolled.map(({ size }) => size);
  }

  dispose(): void {
    this.table.open.play.dispose();
  }

  go(situation: Situation): Decision {
    const { events, now, ticks: given, wait = false } = situation;
    this.#begin(situation);
    const ticks = [...(given ?? [])];
    for (const { line, seen, event } of events) {
      while (ticks[0] !== undefined && ticks[0].line < line) this.#resolveUntil(ticks.shift()?.at ?? '', 1);
      // Nobody can act in the future: what claims to be from there happened when it was seen.
      const at = event.at > seen ? seen : event.at;
      if (!wait) this.#resolveUntil(at);
      if (this.#opened) break;
      this.table.line = line;
      takeEvent(this.table, event, at);
      this.#line = line;
      this.#noteProof();
      this.#checkpoint(at);
    }
    for (const { at } of ticks) this.#resolveUntil(at, 1);
    // A tick may have died between two matters that were due: played again, no more is resolved than was.
    if (!wait && given === undefined) this.#resolveUntil(now);
    return this.#decision(now, wait);
  }

  /** What is new to the table: a game that is kept open is decided on again. */
  #begin({ told, heads, texts, sealed, links, commentIds }: Situation): void {
    this.#commits = [];
    this.#told = told;
    this.table.happened = [];
    for (const [head, read] of heads) this.table.heads.set(head, read);
    for (const [commit, files] of texts ?? []) this.table.texts.set(commit, files);
    for (const [comment, read] of sealed ?? []) this.table.sealed.set(comment, read);
    Object.assign(this.table.links, links);
    Object.assign(this.table.commentIds, commentIds);
  }

  #decision(now: string, wait: boolean): Decision {
    const { notices: all, happened } = this.table;
    const standing = wait ? [] : standings(this.table, now, this.#stuck);
    const notices = [...all.slice(this.#handedOn), ...standing];
    this.#handedOn = all.length;
    const stuck = [...this.#stuck].map(([matter, why]) => ({ matter, why }));
    return { commits: this.#commits, notices, happened, stuck, opened: this.#opened, over: this.#over };
  }

  /** What was due before something happened was due whenever the engine came to run. */
  #resolveUntil(at: string, most = Number.POSITIVE_INFINITY): void {
    if (this.#read.game.resolution === 'by-admin' || this.#opened) return;
    const stuck = new Set<string>();
    this.#stuck.clear();
    for (let resolved = 0; resolved < most;) {
      const step = resolveDue(this.table, at, stuck);
      if (step === null) return;
      if (step.outcome.ok) {
        resolved += 1;
        // Under what is in force now, what could not be resolved perhaps can.
        stuck.clear();
        this.#stuck.clear();
        this.#noteProof();
        this.#checkpoint(at);
        if (this.#opened) return;
      } else {
        this.#stuck.set(step.matter, step.outcome.refusal.reason);
        this.#noteProof();
        this.#checkpoint(at);
      }
    }
  }

  #noteProof(): void {
    const { play, draws } = this.table.open;
    draws.end(linesIn(play.ledger));
    for (const [line, one] of draws.proofs) this.#proofs.set(line, one);
  }

  /** A commit, where something was done: votes and words alone stand in the journal, and make none. */
  #checkpoint(at: string): void {
    const { play } = this.table.open;
    const added = play.ledger.slice(this.#read.ledger.length);
    if (added.length === 0) return;
    const texts = this.#textsOf(added);
    const state = play.state();
    const rules = versionOfRules(this.#read.ruleset);
    const facts = this.#factsAt(at, state);
    const recorded = (line: LedgerLine): RecordedLine => ({
      ...play.record.openLine(line),
      rules,
      ...this.#mergedBy(line),
      ...picturesOnRecord(this.table.pictures?.known ?? {}, play.model, line),
      ...(this.table.toldLines.has(line.n) ? { told: this.table.toldLines.get(line.n) ?? '' } : {}),
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
    const opening = openingBetween(this.#read, state.dynasty);
    const { changes, hidden } =
      opening === null
        ? writeGame(this.#files, now, this.#read)
        : writeOpening(this.#files, now, this.#read, opening, { at, line: this.#linesRead() });
    this.#opened = opening !== null;
    this.#over = opening === null ? null : endedWith(this.#files, changes, opening.ended, at);
    const kept = opening === null ? withTexts(applyChanges(this.#files, changes), texts) : [];
    const pictures = pictureChanges(now.model, this.#read.state, state);
    const all = new Map([...changes, ...kept, ...this.#aboutGame(changes.get(GAME_FILE))]);
    this.#commits.push({
      ...this.#describe(state, added),
      at,
      changes: all,
      hidden,
      pictures,
      line: this.#line,
    });
    this.#files = applyChanges(this.#files, all);
    assertReadable(this.#files);
    this.table.files = this.#files;
    this.#read = readGame(this.#files);
    this.table.notices = [];
    this.#handedOn = 0;
  }

  #aboutGame(written: string | null | undefined): ReadonlyMap<string, string> {
    const { aboutGame } = this.table;
    if (Object.keys(aboutGame).length === 0) return new Map();
    const text = writeYamlKeys(written ?? this.#files.get(GAME_FILE) ?? '', aboutGame);
    for (const key of Object.keys(aboutGame)) delete aboutGame[key];
    return new Map([[GAME_FILE, text]]);
  }

  /** What the engine keeps of a game beside its state. */
  #factsAt(at: string, state: State): GameRead['facts'] {
    const last = this.#read.facts.outbox;
    const told = this.table.notices.map((notice, index) => ({ ...notice, n: last.last + index + 1 }));
    return {
      ...this.#read.facts,
      clock: at,
      people: this.table.people,
      links: this.#linksInPlay(state),
      heads: ofPending(state, this.table.matterHeads),
      merged: ofPending(state, this.table.merged),
      keys: [...this.table.keys],
      seeds: [...this.table.seeds],
      readers: { ...this.table.readers },
      sealed: { ...this.table.commitments },
      outbox: {
        last: last.last + told.length,
        notices: [...last.notices.filter(({ n }) => n > this.#told), ...told],
      },
    };
  }

  /** What enacted matters say below the front matter of the gamestate. */
  #textsOf(added: readonly LedgerLine[]): ReadonlyMap<string, string> {
    const all = new Map<string, string>();
    for (const { what } of added) {
      const [verb, id = ''] = what.split(' ');
      if (verb !== 'enact') continue;
      for (const [path, text] of textsOf(this.table, id).texts) all.set(path, text);
    }
    return all;
  }

  /** How far the journal has been read: by this decision, or by main before it. */
  #linesRead(): number {
    return Math.max(this.#line, parseRecord(this.#files.get(recordPath) ?? null)?.n ?? 0);
  }

  #linksInPlay({ posts }: State): Record<string, string> {
    return Object.fromEntries(Object.entries(this.table.links).filter(([, id]) => Object.hasOwn(posts, id)));
  }

  /** A conflict that an Admin resolved is on record with the enactment that it let through. */
  #mergedBy({ what }: LedgerLine): Pick<RecordedLine, 'merged'> {
    const [verb, id = ''] = what.split(' ');
    const merged = verb === 'enact' ? this.table.merged[id] : undefined;
    return merged === undefined ? {} : { merged };
  }

  #describe(
    { posts }: State,
    added: readonly LedgerLine[],
  ): Pick<CommitEffect, 'message' | 'author' | 'head'> {
    const enacted = added.flatMap(({ what, n, by }) => {
      const [verb, id = ''] = what.split(' ');
      const post = posts[id];
      return post === undefined || (verb !== 'enact' && verb !== 'fail') ? [] : [{ verb, post, n, by }];
    });
    const lines = added.map(
      ({ n, by, what, refused }) => `Ledger ${n}: ${by}: ${what}${refused === undefined ? '' : ' (refused)'}`,
    );
    const [first] = enacted;
    if (first === undefined) {
      const [line] = added;
      return {
        message: `${line?.by ?? 'engine'}: ${line?.what ?? ''}${line?.refused === undefined ? '' : ' (refused)'}\n\n${lines.join('\n')}\n`,
        author: line?.by ?? null,
        head: null,
      };
    }
    const { verb, post } = first;
    const title = `${verb === 'enact' ? 'Enact' : 'Fail'} ${post.id}: ${asMessageLine(post.title)}`;
    const head = verb === 'enact' ? (this.table.matterHeads[post.id] ?? null) : null;
    return {
      message: `${title}\n\n${lines.join('\n')}\n`,
      author: verb === 'enact' ? post.author : null,
      head,
    };
  }
}

/** What is resolved needs no head any more: files that grew with every matter would cost every tick. */
function ofPending<T>({ posts }: State, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => posts[id]?.status === 'pending'));
}
