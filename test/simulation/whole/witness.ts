import { replay } from '../../../src/care/replay/replay.ts';
import { caches } from '../../../src/cache/fixtures/shared-caches.ts';
import { openGame } from '../../../src/session/play/open-game.ts';
import { BrickGame } from '../../rehearsal/brick-game.ts';
import type { TickReport } from '../../../src/tick/tick.ts';
import { ADMINS, EMPEROR, PLAYERS } from './cast.ts';
import { checkCheats, nothingKept, swapsShown } from './check-cheats.ts';
import { answersStand } from './crowd.ts';
import { archived, checkEnactment } from './enactments.ts';
import type { LedgerRow } from './fold-ledger.ts';
import { everything } from './git-history.ts';
import { History, type Step } from './history.ts';
import { must } from './invariants.ts';
import { journalIsWhole, readJournal, type Line } from './journal-check.ts';
import { readLegal } from './legal-values.ts';
import { GameOracle } from './oracle.ts';
import { BEGINNING } from './template.ts';
import type { World } from './world.ts';

/** Follows a game from outside: by Git's history, the journal and the forge's log, never by asking the engine. */
export class Witness {
  oracle = newOracle();
  readonly #world: World;
  readonly #history: History;
  readonly #scanned = new Set<string>();
  readonly #verdicts = new Map<number, boolean | null>();
  readonly #awaited = new Map<number, boolean>();
  #enacted: {
    readonly id: string;
    readonly at: string;
    readonly content: ReadonlyMap<string, string>;
  } | null = null;
  /** The lines that the oracle was told, each with when it was seen. */
  #fed: readonly Line[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#history = new History(world);
  }

  begin(): Promise<void> {
    return this.#history.begin();
  }

  /** Holds everything against what is there now. `report`: of a tick that came to its end; `whole`: that saw all there was. */
  async check(report: TickReport | null, whole = report !== null): Promise<void> {
    const lines = await readJournal(this.#world);
    await this.#history.follow();
    // Where the end is missing it was lost, and comes again with the next tick.
    const again = lines.slice(0, this.#fed.length);
    if (again.some(({ id, seen }, at) => this.#fed[at]?.id !== id || this.#fed[at].seen !== seen))
      this.#forget();
    await this.#feed(lines, report);
    await this.#canAmend();
    const tracked = readLegal(this.#history.content);
    this.#history.folded.holdAgainst(tracked);
    nothingKept(tracked);
    await swapsShown(this.#world);
    await this.#sealed();
    if (report === null) return;
    if (whole) await journalIsWhole(this.#world, lines);
    this.#verdictsAgree(report);
  }

  /** At the end of a game: it can be played again, and everybody was told. */
  async close(): Promise<void> {
    await answersStand(this.#world);
    const { forge, table, vault } = this.#world;
    const content = async (): Promise<ReadonlyMap<string, string>> => this.#history.content;
    const game = {
      forge,
      table,
      vault,
      content,
      main: () => this.#world.main(),
      now: () => this.#world.now,
      pictures: NO_PICTURES,
    };
    if (this.#world.foreign.size === 0) {
      const verdict = await replay(game as unknown as Parameters<typeof replay>[0]);
      must(verdict.same, 'replay', () => JSON.stringify(verdict));
    }
    const log = new TextDecoder().decode((await this.#world.disk.read('events.jsonl')) ?? new Uint8Array());
    for (const id of this.#history.resolved.keys()) {
      const said = (type: string): boolean =>
        log.split('\n').some((row) => row.includes(`"type":"${type}"`) && row.includes(`"post":"${id}"`));
      must(
        said('engine-settled') && log.includes(`"post":"${id}","key":"result"`),
        'told',
        () => `nobody was told what became of ${id}`,
      );
    }
  }

  /** The end of the journal was lost and is written anew, by another clock perhaps: all of it is judged once more. */
  #forget(): void {
    this.oracle = newOracle();
    this.#history.steps = [...this.#history.past];
    this.#verdicts.clear();
    this.#awaited.clear();
    this.#fed = [];
  }

  /** Goes through what people did and what the engine did about it, in the order in which it did. */
  async #feed(lines: readonly Line[], report: TickReport | null): Promise<void> {
    // A tick that died may have written lines down and decided on none of them.
    const to = report === null ? this.#history.read : lines.length;
    for (const line of lines.slice(this.#fed.length, to)) {
      this.#resolutionsBefore(line.n);
      const at = Math.min(Date.parse(line.event.at), Date.parse(line.seen));
      // What can't be resolved for a conflict is due for ever; what can must have been.
      this.#nothingDue(
        at,
        'nothing-missed',
        `before line ${line.n} (${line.event.type})`,
        report?.stuck ?? null,
      );
      this.#verdicts.set(line.n, this.oracle.take(line.event, at));
      this.#acts(line, at);
      this.#fed = lines.slice(0, line.n);
    }
    this.#resolutionsBefore(Number.POSITIVE_INFINITY);
    if (report === null) return;
    this.#nothingDue(this.#world.ms, 'nothing-left', 'after a whole tick', report.stuck);
  }

  #resolutionsBefore(n: number): void {
    while (this.#history.steps[0] !== undefined && this.#history.steps[0].read < n) {
      const step = this.#history.steps.shift() as Step;
      for (const row of step.rows) this.#row(row, step);
    }
  }

  /** What the line of the journal that was just taken in did to the game. */
  #acts(line: Line, at: number): void {
    const wanted = line.event.type === 'commented' ? this.#expected(line, at) : null;
    let done = false;
    while (
      this.#history.steps[0]?.read === line.n &&
      this.#history.steps[0].rows.some(({ what, by }) => !/^(enact|fail) /u.test(what) || by !== 'engine')
    ) {
      const step = this.#history.steps.shift() as Step;
      for (const row of step.rows) {
        done ||= row.what === wanted?.what;
        this.#row(row, step);
      }
    }
    if (wanted?.allowed !== undefined && wanted.allowed !== null)
      must(
        wanted.allowed === done,
        'verdict',
        () =>
          `line ${line.n}: ${wanted.what} is ${wanted.allowed ? '' : 'not '}allowed, and was ${done ? '' : 'not '}done`,
      );
  }

  /** Of a command that concerns the roster, whether it is allowed. */
  #expected({ event }: Line, at: number): { what: string; allowed: boolean | null } | null {
    if (event.type !== 'commented' || event.by === null) return null;
    const [, what = '', whom] = /^\/([a-z-]+)(?: player=(\S+))?$/u.exec(event.text.trim()) ?? [];
    if (what === '' || (whom !== undefined && !this.oracle.roster.members.has(whom))) return null;
    const by = this.oracle.roster.playerOf(event.by);
    return { what, allowed: this.oracle.roster.may(what, by, whom ?? by, at, this.oracle.dynasty) };
  }

  #row(row: LedgerRow, step: Step): void {
    const [verb = '', id = ''] = row.what.split(' ');
    this.oracle.now = Date.parse(row.at);
    if (verb === 'enact' || verb === 'fail') this.#resolution(row, verb, id, step);
    else this.#action(row);
  }

  #resolution(row: LedgerRow, verb: 'enact' | 'fail', id: string, step: Step): void {
    const { oracle } = this;
    const matter = oracle.matter(id);
    // Those that can't go in are passed over, where nothing says that they have to come first.
    const passed = oracle.matters
      .filter((one) => one.id !== id && this.#maySnag(one.id))
      .map((one) => one.id);
    const due = this.#isFirst(id) ? oracle.nextDue() : oracle.nextDue(passed);
    const outcome = verb === 'enact' ? 'enacted' : 'failed';
    if (row.by === 'engine') {
      must(due !== null, 'rules-then', () => `${id} was ${outcome} at ${row.at}, and nothing was due`);
      must(
        due?.matter.id === id,
        'queue',
        () => `${id} was ${outcome} at ${row.at}, and ${due?.matter.id} was first`,
      );
      // What can't be put in force at all fails as soon as it is due, and the post says why.
      const cannot = verb === 'fail' && this.#maySnag(id) && isLeftOut(step.commit.content, id);
      must(
        due?.outcome === outcome || cannot,
        'rules-then',
        () => `${id} was ${outcome} at ${row.at}, and should be ${due?.outcome}`,
      );
    }
    if (matter === null) return;
    const count = oracle.count(matter);
    const tally = archived(step.commit.content).get(id)?.tally ?? {};
    must(
      tally['for'] === count.for && tally['against'] === count.against,
      'tally',
      () => `${id} is on record with ${JSON.stringify(tally)}, and it is ${JSON.stringify(count)}`,
    );
    oracle.resolve(matter, outcome);
    if (verb === 'enact') {
      checkCheats(this.#world, step.commit.content, oracle.posts.get(id)?.head ?? null);
      checkEnactment(this.#world, step.commit, step.before, { id, head: oracle.posts.get(id)?.head ?? null });
      this.#enacted = { id, at: row.at, content: step.commit.content };
    }
    this.#readValues(step.commit.content);
  }

  /** Whatever was enacted, somebody can change a rule after it, as people do that: no rehearsal is asked. */
  async #canAmend(): Promise<void> {
    if (this.#enacted === null) return;
    const { id, at, content } = this.#enacted;
    this.#enacted = null;
    const { play } = await openGame(content, { caches });
    const { files, terms } = play;
    const state = { ...play.state(), posts: {} };
    play.dispose();
    const can = await BrickGame.of({ files, terms }, state).canAmend({}, at);
    must(can, 'liveness', () => `after ${id} was enacted at ${at} nobody could change a rule any more`);
  }

  /** The oracle obeys the words in force, as anybody would read them. */
  #readValues(content: ReadonlyMap<string, string>): void {
    const text = [...content]
      .filter(([path]) => path.startsWith('content/ruleset/core/'))
      .map(([, one]) => one)
      .join('\n');
    const value = (key: string): number => {
      const [, number, unit] =
        new RegExp(`\\[(\\d+)(?: (\\w+?)s?)?\\]\\(#value:${key}\\)`, 'u').exec(text) ?? [];
      return Number(number) * ({ minute: 1 / 60, day: 24 }[unit ?? ''] ?? 1);
    };
    Object.assign(this.oracle, {
      window: value('window'),
      fewestVotes: value('fewest-votes'),
      minimumAge: value('minimum-age'),
    });
  }

  #action({ what, by, at, n, with: words = {} }: LedgerRow): void {
    const { oracle } = this;
    const whom = String(words['player'] ?? by);
    const now = Date.parse(at);
    const allowed = oracle.roster.may(what, by, whom, now, oracle.dynasty);
    if (allowed !== null)
      must(allowed, 'verdict', () => `line ${n} of the ledger: ${by} did ${what} to ${whom}`);
    if (DYNASTIC.test(what))
      must(
        oracle.active.has(by) && !oracle.hiatus,
        'verdict',
        () => `line ${n}: ${by} did ${what}, ${oracle.hiatus ? 'in a hiatus' : 'and is no player'}`,
      );
    oracle.roster.does(what, by, whom, now, oracle.dynasty);
    if (what === 'idle') oracle.active.delete(whom);
    if (what === 'join' || what === 'unidle') oracle.active.add(whom);
    if (what === 'unidle') for (const matter of oracle.pending('proposal')) oracle.note(matter);
    if (what === 'mark-illegal') this.#illegal(String(words['matter']), by, n);
    if (what === 'ascend') oracle.ascend();
    if (what === 'pass-the-mantle') oracle.emperor = String(words['to']);
  }

  #illegal(id: string, by: string, n: number): void {
    const { oracle } = this;
    const matter = oracle.matter(id);
    const isAdmin = oracle.roster.members.get(by)?.admin === true;
    must(isAdmin, 'verdict', () => `line ${n} of the ledger: ${by} marked ${id}, and is no Admin`);
    if (matter !== null) matter.illegal = true;
  }

  #isFirst(id: string): boolean {
    return this.oracle.nextDue()?.matter.id === id;
  }

  /** What the engine says can't go in may stay, where what it asks for may indeed not go in. */
  #nothingDue(
    at: number,
    invariant: 'nothing-left' | 'nothing-missed',
    when: string,
    stuck: TickReport['stuck'] | null,
  ): void {
    this.oracle.now = at;
    const maySnag = (id: string): boolean =>
      this.#maySnag(id) && (stuck === null || invariant === 'nothing-missed' || this.#snagged(id, stuck));
    // One that is not due itself isn't passed over: those behind it wait for it.
    const passed: string[] = [];
    let due = this.oracle.nextDue();
    while (due !== null && maySnag(due.matter.id)) {
      passed.push(due.matter.id);
      due = this.oracle.nextDue(passed);
    }
    // Nobody waits for a clause that fails; but an Admin decides about a conflict, and the proposals behind it wait for that.
    if (due?.matter.kind === 'proposal' && passed.some((id) => this.#mayConflict(id))) return;
    must(
      due === null,
      invariant,
      () => `${due?.matter.id} is to be ${due?.outcome} at ${new Date(at).toISOString()}, ${when}`,
    );
  }

  #maySnag(id: string): boolean {
    const head = this.oracle.posts.get(id)?.head;
    return head !== null && head !== undefined && this.#world.branches.get(head)?.recipe.maySnag === true;
  }

  #mayConflict(id: string): boolean {
    const changes = this.#world.branches.get(this.oracle.posts.get(id)?.head ?? '')?.changes ?? {};
    return !Object.entries(changes).some(([path, text]) => path.endsWith('.ts') && text !== null);
  }

  #snagged(id: string, stuck: TickReport['stuck']): boolean {
    return stuck.some(({ matter }) => matter === id);
  }

  #verdictsAgree({ happened }: TickReport): void {
    for (const { line, what, outcome, at } of happened) {
      if (
        line === null ||
        !/^(post$|comment on|signal on|alter on|recategorise on)/u.test(what) ||
        this.#awaited.has(line)
      )
        continue;
      this.#awaited.set(line, outcome.ok);
      const verdict = this.#verdicts.get(line);
      if (verdict !== null && verdict !== undefined)
        must(
          verdict === outcome.ok,
          'verdict',
          () =>
            `line ${line}, ${at}: ${what} was ${outcome.ok ? 'accepted' : `refused (${outcome.refusal.reason})`}, and should ${verdict ? '' : 'not '}be accepted`,
        );
    }
  }

  async #sealed(): Promise<void> {
    if (this.#world.secrets.length === 0) return;
    for await (const [path, bytes] of everything(this.#world.disk, this.#scanned)) {
      for (const secret of this.#world.secrets)
        must(!bytes.includes(secret), 'sealed', () => `${secret} stands in ${path}`);
    }
  }
}

function isLeftOut(content: ReadonlyMap<string, string>, id: string): boolean {
  return (archived(content).get(id)?.omitted.length ?? 0) > 0;
}

function newOracle(): GameOracle {
  return new GameOracle(PLAYERS, EMPEROR, ADMINS, Date.parse(BEGINNING));
}

/** Nobody shows a picture in these games. */
const NO_PICTURES = { all: () => ({}), known: () => ({}) };

const DYNASTIC = /^(take-pip|take-crate|ring-bell|ring-gong|halve-pips|pay-pips|long-shot|coin-\d+)$/u;
