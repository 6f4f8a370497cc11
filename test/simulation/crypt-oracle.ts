// The crypt's rules once more, in few words and apart from the clauses: what may be done, and what it costs.
import type { State } from '../../src/kernel/state.ts';

export type Pack = 'crypt' | 'crypt-cleanup';

export interface Act {
  readonly by: string;
  readonly at: string;
  readonly action: string;
  readonly with: Readonly<Record<string, unknown>>;
}

/** Darkness or Shadow; those of the cleanup rules alone come last. */
export const FEATURES: Readonly<Record<string, number>> = {
  glyph: 1,
  'energy-from-sigils': 1,
  'everyone-gains-puissance': 1,
  'sigils-here-gain-puissance': 2,
  'adjacent-sigils-gain-puissance': 3,
  'light-wound-unless-perceptive': 1,
  'grievous-unless-agile': 3,
  'grievous-or-light-if-agile': 5,
  'moved-back': 1,
  'loses-items': 2,
  'fine-chest': 1,
  'average-chest': 0,
  'north-blocked': 1,
  'east-blocked': 1,
  ingress: 2,
};
const TIDY_ONLY = ['north-blocked', 'east-blocked', 'ingress'];
export const CHESTS = ['fine-chest', 'average-chest'] as const;
export const TREASURES = [
  'holy-tincture',
  'bandages',
  'rod-of-smoothing',
  'holy-distillate',
  'silver-tipped-stake',
] as const;

type Fields = Readonly<Record<string, unknown>>;

const rooms = (state: State): Readonly<Record<string, Fields>> => state.things['rooms'] ?? {};
const names = (fields: Fields | undefined, key: string): readonly string[] =>
  (fields?.[key] ?? []) as readonly string[];
const number = (state: State, id: string, key: string): number => Number(state.players[id]?.[key] ?? 0);
const isSet = (value: unknown): value is string => typeof value === 'string' && value !== 'none';

export class Oracle {
  readonly #pack: Pack;
  readonly #emperor: string;

  constructor(pack: Pack, emperor: string) {
    this.#pack = pack;
    this.#emperor = emperor;
  }

