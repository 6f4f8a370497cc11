import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { uniformFrom } from '../../src/session/chance/source.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../src/session/play/play.ts';
import type { State } from '../../src/kernel/state.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { CHESTS, FEATURES, TREASURES, type Act, type Pack } from './crypt-oracle.ts';

export const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus'] as const;
export const EMPEROR = 'ric';
const START = '2021-06-18T09:00:00Z';
const STEPS = 160;
const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'];
const TRAITS = ['evasive', 'quick', 'industrious', 'nutritious', 'mischievous', 'bloodsoaked', 'polite'];
const EXCHANGES = ['influence', 'sycophancy', 'glyph-share', 'glyph', 'emancipation', 'gold'];

/** An act with the states before and after it, and why it was refused if it was. */
export interface Moment {
  readonly act: Act;
  readonly before: State;
  readonly after: State;
  readonly refused: string | null;
  readonly tookMs: number;
}

type Words = Record<string, unknown>;

/** A dynasty of random play, legal and illegal; `check` is told of every act. */
export class SimulatedCrypt {
  readonly #seed: Uint8Array;
  readonly #pack: Pack;
  readonly #check: (moment: Moment) => void;
  #draws = 0;
  #now = START;
  #play!: Play;
  #state!: State;
  accepted = 0;
  refused = 0;

  constructor(pack: Pack, seed: string, check: (moment: Moment) => void) {
    this.#pack = pack;
    this.#seed = new TextEncoder().encode(seed);
    this.#check = check;
  }

