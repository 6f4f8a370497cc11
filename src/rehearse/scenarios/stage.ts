import { ForgeError, type Person } from '../../forge/events.ts';
import type { People } from '../../forge/port.ts';
import type { Outcome } from '../../kernel/result.ts';
import { refusedOutcome } from '../../session/play/outcome.ts';
import type { Play } from '../../session/play/play.ts';
import type { AskedChange } from './asked-changes.ts';

/** No account can have this id, since scenarios may give people any name. */
export const ENGINE_ACCOUNT = 'engine of the scenario';

export const ACCEPTED: Outcome = { ok: true, changes: [], draws: [], result: null };

/** Thrown if a step can't be taken on this kind of stage. */
export class NotPlayableError extends Error {}

/** A post made by a step; its branch's head is null if it changes nothing. */
interface StagedPost {
  readonly forge: string;
  readonly by: string;
  readonly head: string | null;
}

interface StagedComment {
  readonly post: string;
  readonly comment: string;
  readonly by: string;
}

/** A game in which the steps of a scenario are taken, one after another. */
export abstract class Stage {
  abstract now: string;
  abstract readonly play: Play;
  /** True while further steps can be taken. */
  abstract readonly isOpen: boolean;
  abstract readonly people: Omit<People, 'reopen' | 'editReview' | 'dismissReview'>;
  /** The thread in which actions are taken; it is not a post of the game. */
  abstract readonly actions: string;
  /** What the steps made, under the names that the scenario gives it. */
  readonly posts = new Map<string, StagedPost>();
  readonly comments = new Map<string, StagedComment>();
  /** A person's reactions to a post, latest last. */
  readonly reactions = new Map<string, string[]>();

  /** Adds changes to a branch, or begins one at main. Returns its head. */
  abstract commit(by: string, head: string | null, changes: readonly AskedChange[]): Promise<string>;
  /** Bypasses the rules. The engine reverts changes that only play may make. */
  abstract pushToMain(by: string, changes: readonly AskedChange[]): Promise<unknown>;
  /** The forge's number for a post that the rules made. */
  abstract postOfRules(id: string): Promise<string | null>;
  abstract seal(by: Person, submission: string, words: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Shows a person's shares of everything of a kind that may be opened. */
  abstract showShares(by: Person, kind: string): Promise<unknown>;
  /** Lets the engine resolve what is due. */
  abstract resolve(): Promise<void>;
  abstract close(): void;
  /** Lets the engine take in what people did. Returns the first outcome, if there is any. */
  protected abstract takeIn(): Promise<Outcome | undefined>;

  /** Lets a person do something. If it has no outcome, nothing had to change. */
  async take(act: () => Promise<unknown>): Promise<Outcome> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      return refusedOutcome(error.code, error.message);
    }
    return (await this.takeIn()) ?? ACCEPTED;
  }

  /** The names for the engine, which would otherwise use the forge's ids. */
  protected get names(): Readonly<Record<'links' | 'commentIds', Readonly<Record<string, string>>>> {
    return {
      links: Object.fromEntries([...this.posts].map(([name, { forge }]) => [forge, name])),
      commentIds: Object.fromEntries([...this.comments].map(([name, { comment }]) => [comment, name])),
    };
  }
}