  get #open(): string {
    return this.#pack === 'crypt' ? 'explored' : 'lit';
  }

  /** What an act of these would cost in Puissance, and every reason against it; null where the oracle is silent. */
  judge(state: State, act: Act): { readonly price: number; readonly against: readonly string[] } | null {
    const known = this.#rulings(state, act)[act.action];
    if (known === undefined) return null;
    const { price, against } = known();
    const own = number(state, act.by, 'puissance');
    // Of the Power Actions one is free.
    const isPower = price > 0 || act.action === 'shatter';
    const always = [
      act.by === this.#emperor && 'the emperor is no player',
      state.players[act.by]?.['state'] !== 'active' && 'not active',
      own < price && `has ${own} and needs ${price}`,
      isPower && this.#barred(act.action, own) && 'bloodthirsty',
      isPower && state.game['organ'] === 'playing' && 'the organ is playing',
    ];
    return { price, against: [...always, ...against].filter((reason) => typeof reason === 'string') };
  }

  #barred(action: string, own: number): boolean {
    if (this.#pack === 'crypt') return own > 10 && (action === 'explore-room' || action === 'engrave-sigil');
    return own > 13 && action !== 'blood-frenzy' && action !== 'raise-dust-bloodthirsty';
  }

  #rulings(state: State, { by, at, with: words }: Act): Record<string, () => Ruling> {
    const { room: id, feature, lord } = words as Readonly<Record<string, string>>;
    const room = rooms(state)[id ?? ''];
    const isOpen = room?.[this.#open] === true;
    const noRoom = room === undefined && 'no such room';
    const barredCorner = this.#pack === 'crypt' && !isOpen && this.#isCorner(id ?? '') && 'a cornerstone';
    const furnish = (): Ruling =>
      this.#furnishing(state, by, words, [noRoom, barredCorner, isOpen && 'open already']);
    const shared = {
      [this.#pack === 'crypt' ? 'explore-room' : 'light-room']: furnish,
      'engrave-sigil': () => ({
        price: 1 + Object.values(rooms(state)).filter((one) => names(one, 'sigils').includes(by)).length,
        against: [
          noRoom,
          barredCorner,
          names(room, 'sigils').includes(by) && 'a sigil already',
          names(room, 'glyph-owners').includes(by) && 'a glyph of theirs',
          room?.['newly-furnished'] === true && room[this.#openedBy] !== by && 'newly furnished by another',
        ],
      }),
      'inhabit-room': () => ({ price: 3, against: [noRoom, ...this.#notADwelling(state, by, id ?? '')] }),
      'raise-dust': () => this.#raising(state, by, lord ?? '', at),
    };
    if (this.#pack === 'crypt')
      return {
        ...shared,
        devastate: () => ({
          price: 7,
          against: [noRoom, !names(room, 'features').includes(feature ?? '') && 'not there'],
        }),
      };
    return { ...shared, ...tidyRulings(state, by) };
  }

  get #openedBy(): string {
    return this.#pack === 'crypt' ? 'last-explored-by' : 'last-lit-by';
  }

  #furnishing(state: State, by: string, words: Fields, against: Ruling['against']): Ruling {
    const features = names(words, 'features');
    const name = String(words['name']);
    const known = features.filter(
      (one) => one in FEATURES && (this.#pack !== 'crypt' || !TIDY_ONLY.includes(one)),
    );
    const taken = Object.values(rooms(state)).some((one) => one[this.#open] === true && one['name'] === name);
    const sigils = names(rooms(state)[String(words['room'])], 'sigils');
    const price = Math.max(1, 3 + known.reduce((sum, one) => sum + (FEATURES[one] ?? 0), 0));
    return {
      price,
      against: [
        ...against,
        known.length < features.length && 'no such feature',
        new Set(features).size < features.length && 'a feature twice',
        name.trim() === '' && 'no name',
        name.includes('*') && 'an asterisk',
        taken && 'the name is taken',
        features.includes('glyph') && sigils.includes(by) && 'a sigil is there',
      ],
    };
  }

  #notADwelling(state: State, by: string, id: string): Ruling['against'] {
    const start = this.#pack === 'crypt' ? 'E4' : String(state.game['starting-location']);
    const near = this.#reachable(state, start);
    const lords = Object.entries(state.players).filter(([, one]) => one['state'] === 'active');
    return [
      isSet(state.players[by]?.['sepulchre']) && 'has one',
      rooms(state)[id]?.[this.#open] !== true && 'closed',
      id === start && 'the start',
      this.#pack === 'crypt-cleanup' && this.#isCorner(id) && 'a ritual chamber',
      lords.some(([, one]) => one['sepulchre'] === id) && 'taken',
      !besides(id, DIAGONAL).some((other) => near.includes(other)) && 'touches nothing',
    ];
  }

  #reachable(state: State, from: string): readonly string[] {
    const isOpen = (id: string): boolean => rooms(state)[id]?.[this.#open] === true;
    const found = isOpen(from) ? [from] : [];
    for (const id of found)
      for (const next of besides(id, STRAIGHT)) if (isOpen(next) && !found.includes(next)) found.push(next);
    return found;
  }

  #raising(state: State, by: string, lord: string, at: string): Ruling {
    const own = number(state, by, 'puissance');
    const requests = (state.players[lord]?.['thrall-requests'] ?? []) as readonly {
      readonly lord: string;
      readonly at: string;
    }[];
    const asked = requests.some((one) => one.lord === by && Date.parse(at) - Date.parse(one.at) <= DAY_MS);
    return {
      price: 1,
      against: [
        this.#pack === 'crypt-cleanup' && !asked && 'was not asked for',
        lord === by && 'oneself',
        state.players[lord]?.['state'] !== 'active' && 'nobody',
        number(state, lord, 'puissance') !== 0 && 'not dust',
        state.players[by]?.['allegiance'] === lord && 'enthralled by them',
        own > (this.#pack === 'crypt' ? 10 : 13) && 'bloodthirsty',
      ],
    };
  }

  #isCorner(id: string): boolean {
    return ['A1', 'H1', 'A8', 'H8'].includes(id);
  }
}

const DAY_MS = 86_400_000;

interface Ruling {
  readonly price: number;
  readonly against: readonly (string | false)[];
}

function tidyRulings(state: State, by: string): Record<string, () => Ruling> {
  return {
    distil: () => ({ price: 1, against: [number(state, by, 'influence') < 8 && 'too little influence'] }),
    shatter: () => ({ price: 0, against: [number(state, by, 'blood-mana-crystals') < 1 && 'no crystal'] }),
  };
}

const STRAIGHT = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
] as const;
const DIAGONAL = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

function besides(id: string, steps: readonly (readonly [number, number])[]): readonly string[] {
  const [column, row] = ['ABCDEFGH'.indexOf(id.charAt(0)), Number(id.slice(1))];
  return steps.map(([east, south]) => `${'ABCDEFGH'[column + east] ?? '?'}${row + south}`);
}
