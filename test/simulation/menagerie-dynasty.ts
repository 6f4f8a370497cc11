import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { uniformFrom } from '../../src/session/chance/source.ts';
import { Play } from '../../src/session/play/play.ts';
import type { Outcome } from '../../src/kernel/result.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import type { State } from '../../src/kernel/state.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import { lastWord } from './last-word.ts';
import { type Act, DRUID, EMPEROR, IDENTITIES, keeper, keepers, nameOf, UPKEEP } from './menagerie-oracle.ts';
import { rulesOf } from './rules-of.ts';
import type { Slowest } from './slowest.ts';

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'] as const;
const START = '2019-07-08T00:00:00Z';
const STEPS = 150;
const QUALITIES = [...Object.keys(UPKEEP), 'shiny'];
const TACTICS: readonly unknown[] = [
  { tactic: 'bait', names: 'emu1' },
  { tactic: 'stealth-tactics' },
  { tactic: 'outmaneuver', names: 'bait' },
  { tactic: 'druids-concoction' },
  { tactic: 'combat-wizard' },
  { tactic: 'bait' },
];

/** An act with the states before and after it, and why it was refused if it was. */
export interface Moment {
  readonly act: Act;
  readonly before: State;
  readonly after: State;
  readonly refused: string | null;
}

/** A dynasty of random play, legal and illegal; `check` is told of every act. */
export class SimulatedMenagerie {
  readonly #seed: Uint8Array;
  readonly #check: (moment: Moment) => void;
  readonly #slowest: Slowest;
  #draws = 0;
  #now = START;
  #play!: Play;
  #state!: State;
  accepted = 0;
  refused = 0;

  constructor(seed: string, check: (moment: Moment) => void, slowest: Slowest) {
    this.#seed = new TextEncoder().encode(seed);
    this.#check = check;
    this.#slowest = slowest;
  }