  /** The last state, and what became of a proposal that everybody was for: a game that goes on enacts it. */
  async run(): Promise<{ readonly state: State; readonly last: string | null }> {
    const { files, terms } = composeRuleset(shippedLibrary, { core: '2021', dynasty: this.#pack });
    const draw = ({ kind, size }: { kind: string; size: number | string }): number =>
      this.#number(Number(size)) + (kind === 'dice' ? 1 : 0);
    this.#play = await Play.start({ files, terms, state: null, draw, rehearse: rehearseRules, caches });
    try {
      this.#begin();
      for (let step = 0; step < STEPS; step++) this.#step();
      return { state: this.#state, last: this.#lastWord() };
    } finally {
      this.#play.dispose();
    }
  }

  #begin(): void {
    const { sandbox } = this.#play;
    for (const id of [...PLAYERS, EMPEROR]) {
      sandbox.assume(`players.${id}.name`, id);
      sandbox.assume(`players.${id}.state`, 'active');
      sandbox.assume(`players.${id}.joined`, '2020-01-01T00:00:00Z');
      sandbox.assume(`players.${id}.last-active`, START);
      // Some have a lot, so that everything is tried.
      if (id !== EMPEROR) sandbox.assume(`players.${id}.puissance`, this.#yes(4) ? 30 : this.#number(12));
      if (id !== EMPEROR && this.#yes(3)) sandbox.assume(`players.${id}.influence`, 10);
    }
    sandbox.assume(`players.${EMPEROR}.admin`, true);
    sandbox.assume('dynasty.emperor', EMPEROR);
    sandbox.begin(START);
    this.#state = this.#play.state();
  }

  #step(): void {
    if (this.#yes(2)) this.#now = hoursAfter(this.#now, this.#number(9));
    if (this.#yes(10)) this.#gift();
    const by = this.#one([...PLAYERS, ...PLAYERS, EMPEROR]);
    if (this.#state.game['organ'] === 'playing' && this.#yes(2)) {
      this.#now = hoursAfter(this.#now, 1);
      this.#act(by, 'stop-organ', {});
      return;
    }
    if (this.#yes(11)) {
      if (!this.#yes(4)) this.#now = hoursAfter(this.#now, 25);
      this.#act(this.#yes(9) ? by : EMPEROR, 'enter-the-crypt', {});
      return;
    }
    const wishes = this.#pack === 'crypt' ? this.#deeds() : { ...this.#deeds(), ...this.#tidyDeeds() };
    const action = this.#yes(3) ? this.#building() : this.#one(Object.keys(wishes));
    this.#act(by, action, wishes[action]?.() ?? {});
    if (this.#yes(30)) this.#comeOrGo();
  }

  /** What a proposal might give, so that play goes on. */
  #gift(): void {
    this.#play.sandbox.assume(
      `players.${this.#one(PLAYERS)}.puissance`,
      this.#yes(4) ? 20 : 4 + this.#number(10),
    );
    this.#state = this.#play.state();
  }

  #building(): string {
    const build = this.#pack === 'crypt' ? 'explore-room' : 'light-room';
    return this.#one([build, build, 'engrave-sigil', 'inhabit-room']);
  }

  #deeds(): Record<string, () => Words> {
    const furnishing = (): Words => ({
      room: this.#room(),
      name: this.#one([
        'Hall',
        'Pit',
        '',
        'Crypt Entrance',
        'A*',
        `Room ${this.#number(90)}`,
        `Room ${this.#number(90)}`,
      ]),
      features: Array.from({ length: this.#number(3) }, () => this.#feature()),
    });
    return {
      'explore-room': furnishing,
      'light-room': furnishing,
      'engrave-sigil': () => ({ room: this.#room() }),
      'inhabit-room': () => ({ room: this.#room() }),
      devastate: () => ({ room: this.#room(), feature: this.#feature() }),
      'raise-dust': () => ({ lord: this.#one(PLAYERS) }),
      'raise-dust-bloodthirsty': () => ({ lord: this.#one(PLAYERS) }),
      'raise-enthraller': () => ({}),
      emancipate: () => ({ favour: this.#one(['incur', 'spend']) }),
      'zero-influence': () => ({ lord: this.#one(PLAYERS) }),
      'destroy-sigil': () => ({ room: this.#room() }),
      'set-chest': () => ({
        room: this.#room(),
        chest: this.#one(CHESTS),
        contents: Array.from({ length: 1 + this.#number(2) }, () => this.#one(TREASURES)),
      }),
      'spend-favour': () => this.#favour(),
      'offer-favour': () => this.#favour(),
      'accept-favour': () => ({ initiator: this.#one(PLAYERS) }),
      'release-favour': () => ({ all: true }),
      'dedupe-favours': () => ({}),
    };
  }

  #tidyDeeds(): Record<string, () => Words> {
    const denizens = Object.keys(this.#state.things['denizens'] ?? {});
    return {
      distil: () => ({}),
      machinate: () => ({ lord: this.#one(PLAYERS), room: this.#room() }),
      'blood-frenzy': () => ({}),
      shatter: () => ({ puissance: this.#yes(2), allegiance: this.#yes(2) }),
      'collapse-sepulchre': () => ({ lord: this.#one(PLAYERS) }),
      'ask-to-be-enthralled': () => ({ lord: this.#one(PLAYERS) }),
      'clear-allegiance': () => ({}),
      'furnish-ritual-chamber': () => ({
        room: this.#one(['A1', 'H1', 'A8', 'H8', 'D4']),
        feature: this.#feature(),
      }),
      'summon-denizen': () => ({
        name: this.#one(['Rat', 'Dracula', 'Aunt', '']),
        brutality: this.#number(4) - 1,
        cunning: this.#number(4),
        traits: this.#yes(2) ? [] : [this.#one(TRAITS)],
        room: this.#room(),
      }),
      'move-denizens': () => ({
        moves: denizens.length === 0 ? {} : { [this.#one(denizens)]: this.#room() },
      }),
      'relocate-start': () => ({}),
      'play-organ': () => ({}),
      'stop-organ': () => ({}),
    };
  }

  #favour(): Words {
    const denizens = Object.keys(this.#state.things['denizens'] ?? {});
    return {
      provider: this.#one([...PLAYERS, EMPEROR]),
      get: this.#one(EXCHANGES),
      ...(denizens.length > 0 && this.#yes(2) ? { denizen: this.#one(denizens) } : {}),
      ...(this.#yes(2) ? { room: this.#room() } : {}),
    };
  }

  /** Mostly one beside the entrance, so that things come together; at times one that is not on the map. */
  #room(): string {
    if (this.#yes(3)) return `${this.#one(COLUMNS)}${1 + this.#number(9)}`;
    return `${this.#one(['C', 'D', 'E', 'F'])}${3 + this.#number(4)}`;
  }

  #feature(): string {
    return this.#yes(12) ? 'trapdoor' : this.#one(Object.keys(FEATURES));
  }

  #comeOrGo(): void {
    const by = this.#one(PLAYERS);
    const idle = this.#state.players[by]?.['state'] === 'idle';
    const active = PLAYERS.filter((id) => this.#state.players[id]?.['state'] === 'active').length;
    if (!idle && active < 5) return;
    this.#act(by, idle ? 'ask-unidle' : 'ask-idle', {});
    this.#act(EMPEROR, idle ? 'unidle' : 'idle', { player: by });
  }

  #act(by: string, action: string, words: Words): void {
    const act = { by, at: this.#now, action, with: words };
    const before = this.#state;
    const began = performance.now();
    const outcome = this.#play.take({ type: 'act', ...act }, true);
    const tookMs = performance.now() - began;
    const after = this.#play.state();
    this.#state = after;
    if (outcome.ok) this.accepted++;
    else this.refused++;
    this.#check({ act, before, after, refused: outcome.ok ? null : outcome.refusal.reason, tookMs });
  }

  #lastWord(): string | null {
    const text = 'The game goes on.';
    const on = 'last';
    this.#play.take({
      type: 'post',
      at: this.#now,
      by: EMPEROR,
      id: on,
      kind: 'proposal',
      title: 'On',
      text,
      changes: [],
    });
    for (const by of PLAYERS)
      this.#play.take({ type: 'comment', at: this.#now, by, on, id: `${on}-${by}`, text: ':for:' });
    this.#play.tick(hoursAfter(this.#now, 49));
    return this.#play.state().posts[on]?.status ?? null;
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
}
