import type { ModelDescription } from '../kernel/describe-model.ts';
import { describe } from '../kernel/matter-changes.ts';
import { toKebab } from '../kernel/names.ts';
import type { Input } from '../kernel/inputs.ts';
import type { MatterChange } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Edition } from '../session/play/play-options.ts';
import { applyChange } from '../ruleset/amend.ts';
import { readVictory } from '../session/ask/victory.ts';
import { SandboxError } from '../sandbox/host.ts';
import { titleOfKind } from '../wording/naming.ts';
import type { Runner } from '../sandbox/sandbox.ts';
import { coursesOf, type Course } from '../wording/courses.ts';
import {
  because,
  CHECKED_AFTER_HOURS,
  playMatter,
  type Came,
  type Learned,
  type Posted,
  type Sketch,
  type Usual,
  type OpenWay,
} from './play-matter.ts';
import type { RehearsalRoom, Ruled } from './rehearsal-room.ts';
import { askedInWords, type Scene } from './sketch-changes.ts';
import { isRuleIn, ofRules, Tally } from './tally.ts';

/** The number of changes that are tried one by one after all of them together had no effect. */
const MOST_ALONE = 4;

/** The number of reasons that are looked into when changes were omitted. */
const MOST_REASONS = 4;

/** The number of authors that are tried, in case their matters succeed where those of the first author fail. */
const MOST_AUTHORS = 6;

/** The days ahead on which a matter is tried, each at another hour. */
const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** A copy of a game with the given rules in force. */
export class GameCopy {
  readonly #sandbox: Runner;
  readonly #scene: Scene;
  readonly #courses: readonly Course[];
  readonly #model: ModelDescription;
  /** The voters whose votes counted last. They vote first, since their votes alone may decide. */
  #voters: readonly string[];
  readonly #learned: Learned;
  /** The number of the next post. */
  #id: string;
  readonly #usual: Usual;
  readonly #edition: Edition;
  readonly #next: Next;
  /** The game in the next dynasty, once it has begun under other rules. */
  #later: GameCopy | null = null;

  /** Opens a copy, with values set as a matter would set them, or returns why these rules can't be put in force. */
  static open(room: RehearsalRoom, edition: Edition, scene: Scene, at: string): GameCopy | string {
    const ruled = room.under(edition);
    const next: Next = (files, then) => GameCopy.open(room, { ...edition, files }, then, at);
    return typeof ruled === 'string' ? ruled : new GameCopy(ruled, scene, at, next);
  }

  /** The rules whose clauses failed so far. */
  readonly failing = new Set<string>();

