import { describe } from '../kernel/matter-changes.ts';
import type { MatterChange, State } from '../kernel/state.ts';
import type { Amendment, Edition } from '../play/play-options.ts';
import { SandboxError } from '../sandbox/host.ts';
import type { Runner } from '../sandbox/runner.ts';
import { coursesOf, type Course } from './courses.ts';
import { playMatter, type Sketch } from './play-matter.ts';
import type { RehearsalRoom } from './rehearsal-room.ts';

/** A game on the eve of some change, as far as it is tried. */
export interface Scene {
  readonly state: State;
  readonly values: NonNullable<Amendment['values']>;
  /** What the next post is numbered. */
  readonly id: string;
  /** A plain title, and one with all that rules may ask of a title. */
  readonly words: { readonly plain: Omit<Sketch, 'changes'>; readonly full: Omit<Sketch, 'changes'> };
  readonly changes: readonly MatterChange[];
}

/** What could be changed at some time. */
export interface Changeable {
  /** In words. */
  readonly made: ReadonlySet<string>;
  /** Why no rule could be changed; null where one could. */
  readonly stuck: string | null;
}

const NO_KIND = 'the rules know no kind of matter that people vote on';

/** How many changes are tried one by one, where all of them together come to nothing. */
const MOST_ALONE = 8;

/** Rules in force in a copy of a game. */
export class GameCopy {
  readonly #sandbox: Runner;
  readonly #scene: Scene;
  readonly #state: State;
  readonly #courses: readonly Course[];

  /** With values set as a matter would, or why these rules can't be put in force. */
  static open(room: RehearsalRoom, edition: Edition, scene: Scene, at: string): GameCopy | string {
    const sandbox = room.under(edition);
    return typeof sandbox === 'string' ? sandbox : new GameCopy(sandbox, scene, at);
  }

  private constructor(sandbox: Runner, scene: Scene, at: string) {
    this.#sandbox = sandbox;
    this.#scene = scene;
    sandbox.clear();
    sandbox.load(scene.state);
    for (const { path, value } of scene.values) assume(sandbox, path, value);
    this.#state = scene.values.length === 0 ? scene.state : sandbox.state();
    this.#courses = coursesOf(sandbox, at);
  }

  /** All changes at once by one course after another, and one by one where that comes to nothing. */
  tryAll(at: string): Changeable {
    const { changes, words } = this.#scene;
    const made = new Set<string>();
    let reason: string | null = null;
    for (const course of this.#courses) {
      const came = this.#play(course, at, { ...words.full, changes });
      for (const change of came.made) made.add(change);
      reason ??= came.reason;
      if (changes.every((change) => made.has(describe(change)))) break;
    }
    if (!this.#isRuleIn(made)) {
      const one = this.tryEach(at, changes.slice(0, MOST_ALONE));
      for (const change of one.made) made.add(change);
      reason ??= one.stuck;
    }
    return { made, stuck: this.#isRuleIn(made) ? null : (reason ?? NO_KIND) };
  }

  /** One change after another by any course, until one of them is made. */
  tryEach(at: string, changes: readonly MatterChange[]): Changeable {
    let reason: string | null = null;
    const { plain, full } = this.#scene.words;
    for (const course of this.#courses) {
      for (const words of [plain, full]) {
        for (const change of changes) {
          const { enacted, made, reason: why } = this.#play(course, at, { ...words, changes: [change] });
          if (this.#isRuleIn(made)) return { made, stuck: null };
          reason ??= why;
          // What is not even enacted is so whatever it changes, but for a rule that looks at exactly that.
          if (!enacted && words === full) break;
        }
      }
    }
    return { made: new Set(), stuck: reason ?? NO_KIND };
  }

  #play(course: Course, at: string, sketch: Sketch): ReturnType<typeof playMatter> {
    return playMatter(this.#sandbox, this.#state, { course, at, id: this.#scene.id, sketch });
  }

  #isRuleIn(made: ReadonlySet<string>): boolean {
    return this.#scene.changes.some((change) => change.verb === 'file' && made.has(describe(change)));
  }
}

/** A value that its variable can't hold is left out on enactment, too. */
function assume(sandbox: Runner, path: string, value: unknown): void {
  try {
    sandbox.assume(path, value);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
  }
}