  /** What became of a proposal that everybody was for, when all had been played. */
  async run(): Promise<string> {
    const { files, terms } = rulesOf('2019', 'menagerie');
    const draw = ({ kind, size }: { kind: string; size: number | string }): number =>
      this.#number(Number(size)) + (kind === 'dice' ? 1 : 0);
    this.#play = await Play.start({ files, terms, state: null, draw, rehearse: rehearseRules, caches });
    try {
      this.#begin();
      for (let step = 0; step < STEPS; step++) this.#step();
      this.#comeBack();
      return lastWord(this.#play, this.#now, EMPEROR, PLAYERS);
    } finally {
      this.#play.dispose();
    }
  }

  #begin(): void {
    const { sandbox } = this.#play;
    for (const id of [...PLAYERS, EMPEROR]) {
      sandbox.assume(`players.${id}.name`, id);
      sandbox.assume(`players.${id}.state`, 'active');
      sandbox.assume(`players.${id}.joined`, '2018-01-01T00:00:00Z');
      sandbox.assume(`players.${id}.last-active`, START);
      if (id !== EMPEROR) sandbox.assume(`players.${id}.favor`, this.#number(9));
    }
    sandbox.assume(`players.${EMPEROR}.admin`, true);
    sandbox.assume('dynasty.emperor', EMPEROR);
    sandbox.begin(START);
    this.#state = this.#play.state();
  }

  #step(): void {
    if (this.#yes(2)) this.#now = hoursAfter(this.#now, this.#number(14));
    const by = this.#yes(12) ? EMPEROR : this.#one(PLAYERS);
    const isDruids = this.#yes(9);
    const actor = isDruids && !this.#yes(8) ? EMPEROR : by;
    const extra = isDruids ? { for: DRUID } : {};
    const turn = this.#number(20);
    if (turn < 7) this.#act(actor, 'breed', { ...this.#breeding(isDruids ? DRUID : actor), ...extra });
    else if (turn < 10)
      this.#found(
        this.#yes(3) ? actor : (PLAYERS.find((id) => keeper(this.#state, id).stable.length === 0) ?? actor),
        this.#yes(3) ? extra : {},
      );
    else if (turn === 10) this.#act(this.#yes(4) ? by : EMPEROR, 'feed', {});
    else if (turn === 11) this.#act(actor, 'set-underling', { quality: this.#one(QUALITIES), ...extra });
    else if (turn === 12)
      this.#act(actor, 'associate', {
        identity: this.#one(IDENTITIES),
        favor: this.#number(4) + this.#number(4),
        ...extra,
      });
    else if (turn === 13) this.#act(this.#zealot() ?? by, 'name-unholy', { quality: this.#one(QUALITIES) });
    else if (turn === 14) this.#portray(actor, extra);
    else if (turn === 15) this.#act(actor, 'visit-soup-kitchen', extra);
    else if (turn === 16) this.#act(by, 'breed-for-druid', this.#breeding(DRUID));
    else if (turn === 17) this.#comeOrGo(this.#one(PLAYERS));
    else if (turn === 18) this.#war(by);
    else this.#duel(actor, extra);
  }

  #breeding(breeder: string): Record<string, unknown> {
    const others = keepers(this.#state).filter(
      (id) => id !== breeder && keeper(this.#state, id).stable.length > 0,
    );
    const from = others.length === 0 || this.#yes(10) ? this.#one(keepers(this.#state)) : this.#one(others);
    const stock = this.#creatureOf(from);
    const own = stock.split(' ').slice(0, -1);
    const drop = own.length > 0 && !this.#yes(6) ? this.#one(own) : this.#one(QUALITIES);
    const change = this.#yes(3) ? { drop } : { add: this.#one(QUALITIES) };
    const isFull = (keeper(this.#state, breeder)?.stable.length ?? 0) > 4;
    const release = this.#yes(isFull ? 1 : 5) ? { release: this.#creatureOf(breeder) } : {};
    return { from, stock, ...change, ...(this.#yes(40) ? { add: 'swift', drop } : {}), ...release };
  }

  #creatureOf(id: string): string {
    const stable = keeper(this.#state, id)?.stable ?? [];
    return stable.length === 0 || this.#yes(15) ? 'gaudy dodo' : nameOf(this.#one(stable));
  }

  #zealot(): string | undefined {
    return PLAYERS.find((id) =>
      keeper(this.#state, id).allies.some(({ identity }) => identity === 'archbishop'),
    );
  }

  #found(by: string, extra: object): void {
    const quality = this.#yes(2) ? { quality: this.#one(QUALITIES) } : {};
    this.#act(by, 'create-creature', {
      type: this.#one(['owl', 'cow', 'asp', 'Owl', 'giant', 'elk', 'emu', 'ape', 'bee']),
      ...quality,
      ...extra,
    });
  }

  #portray(by: string, extra: object): void {
    const of = this.#one(keepers(this.#state));
    this.#act(by, 'submit-portrait', {
      title: 'Portrait',
      of,
      creature: this.#creatureOf(of),
      image: 'https://example.org/x.png',
      food: this.#yes(2),
      ...extra,
    });
  }

  #comeOrGo(by: string): void {
    const idle = this.#state.players[by]?.['state'] === 'idle';
    if (!this.#yes(idle ? 2 : 4)) return;
    this.#act(by, idle ? 'ask-unidle' : 'ask-idle', {});
    this.#act(EMPEROR, idle ? 'unidle' : 'idle', { player: by });
  }

  /** Everybody plays again, since fewer than five could decide nothing. */
  #comeBack(): void {
    this.#now = hoursAfter(this.#now, 24 * 8);
    for (const id of PLAYERS.filter((one) => this.#state.players[one]?.['state'] === 'idle')) {
      this.#act(id, 'ask-unidle', {});
      this.#act(EMPEROR, 'unidle', { player: id });
    }
  }

  /** Mostly what can be listed: each creature once, and at most one tactic. */
  #list(id: string): readonly unknown[] {
    const stable = keeper(this.#state, id)?.stable ?? [];
    const slots: unknown[] = stable.map((one) => (this.#yes(5) ? null : nameOf(one)));
    while (slots.length < 5) slots.push(this.#yes(20) ? this.#creatureOf(id) : null);
    if (this.#yes(3)) slots[this.#number(5)] = this.#one(TACTICS);
    return this.#yes(15) ? slots.slice(1) : slots;
  }

  #war(by: string): void {
    const open = this.#state.game['open-campaign'];
    const n = this.#number(1000);
    if (open === null)
      this.#act(EMPEROR, 'go-on-campaign', {
        names: [`Bog ${n}`, `Fen ${n}`, this.#yes(9) ? 'City Gates' : `Sea ${n}`],
      });
    const fields = Object.keys(this.#state.things['battlefields'] ?? {});
    for (const id of PLAYERS) {
      if (this.#yes(2))
        this.#act(id, 'join-campaign', { battlefield: this.#one(fields.slice(-4)), list: this.#list(id) });
    }
    if (this.#yes(2)) this.#now = hoursAfter(this.#now, 40 + this.#number(40));
    this.#act(by, 'close-campaign', {});
  }

  #duel(actor: string, extra: object): void {
    const lists = this.#yes(3) ? { opponents: [this.#one([...PLAYERS, DRUID])] } : {};
    this.#act(actor, 'announce-duel', {
      title: 'Duel',
      battlefield: this.#one(['city-gates', 'ice-caves', 'nowhere']),
      ...lists,
      ...extra,
    });
    const duels = Object.keys(this.#state.things['duels'] ?? {});
    if (duels.length === 0) return;
    const duel = this.#yes(3) ? this.#one(duels) : (duels.at(-1) as string);
    const valid = this.#state.things['duels']?.[duel]?.['opponents'] ?? [];
    for (const id of valid as readonly string[]) this.#accept(id, duel);
    const other = this.#yes(4)
      ? { by: EMPEROR, extra: { for: DRUID } }
      : { by: this.#one(PLAYERS), extra: {} };
    this.#act(other.by, 'accept-duel', { duel, ...other.extra });
    const judge = this.#one([...PLAYERS, EMPEROR]);
    for (const id of [judge, EMPEROR]) this.#act(id, 'accept-judging', { duel });
    const { challenger, opponent } = (this.#state.things['duels']?.[duel] ?? {}) as Record<
      string,
      string | null
    >;
    for (const id of [challenger, opponent, challenger]) {
      if (typeof id !== 'string' || this.#yes(4)) continue;
      const sender = id === DRUID ? { by: EMPEROR, with: { for: DRUID } } : { by: id, with: {} };
      this.#seal(sender.by, { duel, plan: this.#list(id), ...sender.with });
    }
    if (this.#yes(3)) this.#now = hoursAfter(this.#now, 72);
    const appointed = String(this.#state.things['duels']?.[duel]?.['judge'] ?? judge);
    this.#act(this.#yes(6) ? judge : appointed === DRUID ? EMPEROR : appointed, 'judge-duel', {
      duel,
      ...(appointed === DRUID ? { for: DRUID } : {}),
    });
    this.#rewards(duel, actor);
  }

  #accept(id: string, duel: string): void {
    this.#act(id === DRUID ? EMPEROR : id, 'accept-duel', { duel, ...(id === DRUID ? { for: DRUID } : {}) });
  }

  /** What is due after some duel with the Druid, if anything is; else it is asked for all the same. */
  #rewards(latest: string, by: string): void {
    const duels = Object.entries(this.#state.things['duels'] ?? {});
    const due = duels.find(([, { reward }]) => reward === 'exchange' || reward === 'gift');
    const [duel, { challenger, opponent }] = due ?? [latest, { challenger: by, opponent: by }];
    const from = this.#one(keepers(this.#state));
    this.#act(EMPEROR, 'druid-exchange', {
      duel,
      release: this.#creatureOf(DRUID),
      from,
      creature: this.#creatureOf(from),
    });
    const winner = this.#yes(8) ? by : String(challenger === DRUID ? opponent : challenger);
    this.#act(winner, 'druid-gift', {
      duel,
      creature: this.#creatureOf(winner),
      quality: this.#one(QUALITIES),
    });
  }

  #act(by: string, action: string, words: Readonly<Record<string, unknown>>): void {
    const before = this.#state;
    const act = { by, action, with: words, at: this.#now };
    const outcome = this.#take({ type: 'act', ...act });
    this.#told(act, before, outcome.ok ? null : outcome.refusal.reason);
  }

  #seal(by: string, words: Readonly<Record<string, unknown>>): void {
    const before = this.#state;
    const outcome = this.#take({ type: 'seal', at: this.#now, by, submission: 'duel-plan', with: words });
    this.#told(
      { by, action: 'seal', with: words, at: this.#now },
      before,
      outcome.ok ? null : outcome.refusal.reason,
    );
  }

  #take(input: Input): Outcome {
    return this.#slowest.time(JSON.stringify(input), () => this.#play.take(input, true));
  }

  #told(act: Act, before: State, refused: string | null): void {
    this.#state = this.#play.state();
    if (refused === null) this.accepted++;
    else this.refused++;
    this.#check({ act, before, after: this.#state, refused });
  }

  #number(size: number): number {
    return uniformFrom(this.#seed, 'simulated menagerie', this.#draws++, size);
  }

  /** Yes once in so many times. */
  #yes(times: number): boolean {
    return this.#number(times) === 0;
  }

  #one<T>(options: readonly T[]): T {
    return options[this.#number(options.length)] as T;
  }
}
