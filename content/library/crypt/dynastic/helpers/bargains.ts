import { action, optional, player, text, thing } from 'gitnomic/rules';
import type { Game, Player, RuleDefinition, Things } from 'gitnomic/rules';
import type { Favour } from './favours.ts';
import { inWords, without } from './lists.ts';

export interface Asks {
  'trade-favour'(words: {
    initiator: Player;
    provider: Player;
    how: 'spend' | 'incur';
    ripe?: boolean | null;
  }): void;
  'favour-gives'(words: {
    initiator: Player;
    provider: Player;
    get: string;
    denizen: Things['denizens'] | null;
    room: Things['rooms'] | null;
  }): void;
  'check-partner'(words: { actor: Player; partner: Player }): void;
}

interface Terms {
  /** How ripe a Favour is that is granted. */
  readonly ripe: boolean;
  readonly exchanges: readonly { exchange: string; amongEquals: boolean; fromAbove: boolean }[];
  /** The Favour that goes, of those that are held. */
  readonly favourOf: (
    held: readonly Favour<Player>[],
    lender: Player,
    ripe?: boolean | null,
  ) => Favour<Player> | undefined;
  readonly stripped: (favours: readonly Favour<Player>[]) => readonly Favour<Player>[];
  readonly gainInfluence: (lord: Player, amount: number) => void;
  readonly whyNoGlyph: (room: Things['rooms']) => string | false;
}

/** What somebody may want for a Favour. */
export const wanted = {
  get: text({ from: 'exchanges' }),
  denizen: optional(thing('denizens')),
  room: optional(thing('rooms')),
};

