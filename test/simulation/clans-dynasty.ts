import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { uniformFrom } from '../../src/session/chance/source.ts';
import { Play } from '../../src/session/play/play.ts';
import type { State } from '../../src/kernel/state.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import { ACTS } from './clans-acts.ts';
import { BARE, SHIELD, WEAPONS } from './clans-combat.ts';
import { Oracle, type Words } from './clans-oracle.ts';
import { lastWord } from './last-word.ts';
import { rulesOf } from './rules-of.ts';
import type { Slowest } from './slowest.ts';

const PLAYERS = ['ana', 'bo', 'dee', 'eli', 'fay', 'gus', 'hal'] as const;
const EMPEROR = 'cy';
const ALL = [...PLAYERS, EMPEROR];
const LORDS = ['bo', 'dee', 'eli'];
const START = '2008-11-03T09:00:00Z';
const TURNS = 110;

/** A dynasty of random play, legal and illegal: what the engine says of each act, and what it should. */
export class SimulatedDynasty {
  readonly oracle = new Oracle(ALL, EMPEROR, LORDS);
  readonly #seed: Uint8Array;
  readonly #check: (step: string, state: State, oracle: Oracle) => void;
  readonly #slowest: Slowest;
  #draws = 0;
  #now = START;
  #play: Play | undefined;
  accepted = 0;
  refused = 0;

  constructor(seed: string, check: (step: string, state: State, oracle: Oracle) => void, slowest: Slowest) {
    this.#seed = new TextEncoder().encode(seed);
    this.#check = check;
    this.#slowest = slowest;
  }

