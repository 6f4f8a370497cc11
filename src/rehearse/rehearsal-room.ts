import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Amendment, Edition } from '../session/play/play-options.ts';
import { moduleSources, readEdition } from '../session/play/ruleset-sources.ts';
import { TRIAL_LIMITS, type SandboxHost } from '../sandbox/host.ts';
import { type Runner, Sandbox } from '../sandbox/sandbox.ts';
import { SandboxPool, type RulesInForce } from '../sandbox/sandbox-pool.ts';
import { countOf } from '../kernel/chance.ts';
import { committedSource } from '../session/chance/committed-seed.ts';
import type { Usual } from './play-matter.ts';

type RoomFor = Pick<Amendment, 'ledger' | 'caches'>;

/** Makes a throwaway sandbox. */
export type Another = (host: SandboxHost) => Sandbox;

export interface Ruled {
  readonly sandbox: Runner;
  /** The model of these rules, cached if the same rules have been loaded for play. */
  readonly model: () => ModelDescription;
  readonly usual: Usual;
  readonly rules: RulesInForce;
}

/** Sandboxes for trying things, one for each tree of rules, because loading clauses takes longer than most trials. */
export class RehearsalRoom {
  readonly #host: SandboxHost;
  readonly #caches: Amendment['caches'];
  /** A separate pool, because the sandboxes for play have other limits. */
  readonly #pool: SandboxPool;
  readonly #opened: Ruled[] = [];
  readonly #another: Another | undefined;

  /** Runs something in a room, which is empty again then. */
  static use<T>(game: RoomFor, run: (room: RehearsalRoom) => T, another?: Another): T {
    const room = new RehearsalRoom(game, another);
    try {
      return run(room);
    } finally {
      for (const { sandbox, rules } of room.#opened) room.#giveBack(sandbox, rules);
    }
  }

  private constructor({ ledger, caches }: RoomFor, another?: Another) {
    this.#another = another ?? caches.runner;
    this.#host = { draw: seededDraw(), ledger };
    this.#caches = caches;
    this.#pool = caches.once(caches, 'rehearsals', () => new SandboxPool());
  }

  /** A sandbox with these rules, or the reason why they can't be loaded. */
  under(edition: Edition): Ruled | string {
    const opened = this.#opened.find(({ rules }) => isSame(rules.edition, edition));
    if (opened !== undefined) return opened;
    const taken =
      this.#another === undefined
        ? this.#pool.take(this.#host, { limits: TRIAL_LIMITS, trial: false, edition })
        : null;
    const sandbox =
      taken?.sandbox ??
      this.#another?.(this.#host) ??
      Sandbox.another(this.#host, this.#caches.sandboxes, TRIAL_LIMITS);
    let manifest = taken?.inForce?.manifest ?? null;
    if (manifest === null) {
      const read = readEdition(edition, this.#caches);
      ({ manifest } = read);
      const [problem] = sandbox.link(manifest, moduleSources(edition.files, read.tables));
      if (problem !== undefined) {
        this.#giveBack(sandbox, null);
        return problem.message;
      }
    }
    const rules = { edition, manifest };
    const model = (): ModelDescription =>
      this.#caches.once(rules.manifest, 'model', () => sandbox.describe());
    const ruled = { sandbox, model, usual: {}, rules };
    this.#opened.push(ruled);
    return ruled;
  }

  #giveBack(sandbox: Runner, rules: RulesInForce | null): void {
    if (this.#another === undefined) this.#pool.giveBack(sandbox, false, rules);
    else sandbox.dispose();
  }
}

function isSame(one: Edition, { files, terms }: Edition): boolean {
  if (one.files.size !== files.size || one.terms !== terms) return false;
  return [...one.files].every(([path, text]) => files.get(path) === text);
}

/** The seed needs no secrecy: nothing drawn from it counts. */
const SEED = new Uint8Array(32);

/** Dice and secret choices for a rehearsal, the same each time: they reveal nothing about those of the game. */
export function seededDraw(purpose = 'rehearsal'): SandboxHost['draw'] {
  const source = committedSource(SEED, purpose);
  return ({ kind, size }) => {
    const place = source.draw(kind, size);
    return kind === 'dice' ? countOf(BigInt(place) + 1n) : place;
  };
}

/** Draws in which each die shows this face, or its last one. */
const showing =
  (face: number) =>
  (): SandboxHost['draw'] =>
  ({ kind, size }) => {
    const most = Number(size) <= face ? size : face;
    return kind === 'dice' ? most : countOf(BigInt(most) - 1n);
  };

/** The least that can be drawn, the most, and others: what all of them lead to hardly depends on chance. */
export const OTHER_DRAWS: readonly (() => SandboxHost['draw'])[] = [
  showing(1),
  showing(Number.MAX_SAFE_INTEGER),
  () => seededDraw('again'),
];

/** These cover one die of up to twenty faces. */
export const EACH_FACE = [...OTHER_DRAWS, ...Array.from({ length: 18 }, (_, at) => showing(at + 2))];

export function saidInAll([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((one) => others.every((all) => all.includes(one)));
}
