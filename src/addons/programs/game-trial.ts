import type { ForgeEvent, Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { startSession } from '../../tick/start-session.ts';
import type { GameSession } from '../../session/session.ts';
import type { Happening } from '../../session/position/decision.ts';
import { changesOfFile } from '../../wording/changes-of-file.ts';
import { writeCommand } from '../../session/take/commands.ts';
import type { HeadRead } from '../../session/position/branches.ts';
import type { Position } from '../../session/position/position.ts';
import type { Situation } from '../../session/position/situation.ts';
import { countOf } from '../../kernel/chance.ts';
import { toTime } from '../../kernel/time.ts';
import { uniformFrom } from '../../session/chance/source.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { GAMESTATE, idOfFileName, type ContentFiles } from '../../store/paths.ts';
import { readTracked, writeTracked } from '../../store/tracked-file.ts';
import { vaultKeyOf } from '../../session/secrets/vault.ts';
import { draftChanges, type DraftChange } from '../../seat/draft-changes.ts';
import { kindMeant } from '../../seat/preview.ts';
import { voteText } from '../../seat/vote-text.ts';
import type { SeatStep } from '../../seat/program/steps.ts';

const THREAD = 'actions of the simulation';

/** Pseudorandom whole numbers from 0, determined by a seed. */
export class Luck {
  readonly #seed: Uint8Array;
  #count = 0;

  constructor(seed: string) {
    this.#seed = new TextEncoder().encode(seed);
  }

  number(below: number): number {
    return uniformFrom(this.#seed, 'simulate', this.#count++, below);
  }

  one<T>(some: readonly T[]): T | undefined {
    return some[this.number(Math.max(1, some.length))];
  }
}

type Opened = Situation & Pick<HomeGame, 'caches'>;

/** A copy of a game in memory for machine players. They act through the same code as in the game, and nothing is saved. */
export class GameTrial {
  readonly #session: GameSession;
  readonly #situation: Opened;
  readonly players: readonly Person[];
  #now: string;
  #line = 0;
  /** True once the dynasty, or the game, has ended. */
  isOver = false;

  static async open(game: HomeGame, seed: string, count: number | null): Promise<GameTrial> {
    const before = await game.content();
    const { files, people } = withPlayers(before, count);
    const luck = new Luck(`dice of ${seed}`);
    const situation: Opened = {
      files,
      events: [],
      now: game.now(),
      heads: new Map(),
      hidden: await game.vault.read(vaultKeyOf(before)),
      engine: game.forge.engine.id,
      notified: 0,
      caches: game.caches,
      draw: ({ kind, size }) =>
        typeof size === 'number'
          ? luck.number(size) + (kind === 'dice' ? 1 : 0)
          : countOf(BigInt(luck.number(2 ** 52)) % BigInt(size)),
    };
    const session = await startSession(situation);
    return new GameTrial(session, situation, people);
  }

  private constructor(session: GameSession, situation: Opened, players: readonly string[]) {
    this.#session = session;
    this.#situation = situation;
    const accounts = new Map(
      Object.entries(this.position.accounts.all).map(([account, id]) => [id, account]),
    );
    this.players = players.map((id) => ({ id: accounts.get(id) ?? id, name: id, bot: true }));
    this.#now = situation.now;
  }

  get position(): Position {
    return this.#session.position;
  }

  get now(): string {
    return this.#now;
  }

  close(): void {
    this.#session.dispose();
  }

  /** Lets time pass, and lets the engine do everything that is due. */
  wait(ms: number): readonly Happening[] {
    this.#now = toTime(Date.parse(this.#now) + ms);
    return this.#go([], false);
  }

  take(by: Person, step: SeatStep): readonly Happening[] | string {
    const id = `s${this.#line + 1}`;
    const said = { id, at: this.#now, by, comment: id };
    if (step.do === 'act')
      return this.#go([
        { type: 'commented', ...said, post: THREAD, text: writeCommand(step.action, step.with) },
      ]);
    if (step.do === 'comment')
      return this.#go([{ type: 'commented', ...said, post: step.post, text: step.text }]);
    if (step.do === 'vote')
      return this.#go([
        { type: 'commented', ...said, post: step.matter, text: voteText(step.vote, step.text) },
      ]);
    const { title, text } = step;
    const opened = { type: 'opened', id, at: this.#now, by, post: id, title, text } as const;
    if (step.do === 'post') return this.#go([{ ...opened, kind: step.kind, head: null }]);
    const head = this.#headOf(step.changes as readonly DraftChange[]);
    if (typeof head === 'string') return head;
    const oid = String(this.#line + 1).padStart(40, '0');
    const kind = step.kind ?? kindMeant(this.position, this.#now);
    return this.#go([{ ...opened, kind, head: { branch: id, oid } }], true, new Map([[oid, head]]));
  }

  #headOf(wanted: readonly DraftChange[]): HeadRead | string {
    const { files } = this.#session;
    const { changes, problems } = draftChanges(files, wanted, this.#situation.caches);
    if (problems.length > 0) return problems.map(describeProblem).join(' ');
    const read = [...changes].map(([path, text]) => changesOfFile(path, files.get(path) ?? null, text));
    return { changes: read.flatMap((one) => one.changes), outside: [], problems: [] };
  }

  #go(
    events: readonly ForgeEvent[],
    wait = true,
    heads: Situation['heads'] = new Map(),
  ): readonly Happening[] {
    const { happened, opened } = this.#session.decide({
      ...this.#situation,
      now: this.#now,
      wait,
      heads,
      events: events.map((event) => ({ line: ++this.#line, seen: this.#now, event })),
    });
    this.isOver ||= opened;
    return happened;
  }
}

/** The requested number of players: first the game’s own, then new ones modelled on one of them. */
function withPlayers(
  before: ContentFiles,
  count: number | null,
): { readonly files: ContentFiles; readonly people: readonly string[] } {
  const files = new Map(before);
  const folder = `${GAMESTATE}players/`;
  const all = [...before].filter(([path]) => path.startsWith(folder));
  const active = all.filter(([path, text]) => {
    const { state } = readTracked(path, text).data;
    return state === undefined || state === 'active';
  });
  const idOf = (path: string): string => idOfFileName(path.slice(folder.length, -'.md'.length));
  const people = active.map(([path]) => idOf(path)).slice(0, count ?? active.length);
  const last = active.at(-1);
  if (last === undefined || count === null) return { files, people };
  const { data } = readTracked(...last);
  // The rules supply the rest: the values with which everybody starts.
  const saved = Object.entries(data).filter(([key]) => ['state', 'joined', 'last-active'].includes(key));
  for (let n = 1; people.length < count; n++) {
    const id = `machine-${n}`;
    const path = `${folder}${id}.md`;
    if (files.has(path)) continue;
    files.set(path, writeTracked(path, null, { name: id, ...Object.fromEntries(saved) }));
    people.push(id);
  }
  return { files, people };
}
