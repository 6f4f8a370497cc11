import { stringify } from 'yaml';
import { Stuck } from '../../session/play/stuck.ts';
import type { ForgeEvent, Person } from '../../forge/events.ts';
import type { Outcome } from '../../kernel/result.ts';
import type { Play } from '../../session/play/play.ts';
import type { HeadRead } from '../../session/position/branches.ts';
import { positionIn, type Position } from '../../session/position/position.ts';
import type { Situation } from '../../session/position/situation.ts';
import { readGame } from '../../store/read-game.ts';
import type { Pictures } from '../../kernel/pictures.ts';
import type { Scenario } from './format.ts';
import { begin, GAME_NAME } from './lay-out.ts';
import { momentsUntil, resolveDue } from '../../session/resolve-due.ts';
import type { SharedOpening } from '../../session/position/secrets.ts';
import { takeEvent } from '../../session/take/take-event.ts';
import { takeSealed } from '../../session/take/take-sealed.ts';
import { takeShares, holdersAt } from '../../session/take/take-shares.ts';
import { toCamel } from '../../kernel/names.ts';
import { changesOfFile } from '../../wording/changes-of-file.ts';
import type { MatterChange } from '../../kernel/state.ts';
import { GAME_FILE, RULESET } from '../../store/paths.ts';
import type { AskedChange } from './asked-changes.ts';
import { ENGINE_ACCOUNT, NotPlayableError, Stage } from './stage.ts';

/** A branch as it would be read: the rules at its base, and its changes. */
interface KernelBranch {
  readonly base: ReadonlyMap<string, string>;
  readonly read: HeadRead;
}

type Words = Readonly<Record<string, unknown>>;
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Happens = Without<ForgeEvent, 'id' | 'at' | 'by'>;

/** Only the sandbox can stop such loops. */
const LOOPS_FOREVER = /for \(;;\)|while \(true\)/u;

/** A game on the bare kernel. Events are recorded as they are from a forge, but there is no forge, Git or sandbox. */
export class KernelStage extends Stage {
  readonly #position: Position;
  now: string;
  isOpen = true;
  readonly actions = '1';
  #events = 0;
  /** The number of the last post; the actions thread has the first. */
  #posts = Number(this.actions);
  /** By the commits that are their heads. */
  readonly #branches = new Map<string, KernelBranch>();
  /** Submissions sealed to several people, by commitment, each with those who have shown their share. */
  readonly #shared = new Map<string, { readonly words: Words; readonly shown: Set<string> }>();
  /** Takes in what somebody did last. */
  #next: (() => void) | null = null;

  constructor(position: Position, now: string) {
    super();
    this.#position = position;
    this.now = now;
  }

  get play(): Play {
    return this.#position.open.play;
  }

