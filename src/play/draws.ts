import { countOf, type Count } from '../kernel/count.ts';
import type { DrawQuestion } from '../sandbox/host.ts';
import { committedSource, isSeedOf } from './chance/committed-seed.ts';
import type { Rolled } from '../play/chance/recorded-dice.ts';
import { purposeOf, type DrawSource } from './chance/source.ts';
import type { StandingRolls } from './standing-rolls.ts';
import { CodedError } from '../kernel/coded-error.ts';

/** The sources of draws. */
export interface Seeds {
  /** For public rolls: the seed whose hash stands in `game.yml`. */
  readonly dice?: Uint8Array;
  /** For the emperor's secret choices; only on the emperor's side. */
  readonly secret?: Uint8Array;
  /** Seeds of secret choices that were drawn from before, and those that were revealed. */
  readonly older?: readonly Uint8Array[];
  /** For public rolls in place of a seed: rounds of a public beacon. */
  readonly beacon?: Rounds;
  /** Results of public rolls in their order, for tests and demonstrations, and for playing a game again. */
  readonly fixed?: readonly Count[];
  /** Gives every draw, where a game is played otherwise than it was: for what is done, its draws from 0. */
  readonly fell?: (
    about: { readonly what: string; readonly at: string },
    place: number,
    question: DrawQuestion,
  ) => Count;
  /** Is told what each line's dice are rolled for, where they are taken from that list. */
  readonly noteRoll?: (rolled: Rolled) => void;
}

/** Rounds of a beacon, of which those that are not here yet can be fetched between two decisions. */
export interface Rounds {
  sourceFor(postedAt: string, purpose: string): DrawSource | null;
  readonly isMissing: boolean;
  fetchMissing(): Promise<void>;
}

/** Nothing can be drawn here: there is no seed, or the beacon has not spoken yet. */
export class NoDrawError extends CodedError<'no-draw'> {
  constructor(message: string) {
    super('no-draw', message);
  }
}

/** `standing` is what a die gave when the same was tried before, and refused. */
export type DrawFrom = (question: DrawQuestion, standing: Count | null) => Count;

interface About {
  readonly game: string;
  readonly what: string;
  /** When it was posted, or became due. */
  readonly at?: string;
  /** The hash of the seed that secret choices have to be drawn from; null where none was promised. */
  readonly promised?: string | null;
  /** Which line of its kind it would be, from 1. */
  readonly number: () => number;
  /** Rolls that stand from when it was tried before, and which line of its kind that was. */
  readonly standing: () => (StandingRolls & { readonly number: number }) | null;
  /** The number of public rolls before it. */
  readonly rolled: () => number;
}

/** The draws of a game, one action after another. */
export class GameDraws {
  readonly #seeds: Seeds;
  /** The function that draws instead of the seeds. */
  readonly #own: DrawFrom | null;
  readonly #promised: string | null;
  #about: About | null = null;
  #standing: ReturnType<About['standing']> = null;
  #sources = new Map<DrawQuestion['kind'], DrawSource>();
  #rolls = 0;
  #fault: NoDrawError | null = null;
  /** Of lines of the ledger, by their numbers: what several actions in one comment rolled. */
  readonly proofs = new Map<number, unknown>();
  #lines = 0;

  /** `promised`: the hash that game.yml publishes of the seed of its dice; null where it publishes none. */
  constructor(seeds: Seeds, own: DrawFrom | null = null, promised: string | null = null) {
    this.#seeds = seeds;
    this.#own = own;
    this.#promised = promised;
  }

  /** `lines`: how many lines the ledger has. */
  begin(about: About, lines: number): void {
    this.end(lines);
    this.#about = about;
    this.#standing = about.standing();
    this.#sources = new Map();
    this.#rolls = 0;
    this.#fault = null;
  }

