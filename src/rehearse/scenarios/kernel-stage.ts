import { Stuck } from '../../session/play/stuck.ts';
import type { EventOf, ForgeEvent, Person } from '../../forge/events.ts';
import type { Outcome } from '../../kernel/result.ts';
import type { Play } from '../../session/play/play.ts';
import { linesIn } from '../../store/ledger-line.ts';
import type { HeadRead } from '../../session/position/branches.ts';
import type { Position } from '../../session/position/position.ts';
import { momentsUntil, resolveDue } from '../../session/resolve-due.ts';
import type { SharedOpening, SealedRead } from '../../session/position/secrets.ts';
import { takeEvent } from '../../session/take/take-event.ts';
import { takeSealed } from '../../session/take/take-sealed.ts';
import { takeShares, holdersAt } from '../../session/take/take-shares.ts';
import { toCamel } from '../../kernel/names.ts';
import type { Played } from './run-on.ts';

/** No account can have this id, since a scenario may call people by any name. */
export const ENGINE_ACCOUNT = 'engine of the scenario';
/** The thread in which actions are taken; it is not a post of the game. */
export const ACTIONS_THREAD = '1';

/** A branch as it would be read: the rules at its base, and its changes. */
export interface KernelBranch {
  readonly base: ReadonlyMap<string, string>;
  readonly read: HeadRead;
}

type Words = Readonly<Record<string, unknown>>;
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Happens = Without<ForgeEvent, 'id' | 'at' | 'by'>;

/** A game on the bare kernel. Events are recorded as they are from a forge, but there is no forge, Git or sandbox. */
export class KernelStage implements Played {
  readonly #position: Position;
  now: string;
  isOpen = true;
  #events = 0;
  #commits = 0;
  /** The number of the last post; the actions thread has the first. */
  #posts = Number(ACTIONS_THREAD);
  readonly branches = new Map<string, KernelBranch & { readonly by: string }>();
  /** The authors of the comments that the scenario names. */
  readonly comments = new Map<string, { readonly post: string; readonly by: string }>();
  readonly reactions = new Map<string, string[]>();
  /** Submissions sealed to several people, by commitment, each with those who have shown their share. */
  readonly #shared = new Map<string, { readonly words: Words; readonly shown: Set<string> }>();

  constructor(position: Position, now: string) {
    this.#position = position;
    this.now = now;
  }

  get play(): Play {
    return this.#position.open.play;
  }

  nextPost(): string {
    this.#posts += 1;
    return String(this.#posts);
  }

  nextCommit(): string {
    this.#commits += 1;
    return String(this.#commits).padStart(40, '0');
  }

  /** Records one event; returns its first outcome, or null if it had none. */
  take(person: Person, happens: Happens, head: HeadRead | null = null): Outcome | null {
    return this.#taking((n) => {
      const event = { ...happens, id: `e${n}`, at: this.now, by: person } as ForgeEvent;
      if (head !== null) this.#position.branches.learn(new Map([[commitOf(event), head]]));
      takeEvent(this.#position, ENGINE_ACCOUNT, event, this.now);
    });
  }

  /** Writes a comment, and remembers it under the name that the scenario gives it, if any. */
  say(person: Person, post: string, text: string, as?: string): Outcome | null {
    return this.take(person, { type: 'commented', post, comment: as ?? `c${this.#events + 1}`, text });
  }

  seal(person: Person, read: Omit<SealedRead & { ok: true }, 'key' | 'commitment' | 'ok'>): Outcome | null {
    return this.#taking((n) => {
      const comment = `c${n}`;
      const said = { ...read, ok: true, key: '', commitment: comment } as const;
      const holders = holdersAt(this.play, this.now, read.submission);
      if (holders === null || 'problem' in holders) this.#position.secrets.learn(new Map([[comment, said]]));
      else {
        const inPublic = this.play.model.submissions[read.submission]?.open ?? {};
        const part = (open: boolean) =>
          Object.fromEntries(
            Object.entries(read.words).filter(([key]) => Object.hasOwn(inPublic, toCamel(key)) === open),
          );
        this.#shared.set(comment, { words: part(false), shown: new Set() });
        const closed = { ...said, words: part(true), opened: false, holders };
        this.#position.secrets.learn(new Map([[comment, closed]]));
      }
      takeSealed(this.#position, ACTIONS_THREAD, comment, {
        at: this.now,
        by: this.#position.accounts.register(person),
      });
    });
  }

  /** Shows a person's shares of everything of a kind that may be opened. Nothing is really sealed here, so shares are only counted. */
  showShares(person: Person, kind: string): Outcome | null {
    return this.#taking((n) => {
      const comment = `c${n}`;
      const by = this.#position.accounts.register(person);
      this.#position.secrets.learn(new Map([[comment, { opens: this.#opensBy(by, kind) }]]));
      takeShares(this.#position, ACTIONS_THREAD, comment, { at: this.now, by });
    });
  }

  #opensBy(by: string, kind: string): readonly SharedOpening[] {
    const ids = this.play.query(this.now, [['to-open']])[0]?.value as readonly string[];
    const { submissions } = this.play.state();
    return Object.entries(this.#position.secrets.commitments).flatMap(
      ([commitment, { id }]): readonly SharedOpening[] => {
        const shared = this.#shared.get(commitment);
        const { holders } = submissions[id] ?? {};
        if (shared === undefined || holders === undefined || submissions[id]?.kind !== kind) return [];
        if (!ids.includes(id) || !holders.people.includes(by)) return [];
        shared.shown.add(by);
        const { needed } = holders;
        return shared.shown.size >= needed
          ? [{ commitment, how: 'opened', words: shared.words }]
          : [{ commitment, how: 'waits', shown: shared.shown.size, needed }];
      },
    );
  }

  #taking(take: (n: number) => void): Outcome | null {
    const { rules, open } = this.#position;
    rules.restart();
    this.#events += 1;
    rules.line = this.#events;
    try {
      take(this.#events);
    } catch (error) {
      // After a step that ran out of dice the game is unusable.
      this.isOpen = false;
      throw error;
    }
    open.draws.end(linesIn(this.play.ledger));
    return rules.happened[0]?.outcome ?? null;
  }

  resolve(): void {
    const { rules } = this.#position;
    for (const moment of momentsUntil(rules, this.now)) {
      const stuck = new Stuck();
      for (let step; (step = resolveDue(rules, moment, stuck)) !== null;) if (step.outcome.ok) stuck.clear();
    }
    this.#position.open.draws.end(linesIn(this.play.ledger));
  }

  close(): void {
    this.play.dispose();
  }
}

function commitOf(event: ForgeEvent): string {
  if (event.type === 'opened') return event.head?.oid ?? '';
  return (event as EventOf<'pushed'>).head;
}
