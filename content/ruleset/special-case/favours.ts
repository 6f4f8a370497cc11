import { action, boolean, derive, list, optional, player, record, rule, text } from 'gitnomic/rules';
import type { NumberIn, Person } from 'gitnomic/rules';
import { indexToRelease, isTabular } from '#core/favours.ts';
import type { Favour } from '#core/favours.ts';
import { inWords } from '#core/number-words.ts';
import { refuseFor } from '#core/reasons.ts';

export interface Asks {
  'grant-favour'(words: { lender: Person; holder: Person; ripe?: boolean }): void;
}

export default rule((g) => {
  const { value, ruleset } = g;
  const most = value('limit');
  const given = value('gift');
  const gained = value('gain');

  function grant(lender: Person, holder: Person, ripe: boolean): void {
    if (holder.favours.length >= most) g.refuse(`${holder.label} already holds ${inWords(most)} Favours`);
    holder.favours = [...holder.favours, { lender, ripe }];
    if (!lender.is(holder)) lender.lentAnew = true;
  }

  function takeOut(holder: Person, index: number): void {
    holder.favours = holder.favours.filter((_, at) => at !== index);
  }

  const ripeFrom = (holder: Person, lender: Person): number =>
    holder.favours.findIndex((favour) => favour.ripe && favour.lender.is(lender));

  /** What is claimed of whom: none where the lender is idle. */
  function givenBy(lender: Person): 'emperor' | 'lender' | 'nobody' {
    if (lender.is(g.dynasty.emperor)) return 'emperor';
    return lender.state === 'active' ? 'lender' : 'nobody';
  }

  function whyNotClaimed(lender: Person, resource: string | null): string | null {
    const giver = givenBy(lender);
    if (giver === 'nobody') return null;
    if (resource === null || !isTabular(resource, ruleset.fields('player')))
      return `${resource ?? 'nothing'} is no tabular resource`;
    const has = Number((lender as unknown as Record<string, unknown>)[toCamel(resource)]);
    return giver === 'lender' && has < given
      ? `the lender, ${lender.label}, has no ${resource} to give`
      : null;
  }

  return {
    player: {
      favours: list(
        record({ lender: player({ who: 'anybody' }), ripe: boolean() }, { written: 'of {lender} ({ripe})' }),
        { title: 'Favours' },
      ),
      lentAnew: boolean({ title: 'came to owe Favours in this dynasty', shown: false }),
    },

    views: {
      tabular: derive({
        of: 'game',
        returns: list(text()),
        value: () =>
          ruleset
            .fields('player')
            .map(({ id }) => id)
            .filter((id) => isTabular(id, ruleset.fields('player'))),
      }),
    },

    actions: {
      'release-favour': action({
        title: 'Release Favours',
        sentence: 'released Favours[ of {lender}]',
        about: 'For nothing in return.',
        with: {
          lender: optional(player({ who: 'anybody' })),
          ripe: optional(boolean()),
          all: boolean({ start: false }),
        },
        check({ actor, lender, ripe, all, refuse }) {
          if (all) return;
          const none = lender === null || indexToRelease(actor.favours, lender, ripe) < 0;
          refuseFor(refuse, [none && `${actor.label} holds no such Favour of that lender`]);
        },
        effect({ actor, lender, ripe, all }) {
          if (all) actor.favours = [];
          else if (lender !== null) takeOut(actor, indexToRelease(actor.favours, lender, ripe));
        },
      }),

      'claim-favour': action({
        title: 'Use a Favour',
        sentence: 'used a Favour of {lender}',
        about: 'Spends one that is old enough.',
        with: {
          lender: player({ who: 'anybody' }),
          resource: optional(text({ from: 'tabular' })),
          details: optional(text()),
        },
        check({ actor, lender, resource, refuse }) {
          const held = actor.favours.some((favour) => favour.lender.is(lender));
          if (!held) refuse('lender', `${actor.label} holds no Favour of that lender`);
          if (ripeFrom(actor, lender) < 0) refuse('lender', `no Favour of ${lender.label} is ripe`);
          refuseFor(refuse, [whyNotClaimed(lender, resource)]);
        },
        effect({ actor, lender, resource, details, result }) {
          takeOut(actor, ripeFrom(actor, lender));
          const [giver, what] = [givenBy(lender), resource as NumberIn<Person>];
          if (giver === 'nobody') grant(lender, actor, false);
          else if (giver === 'emperor') actor.gain(what, gained);
          else lender.transfer(what, given, actor);
          result({ lender: lender.id, resource, details });
        },
      }),
    },

    hooks: {
      // Dynastic rules say when somebody grants a Favour, and do it by this.
      'grant-favour': ({ lender, holder, ripe }) => grant(lender, holder, ripe ?? false),
    },

    on: {
      address({ address, people, refuse, rule: self }) {
        const status = Object.entries(address.specialCases).find(
          ([title]) => title.toLowerCase() === self.title.toLowerCase(),
        )?.[1];
        if (status === 'inactive' && address.emperor.lentAnew)
          refuse(
            'special-cases',
            `${address.emperor.label} came to owe favours in this dynasty, so ${self.title} must be active`,
          );
        for (const person of people) {
          const kept: readonly Favour<Person>[] = person.favours.filter(({ ripe }) => !ripe);
          if (person.favours.length > 0) person.favours = kept.map(({ lender }) => ({ lender, ripe: true }));
          if (person.lentAnew) person.lentAnew = false;
        }
      },

      'mantle-passed'({ from, to, people }) {
        for (const person of people) {
          if (!person.favours.some(({ lender }) => lender.is(from))) continue;
          person.favours = person.favours.map(({ lender, ripe }) => ({
            lender: lender.is(from) ? to : lender,
            ripe,
          }));
        }
        if (from.lentAnew) to.lentAnew = true;
      },
    },
  };
});

function toCamel(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