  private constructor({ sandbox, model, usual, rules }: Ruled, scene: Scene, at: string, next: Next) {
    this.#sandbox = sandbox;
    this.#edition = rules.edition;
    this.#next = next;
    this.#learned = { whateverVotes: new Set(), despiteAll: new Set(), votes: new Map(), usual };
    this.#usual = usual;
    this.#scene = scene;
    this.#id = scene.id;
    layIn(this.#sandbox, this.#scene);
    this.#voters = Object.keys(scene.state.players);
    this.#model = model();
    this.#courses = coursesOf(sandbox, this.#model, at);
  }

  /**
   * Once somebody has won, nothing may pass before the next dynasty, so this lets the person whom the rules name begin it. Rules may be gone
   * then. Returns false if nobody has won, or if that is refused.
   */
  #beginNext(at: string): boolean {
    const sandbox = this.#sandbox;
    const { id, people, words } = this.#scene;
    const [by = ''] = people;
    const [{ kind } = { kind: '' }] = this.#courses;
    const [{ title, text }] = words;
    sandbox.rewind();
    // Because values were only assumed, the rules may notice a winner only after an event.
    sandbox.take({ type: 'post', at, by, id: `${id}0`, kind, title, text, changes: [] });
    const won = readVictory({ model: this.#model, query: (when, paths) => sandbox.query(when, paths) }, at);
    if (won === null) return false;
    const asked = Object.entries(this.#model.actions[won.next]?.with ?? {});
    const given = asked.filter(([, type]) => type.kind === 'text' && type.filled);
    const begun = sandbox.take({
      type: 'act',
      at,
      by: won.begins,
      action: won.next,
      with: Object.fromEntries(given.map(([name]) => [toKebab(name), title])),
    });
    if (!begun.ok) return false;
    sandbox.hold();
    if (begun.amendments.length === 0) return true;
    const { files: before, terms } = this.#edition;
    const files = begun.amendments.reduce((all, one) => applyChange(all, one, terms).files, before);
    const copy = this.#next(files, { ...this.#scene, state: sandbox.state(), values: [] });
    if (typeof copy !== 'string') this.#later = copy;
    return true;
  }

  /** Tries everything; if nothing can be changed because somebody has won, it tries again in the next dynasty, or the one after that. */
  tryAllOrNext(at: string, times = 2): Tally {
    if (this.#later !== null) return this.#later.tryAllOrNext(at, times);
    const now = this.#tryAll(at);
    const goesOn = now.stuck !== null && times > 0 && this.#beginNext(at);
    return goesOn ? this.tryAllOrNext(at, times - 1) : now;
  }

  /** Tries all changes at once by each course, then one by one if that had no effect. */
  #tryAll(at: string): Tally {
    const { changes, words } = this.#scene;
    const tally = new Tally(this.#scene);
    this.#learned.usual = {};
    for (const course of this.#courses) {
      tally.add(this.#play(course, at, { ...words[0], changes }));
      if (changes.every((change) => tally.made.has(describe(change)))) break;
    }
    if (tally.changesRule) this.#tryWithoutOthers(tally, at);
    else {
      const isChanged =
        this.#tryOneByOne(tally, at, changes.slice(0, MOST_ALONE)) ||
        this.#tryAuthors(tally, at) ||
        this.#tryOtherHours(tally, at, changes) ||
        this.#tryTurns(tally, at);
      if (!isChanged) {
        if (!tally.fails) tally.only = this.#tryNamed(tally, at);
        return tally;
      }
    }
    tally.onlyBy = this.#onlyBy(at);
    return tally;
  }

  /**
   * A rule may allow only one change at a time, so a change omitted for such a reason may be possible alone. One change is tried for each
   * reason.
   */
  #tryWithoutOthers(tally: Tally, at: string): void {
    const way = this.#usual.way;
    if (way === undefined) return;
    const left = this.#scene.changes.filter((change) => !tally.made.has(describe(change)));
    const byReason = Map.groupBy(left, (change) => tally.left.get(describe(change)));
    for (const [why, [change]] of [...byReason].slice(0, MOST_REASONS)) {
      if (why === undefined || change === undefined) continue;
      const came = this.#play(way.course, at, { ...way.words, changes: [change] }, way);
      if (came.made.has(describe(change))) tally.allow(describe(change), why);
    }
  }

  /** Tries one change after another by any course until one succeeds, starting with the way that worked last. */
  tryEach(at: string, changes: readonly MatterChange[], isStuckAnyway: boolean): Tally {
    if (this.#later !== null) return this.#later.tryEach(at, changes, isStuckAnyway);
    const tally = new Tally(this.#scene);
    const [change] = changes;
    const { way } = this.#usual;
    const isUsual =
      way !== undefined &&
      change !== undefined &&
      tally.add(this.#play(way.course, at, { ...way.words, changes: [change] }, way));
    // If no hour has worked before, the hour is not the obstacle.
    if (!isUsual && (isStuckAnyway || !this.#tryOtherHours(tally, at, changes)))
      this.#tryOneByOne(tally, at, changes);
    return tally;
  }

  /** Tries other hours of the day and other days of the week, since rules may keep some of them free. */
  #tryOtherHours(tally: Tally, from: string, [change]: readonly MatterChange[]): boolean {
    const [course] = this.#courses;
    const way = this.#usual.way ?? (course && { course, words: { ...this.#scene.words[0], changes: [] } });
    if (way === undefined || change === undefined) return false;
    return DAYS.some((day) => {
      const at = hoursAfter(from, day * 31);
      return tally.add(this.#play(way.course, at, { ...way.words, changes: [change] }, way));
    });
  }

  #tryOneByOne(tally: Tally, at: string, changes: readonly MatterChange[]): boolean {
    const { words: all } = this.#scene;
    for (const course of this.#courses) {
      for (const words of all) {
        for (const change of changes) {
          const came = this.#play(course, at, { ...words, changes: [change] });
          if (tally.add(came)) return true;
          // A matter that isn't enacted at all fails with any change, unless a rule looks for exactly this one.
          if (!came.enacted && words !== all[0]) break;
        }
      }
    }
    return false;
  }

  /** Rules may check the author of a matter, and how a change is expressed. */
  #tryAuthors(tally: Tally, at: string): boolean {
    const { people, words, changes: rules } = this.#scene;
    const changes = [...rules.slice(0, 1), ...rules.slice(0, 2).map(askedInWords)];
    const others = [...people.slice(1, MOST_AUTHORS), ...people.slice(MOST_AUTHORS).slice(-1)];
    for (const course of this.#courses)
      for (const authors of [people, ...others.map((other) => [other])])
        if (tally.add(this.#play(course, at, { ...words[0], changes }, { authors }))) return true;
    // A matter without changes shows whether the changes are the obstacle or everything is.
    for (const course of tally.enacted ? [] : this.#courses)
      tally.add({ ...this.#play(course, at, { ...words[0], changes: [] }), reason: null });
    return false;
  }

  /**
   * People may take turns, or a rule may refuse every second matter, so one matter after another fails until the next one changes a rule.
   * The game then stays there.
   */
  #tryTurns(tally: Tally, from: string): boolean {
    const sandbox = this.#sandbox;
    const { people, words, changes, id } = this.#scene;
    const [course] = this.#courses;
    const [sketch] = words;
    const [change] = ofRules(changes);
    if (course === undefined || change === undefined) return false;
    let at = from;
    for (let turn = 0; turn <= people.length; turn++) {
      const post = { type: 'post', at, id: this.#id, kind: course.kind, ...sketch, changes: [] } as const;
      this.#endTurn(tally, post);
      const isTried = turn === 0 && tally.isPosted;
      if (!isTried && tally.add(this.#play(course, at, { ...sketch, changes: [change] }))) return true;
      sandbox.rewind();
      if (!people.some((by) => sandbox.take({ ...post, by }).ok)) break;
      const hours = course.byHand ? 0 : this.#failsAfter(post.id, at);
      if (hours === null) break;
      at = hoursAfter(at, hours);
      sandbox.failMatter({ at, matter: post.id, by: null, outcome: 'failed', because: '' });
      sandbox.hold();
      this.#id = String(Number(this.#id) + 1);
    }
    this.#id = id;
    layIn(sandbox, this.#scene);
    return false;
  }

  /** If nobody can post this, holds the game after the first action that lets somebody do so. */
  #endTurn(tally: Tally, post: Omit<Input & { readonly type: 'post' }, 'by'>): void {
    const sandbox = this.#sandbox;
    const { people } = this.#scene;
    const isOpen = (): boolean => sandbox.refusalsOf(people.map((by) => ({ ...post, by }))).includes(null);
    sandbox.rewind();
    if (isOpen()) return;
    const refused: string[] = [];
    for (const [action, { with: asked }] of Object.entries(this.#model.actions)) {
      if (Object.keys(asked).length > 0) continue;
      const refusal = this.#takeOne(people.map((by) => ({ type: 'act', at: post.at, by, action, with: {} })));
      if (refusal === null && isOpen()) return sandbox.hold();
      if (refusal) refused.push(refusal);
    }
    if (refused.length > 1 && new Set(refused).size === 1) tally.refusesAll ??= refused[0];
    sandbox.rewind();
  }

  /** Takes the first of these acts that seems possible. Returns null, or why it could not be carried out; undefined if none was. */
  #takeOne(acts: readonly Input[]): string | null | undefined {
    const sandbox = this.#sandbox;
    try {
      sandbox.rewind();
      const refusals = sandbox.refusalsOf(acts);
      const act = acts.find((_, nth) => (refusals[nth]?.code ?? 'chance') === 'chance');
      const result = act && sandbox.take(act);
      return result?.ok === false ? because(result.refusal).reason : result && null;
    } catch (error) {
      if (!(error instanceof SandboxError) || sandbox.dead) throw error;
      return undefined;
    }
  }

  /** The hours after which a matter fails, by votes of one kind or without any; null if it never does. */
  #failsAfter(on: string, at: string): number | null {
    const sandbox = this.#sandbox;
    const cast = (vote: string) => (by: string) =>
      ({ type: 'vote', at, by, on, vote, via: 'comment' }) as const;
    for (const vote of [null, ...this.#model.ballot.votes.map((one) => one.vote)]) {
      if (vote !== null) sandbox.takeEach(this.#scene.people.map(cast(vote)));
      const fails = (hours: number): boolean => sandbox.due(hoursAfter(at, hours))?.outcome === 'failed';
      const hours = CHECKED_AFTER_HOURS.find(fails);
      if (hours !== undefined) return hours;
    }
    return null;
  }

  /** The person whose matters alone change a rule, in the way that was successful last; null if matters of others do, too. */
  #onlyBy(at: string): string | null {
    const way = this.#usual.way;
    const able: string[] = [];
    if (way === undefined) return null;
    for (const as of this.#scene.people) {
      const came = playMatter(this.#sandbox, this.#posted(way.course, at, way.words, { ...way, as }));
      if (isRuleIn(came.made, this.#scene)) able.push(as);
      if (able.length > 1) break;
    }
    return able.length === 1 ? (able[0] ?? null) : null;
  }

  /** Tries words that a changed clause mentions, since it may ask for them. Returns the words that helped. */
  #tryNamed(tally: Tally, at: string): string | null {
    const { named, changes } = this.#scene;
    for (const course of this.#courses)
      for (const words of named)
        if (tally.add(this.#play(course, at, { ...words, changes: changes.slice(0, 1) }))) return words.title;
    return null;
  }

  #play(course: Course, at: string, sketch: Sketch, who: Partial<OpenWay> = {}): Came & { kind: string } {
    const came = playMatter(this.#sandbox, this.#posted(course, at, sketch, who));
    if (came.failing !== undefined) this.failing.add(came.failing);
    if (isRuleIn(came.made, this.#scene))
      this.#usual.way = { course, words: sketch, authors: who.authors, as: who.as };
    const counted = new Set(came.voters);
    if (came.enacted) this.#voters = [...came.voters, ...this.#voters.filter((voter) => !counted.has(voter))];
    // Nobody wrote the title that names all sections.
    const named = sketch.title.startsWith('[')
      ? `a ${titleOfKind(this.#model, course.kind).toLowerCase()}`
      : sketch.title;
    return { ...came, kind: course.kind, reason: came.reason?.replaceAll(sketch.title, named) ?? null };
  }

  #posted(course: Course, at: string, sketch: Sketch, { authors = [], as }: Partial<OpenWay>): Posted {
    const { people, remark } = this.#scene;
    const [id, voters, learned] = [this.#id, this.#voters, this.#learned];
    const some = authors.length === 0 ? people : authors;
    return { course, at, id, sketch, voters, remark, learned, as, authors: some };
  }
}

/** Opens the same game under other rules. */
type Next = (files: Edition['files'], scene: Scene) => GameCopy | string;

/** Lays a game in a sandbox, with values set as a matter would set them, and holds it there. */
export function layIn(sandbox: Runner, { state, values }: Pick<Scene, 'state' | 'values'>): void {
  sandbox.clear();
  sandbox.load(state);
  for (const { path, value } of values) {
    try {
      sandbox.assume(path, value);
    } catch (error) {
      // An enactment omits values that their variable can't hold, too.
      if (!(error instanceof SandboxError)) throw error;
    }
  }
  sandbox.hold();
}