  /** What became of a proposal that everybody was for, when all had been played. */
  async run(): Promise<string> {
    const { files, terms } = rulesOf('2008', 'clans');
    const draw = ({ kind, size }: { kind: string; size: number | string }): number =>
      this.#number(Number(size)) + (kind === 'dice' ? 1 : 0);
    const play = await Play.start({ files, terms, state: null, draw, rehearse: rehearseRules, caches });
    this.#play = play;
    this.#people(play);
    try {
      for (let turn = 0; turn < TURNS; turn++) this.#turn();
      return lastWord(play, this.#now, EMPEROR, PLAYERS);
    } finally {
      play.dispose();
    }
  }

  #people({ sandbox }: Play): void {
    for (const id of ALL) {
      sandbox.assume(`players.${id}.name`, id);
      sandbox.assume(`players.${id}.state`, 'active');
      sandbox.assume(`players.${id}.last-active`, START);
      const honor = 2 + this.#number(45);
      const [shield, weapon, other] = [SHIELD, this.#one(WEAPONS), this.#one(WEAPONS)];
      const items = this.#one([[shield, weapon], [weapon, other], [weapon], [shield], []]);
      const own = {
        honor,
        items,
        strength: 5 + this.#number(8),
        skill: this.#number(9),
        reflex: 4 + this.#number(5),
      };
      for (const [field, value] of Object.entries(own)) sandbox.assume(`players.${id}.${field}`, value);
      Object.assign(this.oracle.who(id), own);
    }
    for (const id of LORDS) sandbox.assume(`players.${id}.clan-lord`, true);
    sandbox.assume(`players.${EMPEROR}.admin`, true);
    sandbox.assume('dynasty.emperor', EMPEROR);
    sandbox.begin(START);
    this.oracle.crown();
  }

  #turn(): void {
    this.#now = hoursAfter(this.#now, this.#one([0, 0, 1, 2, 3, 6, 6, 24]));
    const by = this.#one(ALL);
    if (this.#number(25) === 0) this.#comeOrGo(by);
    this.#duelling(by, this.#pickDuel());
    if (this.#number(3) === 0) this.#ritual(by);
    if (this.#number(3) === 0) this.#honor(by);
  }

  /** One that is being fought, more often than not; now and then one that there isn't. */
  #pickDuel(): string {
    const { duels } = this.oracle;
    const fights = duels.filter(({ status }) => status === 'fighting');
    if (duels.length === 0 || this.#number(12) === 0) return `duel-${this.#number(9) + 1}`;
    return this.#one(fights.length > 0 && this.#number(3) > 0 ? fights : duels.slice(-4)).id;
  }

  #duelling(by: string, duel: string): void {
    const known = this.oracle.duel(duel);
    if (known === undefined || known.status === 'ended' || this.#number(8) === 0) {
      const kind = this.#one(['First-Blood', 'Twelve Rounds', 'Glorious Death', 'Glory']);
      this.#act(this.#one([...LORDS, by]), 'announce-duel', {
        title: `Duel to ${kind}:${this.#one([' the ford', ' '])}`,
      });
    }
    const held = this.oracle.who(by).items;
    const items = this.#one([[], held, held.slice(0, 1), ['bone-spear']]);
    this.#act(by, 'step-forward', { duel, items });
    if (this.#number(8) === 0) this.#act(known?.prepared ?? by, 'withdraw', { duel });
    for (const sender of [...(known?.combatants ?? []), by])
      if (this.#number(6) > 0) this.#send(sender, duel);
    const referee = this.#number(6) === 0 ? by : (known?.referee ?? by);
    this.#act(referee, 'resolve-rounds', { duel });
    if (this.#number(4) === 0) this.#act(this.#one([by, referee]), 'cancel-duel', { duel });
    for (const one of known?.combatants ?? [])
      this.#act(one, 'improve-stat', { duel, stat: this.#one(['strength', 'skill', 'reflex']) });
    if (known !== undefined && known.spoils.length > 0)
      this.#act(this.#one([by, ...known.combatants]), 'take-spoils', {
        duel,
        item: this.#one(known.spoils).item,
      });
  }

  #send(by: string, duel: string): void {
    const brought = this.oracle.duel(duel)?.brought[by] ?? [];
    const moves = [...BARE, ...brought, ...brought, ...brought];
    const length = this.#number(15) === 0 ? 3 : 4;
    const list = Array.from({ length }, () => (this.#number(40) === 0 ? 'bone-spear' : this.#one(moves)));
    this.#compare(`${by}: list for ${duel}`, by, { duel, moves: list }, 'seal');
  }

  #ritual(by: string): void {
    if (this.#number(3) === 0)
      this.#act(this.#one([by, ...LORDS]), 'post-weekly-rituals', {
        title: this.#one(['Rituals!', 'The week']),
      });
    const size = this.#one(['normal', 'normal', 'normal', 'normal', 'huge', 'gargantuan']);
    this.#act(by, 'rite-of-passage', {
      beast: this.#one(['horned', 'horned', 'slithering', 'winged']),
      size,
    });
    this.#act(this.#one(ALL), 'sacred-feast', { praise: this.#one(ALL), heal: this.#number(4) > 0 });
    const whom = this.#number(2) === 0 ? {} : { for: this.#one(ALL) };
    this.#act(this.#one(ALL), 'heavenly-forge', { weapon: this.#one([...WEAPONS, SHIELD]), ...whom });
  }

  #honor(by: string): void {
    this.#act(by, 'heal', {});
    this.#act(this.#one(ALL), 'blood-transfusion', { player: this.#one(ALL) });
    this.#act(by, 'atone-in-blood', {});
    this.#act(this.#one([by, EMPEROR]), 'raise-honor', { player: this.#one(ALL) });
    this.#act(by, 'found-clan', { name: this.#one(['Bear', 'Wolf', 'wolf', 'Otter', 'NULL', 'Two Words']) });
    this.#act(this.#one(ALL), 'join-clan', { clan: this.#one(['Bear', 'Wolf', 'Null', 'Otter']) });
    this.#act(this.#one(ALL), 'punish-breach', {
      breach: `breach-${this.#number(this.oracle.breaches.length + 1) + 1}`,
    });
    // Told of by somebody, now and then twice, or before it has come to pass.
    this.#act(this.#one(ALL), 'punish-breach', {
      player: this.#one(ALL),
      tradition: this.#one(['cheese', 'dead-names', 'hunt-thrice', 'manners']),
      'breached-at': hoursAfter(this.#now, 1 - this.#number(30)),
    });
  }

  #comeOrGo(id: string): void {
    const away = this.oracle.isIdle(id);
    if (id === EMPEROR || (!away && this.oracle.idle.size > 1)) return;
    const play = this.#play as Play;
    play.take(
      { type: 'act', at: this.#now, by: id, action: away ? 'ask-unidle' : 'ask-idle', with: {} },
      true,
    );
    const done = play.take(
      { type: 'act', at: this.#now, by: EMPEROR, action: away ? 'unidle' : 'idle', with: { player: id } },
      true,
    );
    if (!done.ok) throw new Error(`${id} could neither come nor go: ${done.refusal.reason}`);
    if (away) this.oracle.comeBack(id);
    else this.oracle.goIdle(id);
  }

  #act(by: string, action: string, words: Words): void {
    this.#compare(`${by}: ${action} ${JSON.stringify(words)}`, by, words, action);
  }

  /** Lets both decide, with the same dice, and has them compared where they agree that it happened. */
  #compare(step: string, by: string, words: Words, what: string): void {
    const play = this.#play as Play;
    const head = { at: this.#now, by, with: words };
    const input =
      what === 'seal'
        ? ({ ...head, type: 'seal', submission: 'combat-moves' } as const)
        : ({ ...head, type: 'act', action: what } as const);
    const outcome = this.#slowest.time(step, () => play.take(input, true));
    this.oracle.now = Date.parse(this.#now);
    this.oracle.dice = outcome.draws.map(({ result }) => Number(result));
    const expected = what === 'seal' ? this.oracle.send(by, words) : this.oracle.act(by, ACTS[what], words);
    if (outcome.ok) this.accepted++;
    else this.refused++;
    const told = outcome.ok ? 'accepted' : `refused with “${outcome.refusal.reason}”`;
    if (expected !== outcome.ok)
      throw new Error(
        `${this.#now} ${step}: ${told}, and should have been ${expected ? 'accepted' : 'refused'}`,
      );
    if (this.oracle.dice.length > 0) throw new Error(`${this.#now} ${step}: rolled more dice than it should`);
    if (outcome.ok) this.#check(`${this.#now} ${step}`, play.state(), this.oracle);
  }

  #number(size: number): number {
    return uniformFrom(this.#seed, 'simulated dynasty', this.#draws++, size);
  }

  #one<T>(options: readonly T[]): T {
    return options[this.#number(options.length)] as T;
  }
}
