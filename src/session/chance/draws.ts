import { countOf, type Count } from '../../kernel/chance.ts';
import type { DrawQuestion } from '../../sandbox/host.ts';
import { committedSource, isSeedOf } from './committed-seed.ts';
import type { Rolled } from './recorded-dice.ts';
import { purposeOf, type DrawSource } from './source.ts';
import type { BindingRolls } from './binding-rolls.ts';
import { CodedError } from '../../kernel/coded-error.ts';

export interface Seeds {
  /** The seed of public rolls, whose hash is in `game.yml`. */
  readonly dice?: Uint8Array;
  /** The seed of the emperor's secret choices, which only the emperor's side has. */
  readonly secret?: Uint8Array;
  /** Earlier seeds of secret choices, and revealed ones. */
  readonly older?: readonly Uint8Array[];
  /** Rounds of a public beacon, which replace the seed of public rolls. */
  readonly beacon?: Rounds;
  /** Results of public rolls in order, for tests, demonstrations and replays. */
  readonly fixed?: readonly Count[];
  /** Supplies every draw in a replay that differs from the original, counting dice and secret choices from 0 for each step. */
  readonly fell?: (
    about: { readonly what: string; readonly at: string },
    place: number,
    question: DrawQuestion,
  ) => Count;
  /** Receives the purpose of each line's dice when `fixed` supplies them. */
  readonly noteRoll?: (rolled: Rolled) => void;
}

/** Rounds of a beacon. Missing ones can be fetched between two decisions. */
export interface Rounds {
  sourceFor(postedAt: string, purpose: string): DrawSource | null;
  readonly isMissing: boolean;
  fetchMissing(): Promise<void>;
}

/** Nothing can be drawn here, because there is no seed or the beacon's round is not out yet. */
export class NoDrawError extends CodedError<'no-draw'> {
  constructor(message: string) {
    super('no-draw', message);
  }
}

/** `binding` is the die's result if the same step was tried before and refused. */
export type DrawFrom = (question: DrawQuestion, binding: Count | null) => Count;

interface About {
  readonly game: string;
  readonly what: string;
  /** When it was posted or fell due. */
  readonly at?: string;
  /** The hash of the seed for secret choices; null if none was promised. */
  readonly promised?: string | null;
  /** Which line of its kind it would be, counting from 1. */
  readonly number: () => number;
  /** Rolls of an earlier, refused try, with the number that it had. */
  readonly binding: () => (BindingRolls & { readonly number: number }) | null;
  /** How many public rolls came before it. */
  readonly rolled: () => number;
}

/** The draws of a game, one action after another. */
export class GameDraws {
  readonly #seeds: Seeds;
  /** Draws in place of the seeds. */
  readonly #own: DrawFrom | null;
  readonly #promised: string | null;
  #about: About | null = null;
  #binding: ReturnType<About['binding']> = null;
  #sources = new Map<DrawQuestion['kind'], DrawSource>();
  #rolls = 0;
  #secrets = 0;
  #fault: NoDrawError | null = null;
  /** Proofs by ledger line, since one comment may contain several actions with rolls. */
  readonly proofs = new Map<number, unknown>();
  #lines = 0;

  /** `promised`: the dice seed's hash in game.yml; null if it has none. */
  constructor(seeds: Seeds, own: DrawFrom | null = null, promised: string | null = null) {
    this.#seeds = seeds;
    this.#own = own;
    this.#promised = promised;
  }

  /** `lines`: the ledger's length. */
  begin(about: About, lines: number): void {
    this.end(lines);
    this.#about = about;
    this.#binding = about.binding();
    this.#sources = new Map();
    this.#rolls = 0;
    this.#secrets = 0;
    this.#fault = null;
  }