/** Favours that change hands for something of another's. */
export function bargains(g: Game, terms: Terms) {
  const { value, hook, maybe, refuse, favourOffers, rooms, denizens } = g;
  // To emancipate oneself is an action of its own.
  const exchangeOf = (get: string) =>
    get === 'emancipation' ? undefined : terms.exchanges.find(({ exchange }) => exchange === get);
  const isEmperor = (person: Player) => person.is(g.dynasty.emperor);

  return {
    things: {
      'favour-offers': {
        title: 'Offers of Favours',
        fields: { get: text(), denizen: optional(text()), room: optional(text()) },
      },
    },

    hooks: {
      /** One Favour changes hands between two, whichever way round it is put; once a day for each two. */
      'trade-favour'({ initiator, provider, how, ripe }) {
        if (!g.hasHook('grant-favour')) refuse('no rule is active by which Favours are granted');
        const ids: string[] = [initiator.id, provider.id];
        const pair = ids.sort().join(' ');
        if (how === 'spend') {
          const held = initiator.favours;
          const favour =
            terms.favourOf(held, provider, ripe) ??
            refuse(`${initiator.label} holds no such Favour whose lender is ${provider.label}`);
          initiator.favours = without(held, favour);
        } else {
          if (provider.favours.length >= value('most-favours'))
            refuse(`${provider.label} holds ${inWords(value('most-favours'))} Favours, and can't hold more`);
          hook('grant-favour', { lender: initiator, holder: provider, ripe: terms.ripe });
        }
        g.limit({ frequency: 'daily', key: 'favour-transaction', who: { id: pair } });
      },

      'favour-gives'({ initiator, provider, get, denizen, room }) {
        const row = exchangeOf(get);
        if (!(isEmperor(provider) ? row?.fromAbove : row?.amongEquals))
          refuse('get', `${get} is nothing to exchange with ${provider.label}`);
        switch (get) {
          case 'influence': {
            const amount = value('influence');
            if (!isEmperor(provider)) {
              if (provider.influence < amount) refuse('get', `${provider.label} has too little Influence`);
              provider.lose('influence', amount);
            }
            terms.gainInfluence(initiator, amount);
            return;
          }
          case 'sycophancy': {
            const courted = denizen ?? refuse('denizen', 'needs denizen: whose Sycophancy?');
            if (!courted.sycophancy.includes(provider))
              refuse('denizen', `${provider.label} is not in the Sycophancy of ${courted.label}`);
            if (courted.sycophancy.includes(initiator))
              refuse('denizen', `${initiator.label} is in the Sycophancy of ${courted.label} already`);
            courted.sycophancy = courted.sycophancy.map((one) => (one.is(provider) ? initiator : one));
            return;
          }
          case 'glyph-share': {
            const hall = room ?? refuse('room', 'needs room: which Glyph?');
            if (!hall.glyphOwners.includes(provider))
              refuse('room', `no Glyph of ${provider.label}'s is there`);
            if (hall.glyphOwners.includes(initiator))
              refuse('room', `the Glyph there is ${initiator.label}'s already`);
            hook('add-glyph-owner', { room: hall, owner: initiator });
            return;
          }
          default: {
            const hall = room ?? refuse('room', 'needs room: where?');
            const why = terms.whyNoGlyph(hall);
            if (why !== false) refuse('room', why);
            if (maybe(() => hall.features.includes('glyph'))) refuse('room', 'there is already a Glyph');
            hook('add-glyph-owner', { room: hall, owner: initiator });
            maybe(() => (hall.features = [...hall.features, 'glyph']));
          }
        }
      },

      /** Somebody who may be a partner: another, who is no longer idle. */
      'check-partner'({ actor, partner }) {
        if (partner.is(actor)) refuse('provider', 'a Favour is for another');
        const why = isEmperor(partner) ? null : g.whyNotPlayer(partner);
        if (why !== null) refuse('provider', why);
      },
    },

    actions: {
      'offer-favour': action({
        title: 'Offer a Favour',
        sentence: 'offered a Favour to {provider} for {get}',
        about: "For something of another's; it takes their consent.",
        with: { provider: player({ who: 'anybody' }), ...wanted },
        check({ actor, provider, get }) {
          hook('check-partner', { actor, partner: provider });
          if (isEmperor(provider)) refuse('provider', `with ${provider.label} one can only spend Favours`);
          if (exchangeOf(get)?.amongEquals !== true)
            refuse('get', `${get} is nothing to exchange with ${provider.label}`);
        },
        effect({ actor, provider, get, denizen, room }) {
          const id = `${actor.id}-${provider.id}`;
          favourOffers.remove(id);
          favourOffers.add(id, { get, denizen: denizen?.id ?? null, room: room?.id ?? null });
        },
      }),

      'accept-favour': action({
        title: 'Accept a Favour that is offered',
        sentence: 'accepted the Favour that {initiator} offered',
        with: { initiator: player({ another: true }) },
        check({ actor, initiator }) {
          if (favourOffers.get(`${initiator.id}-${actor.id}`) === null)
            refuse('initiator', `there is no offer by ${initiator.label} to ${actor.label}`);
        },
        effect({ actor, initiator }) {
          const offer = favourOffers.get(`${initiator.id}-${actor.id}`);
          if (offer === null) return;
          const { get, denizen, room } = offer;
          hook('trade-favour', { initiator, provider: actor, how: 'incur' });
          hook('favour-gives', {
            initiator,
            provider: actor,
            get,
            denizen: denizens.get(denizen),
            room: rooms.get(room),
          });
          favourOffers.remove(offer);
        },
      }),

      'dedupe-favours': action({
        title: 'Strip repeated Favours',
        sentence: 'stripped repeated Favours',
        // Hiatus is no bar: that there is an Interregnum is for `check` to see.
        marks: { hiatus: true },
        check({ dynasty, people }) {
          if (!dynasty.interregnum) refuse('there is no Interregnum');
          const isRepeated = ({ favours }: Player): boolean =>
            terms.stripped(favours).length < favours.length;
          if (!people.some(isRepeated)) refuse('nobody holds two Favours of the same lender');
        },
        effect({ people }) {
          for (const person of people) person.favours = terms.stripped(person.favours);
        },
      }),
    },
  } satisfies RuleDefinition;
}
