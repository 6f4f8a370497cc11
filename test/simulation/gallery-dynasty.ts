import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { uniformFrom } from '../../src/session/chance/source.ts';
import { publicLine, splitState } from '../../src/store/private-values.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../src/session/play/play.ts';
import type { Outcome } from '../../src/kernel/result.ts';
import type { ModelDescription } from '../../src/kernel/describe-model.ts';
import type { State } from '../../src/kernel/state.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus'] as const;
const EMPEROR = 'col';
const ROUNDS = 14;
const START = '2021-05-13T12:00:00Z';

/** A dynasty of random play, watched from outside: what happened is told to `check` after every accepted step. */
export interface Moment {
  readonly step: string;
  readonly before: State;
  readonly after: State;
  /** Everything that is published, as text. */
  readonly open: string;
}

export class SimulatedDynasty {
  readonly #seed: Uint8Array;
  readonly #check: (moment: Moment) => void;
  #draws = 0;
  #secrets = 0;
  #now = START;
  #play: Play | undefined;
  #model: ModelDescription | undefined;
  #state: State | undefined;
  accepted = 0;
  refused = 0;

  constructor(seed: string, check: (moment: Moment) => void) {
    this.#seed = new TextEncoder().encode(seed);
    this.#check = check;
  }

  async run(): Promise<State> {
    const { files, terms } = composeRuleset(shippedLibrary, { core: '2021', dynasty: 'gallery' });
    const draw = ({ kind, size }: { kind: string; size: number | string }): number =>
      this.#number(Number(size)) + (kind === 'dice' ? 1 : 0);
    const play = await Play.start({ files, terms, state: null, draw, rehearse: rehearseRules, caches });
    this.#play = play;
    this.#people(play);
    this.#model = play.sandbox.describe();
    this.#state = play.state();
    try {
      for (let round = 1; round <= ROUNDS; round++) this.#round(round);
      return this.#state;
    } finally {
      play.dispose();
    }
  }

