import { action, boolean, daily, derive, player, rule } from 'gitnomic/rules';
import type { Player } from 'gitnomic/rules';

export interface Asks {
  raise(words: { lord: Player; to: number }): void;
}

export default rule(({ value, list, players, view, hook, refuse }) => {
  // True only while a raising writes, of this rule or by Shattering: every other rise of Dust comes to nothing.
  let raising = false;

  const raise = (lord: { puissance: number }, to: number): void => {
    raising = true;
    try {
      lord.puissance = to;
    } finally {
      raising = false;
    }
  };

  return {
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
      'may-act'({ action, actor }, next) {
        next();
        if (action.marks?.power !== true || !players.has(actor) || !view('bloodthirsty', actor)) return;
        const title = (action.title ?? '').toLowerCase();
        if (list('bloodthirsty-allowed').some((item) => item.toLowerCase() === title)) return;
        refuse(
          `${actor.label} is Bloodthirsty, and such can take no Power Action but ${list('bloodthirsty-allowed').join(' and ')}`,
        );
      },

      raise({ lord, to }) {
        raise(lord, to);
      },

      'value-written'({ owner, variable, before, after }, next) {
        const written = next() ?? after;
        return variable === 'puissance' && before === 0 && !raising && players.has(owner) ? before : written;
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
          if (lord.is(actor.allegiance)) refuse('lord', `${actor.label} is Enthralled by ${lord.label}`);
          if (!view('dust', lord)) refuse('lord', `${lord.label} is not Dust`);
          hook('check-asked', { lord, by: actor });
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
          if (lord.is(actor.allegiance)) refuse('lord', `${actor.label} is Enthralled by ${lord.label}`);
          if (!view('dust', lord)) refuse('lord', `${lord.label} is not Dust`);
          hook('check-asked', { lord, by: actor });
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
  };
});
