import type { HomeGame } from '../../host/game.ts';
import { readEnding } from '../../store/ledger-line.ts';
import type { Happening } from '../../session/position/decision.ts';
import type { Position } from '../../session/position/position.ts';
import { inWords, labelOf } from '../../wording/naming.ts';
import { kindFor } from '../../kernel/describe-model.ts';
import { splitState } from '../../store/private-values.ts';
import { playerAt } from '../../seat/preview.ts';
import { GameTrial, Luck } from './game-trial.ts';
import type { Policy } from './read-policy.ts';
import type { SeatStep } from '../../seat/program/steps.ts';

export interface SimulationWish {
  readonly seed: string;
  readonly days: number;
  /** Null for as many as the game has. */
  readonly players: number | null;
  readonly policy: Policy;
}

interface Count {
  tried: number;
  taken: number;
  /** The number of refusals for each reason. */
  readonly refused: Record<string, number>;
}

export interface Simulation {
  readonly seed: string;
  readonly days: number;
  readonly ended: 'won' | 'dynasty over' | 'days over';
  readonly winner: string | null;
  /** The values are the public numbers that rules give a player. */
  readonly players: readonly { id: string; name: string; machine: true; values: Record<string, unknown> }[];
  readonly matters: { readonly enacted: number; readonly failed: number; readonly pending: number };
  /** By action, or by `post`, `vote`, `comment` and `propose`. */
  readonly steps: Readonly<Record<string, Count>>;
  readonly titles: Readonly<Record<string, string>>;
  readonly neverTaken: readonly { readonly action: string; readonly rule: string; readonly tried: number }[];
  readonly rulesNeverUsed: readonly string[];
  readonly refusedBy: readonly { readonly rule: string; readonly times: number }[];
}

/** The most steps in a turn, since a program may never finish by itself. */
const STEPS_A_TURN = 12;
const DAY_MS = 86_400_000;

/** Lets machine players play a copy of a game, and collects figures. The game itself is only read. */
export async function simulate(
  game: HomeGame,
  { seed, days, players, policy }: SimulationWish,
  progress: (day: number, enacted: number) => void,
): Promise<Simulation> {
  const trial = await GameTrial.open(game, seed, players);
  const luck = new Luck(`players of ${seed}`);
  const tally = new Tally(trial.position);
  try {
    let day = 0;
    while (day < days && !trial.isOver && tally.winner === null) {
      day++;
      const gapMs = Math.floor(DAY_MS / Math.max(1, trial.players.length));
      for (const who of shuffled(trial.players, luck)) {
        tally.due(trial.wait(gapMs), trial.position);
        if (trial.isOver || tally.winner !== null) break;
        const turn = policy({ trial, who, day });
        let answer = await turn.next();
        for (let left = STEPS_A_TURN; left > 0 && answer.done !== true; left--) {
          const ok = tally.step(answer.value, trial.take(who, answer.value));
          answer = await turn.next(ok);
        }
        await turn.return();
      }
      progress(day, tally.matters.enacted);
    }
    return { seed, days: day, ...tally.read(trial) };
  } finally {
    trial.close();
  }
}

function shuffled<T>(all: readonly T[], luck: Luck): readonly T[] {
  const left = [...all];
  return all
    .map(() => left.splice(luck.number(left.length), 1)[0])
    .filter((one): one is T => one !== undefined);
}

type Seen = Pick<Simulation, 'players' | 'titles' | 'neverTaken' | 'rulesNeverUsed'> & {
  readonly pending: number;
};

class Tally {
  /** The kind of post that claims victory; null if the rules have none. */
  readonly #claim: string | null;
  readonly matters = { enacted: 0, failed: 0 };
  winner: string | null = null;
  readonly #steps: Record<string, Count> = {};
  readonly #refusedBy = new Map<string, number>();
  #last: Seen;

  constructor(position: Position) {
    this.#claim = kindFor(position.open.play.model, 'win');
    this.#last = this.#observe(position, []);
  }