  #people({ sandbox }: Play): void {
    for (const id of [...PLAYERS, EMPEROR]) {
      sandbox.assume(`players.${id}.name`, id);
      sandbox.assume(`players.${id}.state`, 'active');
      sandbox.assume(`players.${id}.joined`, '2020-01-01T00:00:00Z');
      sandbox.assume(`players.${id}.last-active`, START);
    }
    sandbox.assume(`players.${EMPEROR}.admin`, true);
    sandbox.assume('dynasty.emperor', EMPEROR);
    sandbox.begin(START);
  }

  /** The summary that begins a round, then what people do in it until it has expired. */
  #round(round: number): void {
    const unloadable = this.#yes(5) ? [this.#one(PLAYERS), `${this.#one(PLAYERS)}/1`] : [];
    const theme = round <= 12 ? { theme: `Theme ${round}` } : {};
    const started = this.#act(EMPEROR, 'start-round', { ...theme, unloadable });
    if (!started.ok) throw new Error(`round ${round} could not begin: ${started.refusal.reason}`);
    for (let turn = 0; turn < PLAYERS.length + 3; turn++) {
      this.#now = hoursAfter(this.#now, 1);
      this.#turn(round);
    }
    const expiration = String((this.#state as State).game['expiration']);
    this.#now = hoursAfter(expiration, 1 + this.#number(6));
    if (this.#yes(2)) this.#act(EMPEROR, 'close-round', {});
  }

  #turn(round: number): void {
    const by = this.#one(PLAYERS);
    const state = this.#state as State;
    this.#seal(by, 'art', this.#art(round));
    this.#seal(by, 'ballot', this.#ballot(state, round));
    if (this.#yes(2))
      this.#seal(by, 'purchase', { purchases: [this.#purchase(), this.#purchase(), this.#purchase()] });
    const own = (state.players[by]?.['collection'] ?? []) as readonly {
      art?: string;
      set?: readonly { art: string }[];
    }[];
    const pieces = own.flatMap(({ art, set }) =>
      art === undefined ? (set ?? []).map((piece) => piece.art) : [art],
    );
    if (pieces.length > 0) {
      if (this.#yes(3)) this.#seal(by, 'sale', { art: this.#one(pieces), withdraw: this.#yes(4) });
      if (this.#yes(2)) this.#act(by, 'combine-set', { art: [0, 1, 2].map(() => this.#one(pieces)) });
      if (this.#yes(4)) this.#act(by, 'separate-set', { art: this.#one(pieces) });
    }
    if (this.#yes(3)) this.#act(by, 'post-entry', { price: this.#number(3000) });
    const entries = Object.keys(state.things['bulletin'] ?? {});
    if (entries.length > 0)
      this.#act(by, this.#yes(4) ? 'remove-entry' : 'buy-entry', { entry: this.#one(entries) });
    if (this.#yes(12)) this.#comeOrGo(by, state);
    this.#spiders(by, state);
  }

  /** Titles often collide; some have no image. What is never to be published is called secret. */
  #art(round: number): Record<string, unknown> {
    if (this.#yes(8)) return { title: this.#secret() };
    const title = this.#one(['Noon', 'noon', 'Noon (1)', 'Dusk', `Piece ${this.#number(40)}`]);
    const source = this.#yes(2) ? { source: 'my own' } : {};
    return {
      title,
      image: `https://example.com/${round}-${this.#number(1000)}.png`,
      ...source,
      amend: this.#yes(6),
    };
  }

  #ballot(state: State, round: number): Record<string, unknown> {
    if (this.#yes(10)) return { first: this.#secret(), second: 'noon', third: 'dusk' };
    const gallery = state.things['galleries']?.[`gallery-${round - 1}`]?.['art'] as
      readonly string[] | undefined;
    const pieces = gallery === undefined || gallery.length === 0 ? ['none'] : gallery;
    return {
      first: this.#one(pieces),
      second: this.#one(pieces),
      third: this.#one(pieces),
      amend: this.#yes(9),
    };
  }

  #purchase(): Record<string, unknown> {
    const type = this.#one(['extra-gallery-space', 'secret-ballot', 'spyglass', 'palace']);
    return {
      type,
      player: this.#one([...PLAYERS, EMPEROR]),
      title: 'Noon',
      image: 'https://example.com/x.png',
      note: this.#secret(),
    };
  }

  #comeOrGo(by: string, state: State): void {
    const idle = state.players[by]?.['state'] === 'idle';
    this.#act(by, idle ? 'ask-unidle' : 'ask-idle', {});
    const active = PLAYERS.filter((id) => state.players[id]?.['state'] === 'active').length;
    if (idle || active > 5) this.#act(EMPEROR, idle ? 'unidle' : 'idle', { player: by });
  }

  #spiders(by: string, state: State): void {
    const art = Object.keys(state.things['art'] ?? {});
    if (art.length === 0 || !this.#yes(6)) return;
    this.#seal(by, 'decry-forgery', { art: this.#one(art), where: this.#secret() });
    this.#act(EMPEROR, 'announce-forgery', { art: this.#one(art) });
  }

  #act(by: string, action: string, words: Readonly<Record<string, unknown>>): Outcome {
    const [play, model, before] = [this.#play as Play, this.#model as ModelDescription, this.#state as State];
    const outcome = this.#count(play.take({ type: 'act', at: this.#now, by, action, with: words }, true));
    if (!outcome.ok) return outcome;
    const after = play.state();
    this.#state = after;
    const line = play.ledger.at(-1);
    const open = JSON.stringify([
      splitState(after, model).open,
      line === undefined ? null : publicLine(line, model),
    ]);
    this.#check({ step: `${by}: ${action}`, before, after, open });
    return outcome;
  }

  /** Changes nothing that anybody sees; what became of it is looked at after the next action. */
  #seal(by: string, submission: string, words: Readonly<Record<string, unknown>>): void {
    this.#count(
      (this.#play as Play).take({ type: 'seal', at: this.#now, by, submission, with: words }, true),
    );
  }

  #count(outcome: Outcome): Outcome {
    if (outcome.ok) this.accepted++;
    else this.refused++;
    return outcome;
  }

  #number(size: number): number {
    return uniformFrom(this.#seed, 'simulated dynasty', this.#draws++, size);
  }

  /** Yes once in so many times. */
  #yes(times: number): boolean {
    return this.#number(times) === 0;
  }

  #one<T>(options: readonly T[]): T {
    return options[this.#number(options.length)] as T;
  }

  #secret(): string {
    return `secret-${++this.#secrets}`;
  }
}