  readonly people: Stage['people'] = {
    open: async (by, { kind, title, text, head }) => {
      this.#posts += 1;
      const post = String(this.#posts);
      const branch = head === undefined ? null : { branch: `proposals/${post}`, oid: head };
      await this.#happens(by, { type: 'opened', post, kind, title, text, head: branch });
      return post;
    },
    push: (by, post, head) => this.#happens(by, { type: 'pushed', post, head, forced: false }),
    edit: (by, post, change) => this.#happens(by, { type: 'edited', post, ...change }),
    categorise: (by, post, kind) => this.#happens(by, { type: 'categorised', post, kind }),
    close: (by, post) => this.#happens(by, { type: 'closed', post }),
    comment: async (by, post, text) => {
      const comment = `c${this.#events + 1}`;
      await this.#happens(by, { type: 'commented', post, comment, text });
      return comment;
    },
    editComment: (by, post, comment, text) =>
      this.#happens(by, { type: 'comment-edited', post, comment, text }),
    removeComment: (by, post, comment) => this.#happens(by, { type: 'comment-removed', post, comment }),
    review: async (by, post, verdict, text) => {
      const review = `r${this.#events + 1}`;
      await this.#happens(by, { type: 'reviewed', post, review, verdict, text, head: '0' });
      return review;
    },
    react: async (by, post, reaction) => {
      if (this.reactions.get(`${by.id} ${post}`)?.includes(reaction) !== true)
        await this.#happens(by, { type: 'reacted', post, comment: null, reaction });
    },
    unreact: (by, post, reaction) => this.#happens(by, { type: 'unreacted', post, comment: null, reaction }),
  };

  #happens(by: Person, happens: Happens): Promise<void> {
    return this.#takeNext((n) => {
      const event = { ...happens, id: `e${n}`, at: this.now, by } as ForgeEvent;
      takeEvent(this.#position, ENGINE_ACCOUNT, event, this.now);
    });
  }

  #takeNext(take: (n: number) => void): Promise<void> {
    this.#events += 1;
    const n = this.#events;
    this.#next = () => take(n);
    return Promise.resolve();
  }

  /** Changes relative to the rules in force, or on top of the branch's earlier changes. */
  commit(_by: string, head: string | null, changes: readonly AskedChange[]): Promise<string> {
    const before = this.#branches.get(head ?? '');
    const base = before?.base ?? this.play.files;
    const asked = changes.flatMap((one): MatterChange[] => {
      if ('verb' in one) return [one];
      if (!one.path.startsWith(RULESET)) throw new NotPlayableError('changes a file that is not a rule');
      if (LOOPS_FOREVER.test(one.content ?? ''))
        throw new NotPlayableError('writes a clause that never ends');
      return changesOfFile(one.path, base.get(one.path.slice(RULESET.length)) ?? null, one.content).changes;
    });
    const known = (before?.read.changes ?? []).filter(
      (one) =>
        one.verb !== 'file' || !asked.some((other) => other.verb === 'file' && other.path === one.path),
    );
    const read = { changes: [...known, ...asked], outside: [], problems: [] };
    const commit = String(this.#branches.size + 1).padStart(40, '0');
    this.#branches.set(commit, { base, read });
    this.#position.branches.learn(new Map([[commit, read]]));
    return Promise.resolve(commit);
  }

  pushToMain(): never {
    throw new NotPlayableError('pushes to main, past the rules');
  }

  postOfRules(id: string): Promise<string | null> {
    return Promise.resolve(this.play.state().posts[id] === undefined ? null : id);
  }

  seal(person: Person, submission: string, words: Words): Promise<void> {
    return this.#takeNext((n) => {
      const comment = `c${n}`;
      const said = { submission, words, opened: true, ok: true, key: '', commitment: comment } as const;
      const holders = holdersAt(this.play, this.now, submission);
      if (holders === null || 'problem' in holders) this.#position.secrets.learn(new Map([[comment, said]]));
      else {
        const inPublic = this.play.model.submissions[submission]?.open ?? {};
        const part = (open: boolean) =>
          Object.fromEntries(
            Object.entries(words).filter(([key]) => Object.hasOwn(inPublic, toCamel(key)) === open),
          );
        this.#shared.set(comment, { words: part(false), shown: new Set() });
        const closed = { ...said, words: part(true), opened: false, holders };
        this.#position.secrets.learn(new Map([[comment, closed]]));
      }
      takeSealed(this.#position, this.actions, comment, {
        at: this.now,
        by: this.#position.accounts.register(person),
      });
    });
  }

  /** Nothing is really sealed here, so shares are only counted. */
  showShares(person: Person, kind: string): Promise<void> {
    return this.#takeNext((n) => {
      const comment = `c${n}`;
      const by = this.#position.accounts.register(person);
      this.#position.secrets.learn(new Map([[comment, { opens: this.#opensBy(by, kind) }]]));
      takeShares(this.#position, this.actions, comment, { at: this.now, by });
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

  protected takeIn(): Promise<Outcome | undefined> {
    const { rules, posts } = this.#position;
    const take = this.#next;
    if (take === null) return Promise.resolve(undefined);
    this.#next = null;
    const { links, commentIds } = this.names;
    posts.learn(links, commentIds);
    rules.restart();
    rules.line = this.#events;
    try {
      take();
    } catch (error) {
      // After a step that ran out of dice the game is unusable.
      this.isOpen = false;
      throw error;
    }
    return Promise.resolve(rules.happened[0]?.outcome);
  }

  resolve(): Promise<void> {
    const { rules } = this.#position;
    for (const moment of momentsUntil(rules, this.now)) {
      const stuck = new Stuck();
      for (let step; (step = resolveDue(rules, moment, stuck)) !== null;) if (step.outcome.ok) stuck.clear();
    }
    return Promise.resolve();
  }

  close(): void {
    this.play.dispose();
  }
}

/** Begins the game of a scenario on the bare kernel, under these rules. */
export async function setUpStage(...given: Parameters<typeof begin>): Promise<KernelStage> {
  const { play, draws, at, facts } = await begin(...given);
  const [, { pictures }] = given;
  const files = new Map([[GAME_FILE, stringify({ name: GAME_NAME })]]);
  const situation: Situation = {
    files,
    events: [],
    now: at,
    heads: new Map(),
    hidden: {},
    engine: ENGINE_ACCOUNT,
    notified: 0,
    ...(pictures === undefined ? {} : { pictures: asIfFetched(pictures) }),
  };
  const read = { ...readGame(files), facts };
  return new KernelStage(positionIn(situation, { play, read, draws }), at);
}

/** Nothing is fetched here. Each existing picture gets an arbitrary copy. */
export function asIfFetched(pictures: NonNullable<Scenario['pictures']>): Pictures {
  return Object.fromEntries(
    Object.entries(pictures).map(([address, one], at) => [
      address,
      one === 'gone'
        ? { problem: `${new URL(address).host} answers with status 404` }
        : { copy: String(at).padStart(16, '0') },
    ]),
  );
}