  /** Ends what was begun. Where the ledger has a line more than then, that is its line. */
  end(lines: number): void {
    const proof = this.proof();
    if (proof !== null && lines > this.#lines) this.proofs.set(lines - 1, proof);
    this.#lines = lines;
  }

  draw(question: DrawQuestion): Count {
    const { kind, size } = question;
    try {
      const { fell } = this.#seeds;
      if (fell !== undefined && this.#about !== null) {
        const { what, at = '' } = this.#about;
        return fell({ what, at }, this.#rolls++, question);
      }
      if (this.#own !== null) return this.#own(question, kind === 'dice' ? this.#stood(size) : null);
      return kind === 'dice' ? this.#roll(size) : this.#source(kind, this.#secretSeed()).draw('secret', size);
    } catch (error) {
      if (error instanceof NoDrawError) this.#fault = error;
      throw error;
    }
  }

  /** Whether the seed with this hash is here. */
  hasSecret(promised: string): boolean {
    const { secret, older = [] } = this.#seeds;
    return [...(secret === undefined ? [] : [secret]), ...older].some((seed) => isSeedOf(promised, seed));
  }

  /** Somebody who could choose another seed than the promised one could rehearse until they like the outcome. */
  #secretSeed(): Uint8Array | undefined {
    const { secret, older = [] } = this.#seeds;
    const promised = this.#about?.promised ?? null;
    const here = [...(secret === undefined ? [] : [secret]), ...older];
    if (promised === null || here.length === 0) return secret;
    const found = here.find((seed) => isSeedOf(promised, seed));
    if (found === undefined)
      throw new NoDrawError('the seed that was promised for secret choices is not on this machine');
    return found;
  }

  #roll(size: Count): Count {
    const { fixed, dice, beacon } = this.#seeds;
    // Somebody who could roll from another seed could choose one until the dice please.
    const isOther = beacon !== undefined || (dice !== undefined && !isSeedOf(this.#promised ?? '', dice));
    if (fixed === undefined && this.#promised !== null && isOther)
      throw new NoDrawError('the seed of the dice here is not the one whose hash game.yml publishes');
    if (fixed === undefined && beacon !== undefined) return face(this.#rounds(beacon).draw('dice', size));
    if (fixed === undefined) return face(this.#source('dice', dice).draw('dice', size));
    if (this.#rolls === 0) this.#noteRoll();
    const place = (this.#about?.rolled() ?? 0) + this.#rolls;
    const value = this.#stood(size) ?? fixed[place];
    if (value === undefined || BigInt(value) < 1n || BigInt(value) > BigInt(size))
      throw new NoDrawError(`the fixed list of dice has no result for a die of ${size} here`);
    return value;
  }

  #noteRoll(): void {
    if (this.#about === null || this.#seeds.noteRoll === undefined) return;
    const { game, what } = this.#about;
    const { number, at = '' } = this.#firstTry(this.#about);
    const purpose = purposeOf(game, what, number).slice(`${game}/`.length);
    this.#seeds.noteRoll({ line: this.#lines, purpose, at });
  }

  /** The result of the next die when the same was tried before. Seeds give that again by themselves: they are asked for that try. */
  #stood(size: Count): Count | null {
    const place = this.#rolls++;
    return this.#standing?.resultOf(place, size) ?? null;
  }

  #rounds(beacon: Rounds): DrawSource {
    if (this.#about === null) throw new NoDrawError('nothing can be drawn while the game is only read');
    const known = this.#sources.get('dice');
    if (known !== undefined) return known;
    const { game, what } = this.#about;
    const { at, number } = this.#firstTry(this.#about);
    if (at === undefined) throw new NoDrawError('it is not known when this was posted');
    const source = beacon.sourceFor(at, purposeOf(game, what, number));
    if (source === null) throw new NoDrawError('the beacon has not spoken yet on what was posted then');
    this.#sources.set('dice', source);
    return source;
  }

  #source(kind: DrawQuestion['kind'], seed: Uint8Array | undefined): DrawSource {
    if (this.#about === null) throw new NoDrawError('nothing can be drawn while the game is only read');
    if (seed === undefined)
      throw new NoDrawError(
        kind === 'dice'
          ? 'the seed of the dice is not here'
          : 'secret choices are made on the emperor’s side alone',
      );
    const known = this.#sources.get(kind);
    if (known !== undefined) return known;
    const { game, what } = this.#about;
    const source = committedSource(seed, purposeOf(game, what, this.#firstTry(this.#about).number));
    this.#sources.set(kind, source);
    return source;
  }

  #firstTry({ at, number }: About): { readonly at: string | undefined; readonly number: number } {
    return this.#standing ?? { at, number: number() };
  }

  /** Why the last action could not draw, or null. */
  get fault(): NoDrawError | null {
    return this.#fault;
  }

  /** The proof of the public rolls of the last action; null where there was none. */
  proof(): unknown {
    return this.#sources.get('dice')?.proof() ?? null;
  }
}

/** The face of a die whose places are counted from 0. */
function face(place: Count): Count {
  return countOf(BigInt(place) + 1n);
}
