import { action, boolean, choice, daily, derive, optional, player } from 'gitnomic/rules';
import type { Game, Player, RuleDefinition } from 'gitnomic/rules';

export interface Asks {
  accrue(words: { lord: Player; variable: 'puissance' | 'influence'; amount: number }): void;
}

export interface Tells {
  diverted: { lord: Player };
}

/** Whom somebody serves. */
export function thralldom({ words, players }: Game) {
  return {
    allegiance: optional(player({ who: 'anybody' }), {
      none: 'none',
      start: words('allegiance'),
      title: 'Allegiance',
    }),

    enthralled: derive({
      of: 'player',
      returns: boolean(),
      value: (lord) => players.has(lord) && players.has(lord.allegiance) && !lord.is(lord.allegiance),
    }),
  };
}

export const emancipation = ({ view, hook, refuse }: Game) => ({
  title: 'Emancipate oneself',
  sentence: 'emancipated themselves',
  about: 'Grants a Favour to the one by whom one is Enthralled, and goes free.',
  with: { favour: choice(['incur', 'spend'], { start: 'incur' }) },
  check({ actor }: { actor: Player }) {
    if (!view('enthralled', actor)) refuse(`${actor.label} is not Enthralled`);
  },
  effect({ actor, favour }: { actor: Player; favour: 'incur' | 'spend' }) {
    hook('trade-favour', {
      initiator: actor,
      provider: actor.allegiance ?? refuse('nobody is named'),
      how: favour,
    });
    actor.allegiance = null;
  },
});

/** What somebody comes by goes up the chain of those who Enthrall, to the first who is free. */
export function accrue(
  { view, emit, maybe }: Game,
  { lord, variable, amount }: Parameters<Asks['accrue']>[0],
): void {
  const canGain = (one: Player) =>
    variable === 'puissance'
      ? !maybe(() => view('dust', one), false)
      : maybe(() => one.sepulchre, null) !== null;
  const passed = new Set<string>();
  let taker = lord;
  while (canGain(taker) && maybe(() => view('enthralled', taker)) && taker.allegiance !== null) {
    if (passed.has(taker.id)) return;
    passed.add(taker.id);
    emit('diverted', { lord: taker });
    taker = taker.allegiance;
  }
  if (canGain(taker)) maybe(() => taker.gain(variable, amount));
}

/** Influence is for those who have a Sepulchre. */
export function influence({ players, refuse }: Game) {
  return {
    hooks: {
      'value-written'({ owner, variable, before, after }, next) {
        const written = next() ?? after;
        const rises = variable === 'influence' && players.has(owner) && Number(written) > Number(before);
        return rises && players.get(owner.id)?.sepulchre === null ? before : written;
      },
    },

    actions: {
      'zero-influence': action({
        title: 'Set Influence to 0',
        sentence: 'set the Influence of {lord} to 0',
        about: 'Of somebody who has no Sepulchre.',
        by: ['player', 'emperor'],
        with: { lord: player() },
        check({ lord }) {
          if (lord.sepulchre !== null) refuse('lord', `${lord.label} has a Sepulchre`);
          if (lord.influence === 0) refuse('lord', `${lord.label} has no Influence`);
        },
        effect({ lord }) {
          lord.influence = 0;
        },
      }),
    },
  } satisfies RuleDefinition;
}

/** Nobody pays for a Power Action what they have not. */
export function checkPrice(
  { view, refuse }: Pick<Game, 'view' | 'refuse'>,
  actor: Player,
  price: number,
): void {
  if (price <= actor.puissance) return;
  if (view('dust', actor)) refuse(`${actor.label} is Dust, and can't spend Puissance`);
  refuse(`it costs ${price} Puissance, and ${actor.label} has ${actor.puissance}`);
}

/** Puissance that makes Dust or Bloodthirsty, and how Dust is raised; `check` says what else it takes of the one raised. */
export function unlife(
  { value, players, view, refuse, scratch }: Game,
  check: (lord: Player, by: Player) => void = () => undefined,
) {
  // True only while one of the raisings writes: every other rise of Dust comes to nothing.
  const under = scratch(() => ({ raising: false }));

  function raise(lord: Player, to: number): void {
    under().raising = true;
    try {
      lord.puissance = to;
    } finally {
      under().raising = false;
    }
  }

  function checkRaised(actor: Player, lord: Player): void {
    if (lord.is(actor.allegiance)) refuse('lord', `${actor.label} is Enthralled by ${lord.label}`);
    if (!view('dust', lord)) refuse('lord', `${lord.label} is not Dust`);
    check(lord, actor);
  }

  return {
    raise,

    ...({
      views: {
        dust: derive({ of: 'player', returns: boolean(), value: ({ puissance }) => puissance === 0 }),
        revenant: derive({ of: 'player', returns: boolean(), value: (lord) => !view('dust', lord) }),
        bloodthirsty: derive({
          of: 'player',
          returns: boolean(),
          value: ({ puissance }) => puissance > value('bloodthirsty-above'),
        }),
      },

      hooks: {
        'value-written'({ owner, variable, before, after }, next) {
          const written = next() ?? after;
          return variable === 'puissance' && before === 0 && !under().raising && players.has(owner)
            ? before
            : written;
        },
      },

      actions: {
        'raise-dust': daily({
          marks: { power: true },
          title: 'Raise Dust',
          sentence: 'raised Dust[ against {lord}]',
          with: { lord: player({ another: true }) },
          cost: () => ({ puissance: value('raising-cost') }),
          check({ actor, lord }) {
            if (view('bloodthirsty', actor)) refuse(`${actor.label} is Bloodthirsty`);
            checkRaised(actor, lord);
          },
          effect({ actor, lord }) {
            raise(lord, value('raising-to'));
            lord.allegiance = actor;
          },
        }),

        'raise-dust-bloodthirsty': daily({
          marks: { power: true },
          title: 'Raise Dust while Bloodthirsty',
          sentence: 'raised Dust[ against {lord}], Bloodthirsty',
          with: { lord: player({ another: true }) },
          cost: () => ({ puissance: value('bloodthirsty-raising-cost') }),
          check({ actor, lord }) {
            if (!view('bloodthirsty', actor)) refuse(`${actor.label} is not Bloodthirsty`);
            checkRaised(actor, lord);
          },
          effect({ actor, lord }) {
            raise(lord, value('bloodthirsty-raising-to'));
            lord.allegiance = actor;
          },
        }),

        'raise-enthraller': action({
          marks: { power: true },
          title: 'Raise the Enthraller',
          sentence: 'raised the Enthraller',
          cost: () => ({ puissance: value('enthraller-raising-cost') }),
          check({ actor }) {
            const lord =
              (view('enthralled', actor) ? actor.allegiance : null) ??
              refuse(`${actor.label} is not Enthralled`);
            if (!view('dust', lord)) refuse(`${lord.label} is not Dust`);
          },
          effect({ actor }) {
            if (actor.allegiance !== null) raise(actor.allegiance, value('enthraller-raising-to'));
            actor.allegiance = null;
          },
        }),
      },
    } satisfies RuleDefinition),
  };
}