  /** Ends the current step. If the ledger has grown, the new line belongs to it. */
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
        return fell({ what, at }, kind === 'dice' ? this.#rolls++ : this.#secrets++, question);
      }
      if (this.#own !== null) return this.#own(question, kind === 'dice' ? this.#stood(size) : null);
      return kind === 'dice' ? this.#roll(size) : this.#source(kind, this.#secretSeed()).draw('secret', size);
    } catch (error) {
      if (error instanceof NoDrawError) this.#fault = error;
      throw error;
    }
  }

  hasSecret(promised: string): boolean {
    const { secret, older = [] } = this.#seeds;
    return [...(secret === undefined ? [] : [secret]), ...older].some((seed) => isSeedOf(promised, seed));
  }

  /** Anybody who could choose another seed would rehearse with many until they like the outcome. */
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
    // Anybody who could choose another seed would pick one whose dice they like.
    const isOther = beacon !== undefined || (dice !== undefined && !isSeedOf(this.#promised ?? '', dice));
    if (fixed === undefined && this.#promised !== null && isOther)
      throw new NoDrawError('the seed of the dice here is not the one whose hash game.yml publishes');
    if (fixed === undefined && beacon !== undefined) return face(this.#rounds(beacon).draw('dice', size));
    if (fixed === undefined) return face(this.#source('dice', dice).draw('dice', size));
    if (this.#rolls === 0) this.#noteRoll();
    const place = (this.#about?.rolled() ?? 0) + this.#rolls;
    const value = this.#stood(size) ?? fixed[place];
    if (value === undefined || BigInt(value) < 1n || BigInt(value) > BigInt(size))
      throw new NoDrawError(`the fixed list of dice has no result left for a die of ${size}`);
    return value;
  }

  #noteRoll(): void {
    if (this.#about === null || this.#seeds.noteRoll === undefined) return;
    const { game, what } = this.#about;
    const { number, at = '' } = this.#firstTry(this.#about);
    const purpose = purposeOf(game, what, number).slice(`${game}/`.length);
    this.#seeds.noteRoll({ line: this.#lines, purpose, at });
  }

  /** The next die's result in an earlier, refused try. Seeds repeat it without this, because the try has the same number. */
  #stood(size: Count): Count | null {
    const place = this.#rolls++;
    return this.#binding?.resultOf(place, size) ?? null;
  }

  #rounds(beacon: Rounds): DrawSource {
    if (this.#about === null) throw new NoDrawError('nothing can be drawn while the game is only read');
    const known = this.#sources.get('dice');
    if (known !== undefined) return known;
    const { game, what } = this.#about;
    const { at, number } = this.#firstTry(this.#about);
    if (at === undefined) throw new NoDrawError('the time of this post is unknown');
    const source = beacon.sourceFor(at, purposeOf(game, what, number));
    if (source === null) throw new NoDrawError('the beacon’s round for that time isn’t out yet');
    this.#sources.set('dice', source);
    return source;
  }

  #source(kind: DrawQuestion['kind'], seed: Uint8Array | undefined): DrawSource {
    if (this.#about === null) throw new NoDrawError('nothing can be drawn while the game is only read');
    if (seed === undefined)
      throw new NoDrawError(
        kind === 'dice'
          ? 'the seed of the dice is missing here'
          : 'secret choices are made only on the emperor’s side',
      );
    const known = this.#sources.get(kind);
    if (known !== undefined) return known;
    const { game, what } = this.#about;
    const source = committedSource(seed, purposeOf(game, what, this.#firstTry(this.#about).number));
    this.#sources.set(kind, source);
    return source;
  }

  #firstTry({ at, number }: About): { readonly at: string | undefined; readonly number: number } {
    return this.#binding ?? { at, number: number() };
  }

  get fault(): NoDrawError | null {
    return this.#fault;
  }

  /** The proof of the last action's public rolls; null if it rolled nothing. */
  proof(): unknown {
    return this.#sources.get('dice')?.proof() ?? null;
  }
}

function face(place: Count): Count {
  return countOf(BigInt(place) + 1n);
}