  /** Returns whether the step was accepted. */
  step(step: SeatStep, came: readonly Happening[] | string): boolean {
    const key = step.do === 'act' ? step.action : step.do;
    const count = (this.#steps[key] ??= { tried: 0, taken: 0, refused: {} });
    count.tried++;
    const refusals = typeof came === 'string' ? [came] : came.flatMap((one) => this.#refusalOf(one));
    for (const reason of refusals) count.refused[reason] = (count.refused[reason] ?? 0) + 1;
    if (refusals.length === 0) count.taken++;
    return refusals.length === 0;
  }

  #refusalOf({ outcome }: Happening): readonly string[] {
    if (outcome.ok) return [];
    const { rule, reason } = outcome.refusal;
    if (rule !== null) this.#refusedBy.set(rule.title, (this.#refusedBy.get(rule.title) ?? 0) + 1);
    return [reason];
  }

  /** Counts the events that the rules caused by themselves meanwhile. */
  due(came: readonly Happening[], { open: { play } }: Position): void {
    for (const { what, outcome } of came) {
      const ended = readEnding(what);
      if (ended === null || !outcome.ok) continue;
      this.matters[ended.how === 'enact' ? 'enacted' : 'failed']++;
      const post = play.state().posts[ended.matter];
      if (ended.how === 'enact' && post !== undefined && post.kind === this.#claim) this.winner = post.author;
    }
  }

  read(trial: GameTrial): Omit<Simulation, 'seed' | 'days'> {
    // After the end of a dynasty, only the figures collected before are left.
    if (!trial.isOver)
      this.#last = this.#observe(
        trial.position,
        trial.players.map((who) => playerAt(trial.position, who)),
      );
    const { pending, ...last } = this.#last;
    return {
      ended: this.winner !== null ? 'won' : trial.isOver ? 'dynasty over' : 'days over',
      winner: this.winner,
      ...last,
      matters: { ...this.matters, pending },
      steps: this.#steps,
      refusedBy: [...this.#refusedBy]
        .map(([rule, times]) => ({ rule, times }))
        .sort((a, b) => b.times - a.times),
    };
  }

  #observe({ open: { play } }: Position, ids: readonly string[]): Seen {
    const { open } = splitState(play.state(), play.model);
    const titles = new Map(play.manifest.rules.map(({ path, title }) => [path, title]));
    const actions = Object.entries(play.model.actions).map(([action, { rule }]) => ({
      action,
      rule: titles.get(rule) ?? rule,
      tried: this.#steps[action]?.tried ?? 0,
      isTaken: (this.#steps[action]?.taken ?? 0) > 0,
    }));
    const used = new Set(actions.flatMap(({ rule, isTaken }) => (isTaken ? [rule] : [])));
    const numbers = Object.entries(play.model.fields['player'] ?? {}).flatMap(([id, { type }]) =>
      type.kind === 'integer' && type.private !== true ? [id] : [],
    );
    return {
      pending: Object.values(open.posts).filter(({ status }) => status === 'pending').length,
      players: ids.map((id) => {
        const fields = open.players[id] ?? {};
        const values = Object.fromEntries(numbers.map((field) => [field, fields[field]]));
        return { id, name: labelOf(id, fields), machine: true as const, values };
      }),
      titles: Object.fromEntries([
        ...numbers.map((id) => [id, play.model.fields['player']?.[id]?.type.title ?? inWords(id)] as const),
        ...Object.entries(play.model.actions).map(([id, { title }]) => [id, title ?? inWords(id)] as const),
      ]),
      neverTaken: actions.flatMap(({ isTaken, action, rule, tried }) =>
        isTaken ? [] : [{ action, rule, tried }],
      ),
      rulesNeverUsed: [...new Set(actions.map(({ rule }) => rule))].filter((rule) => !used.has(rule)),
    };
  }
}
