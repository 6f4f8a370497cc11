import { action, hoursBetween, integer, optional, player, rule, text, thing, time } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { refuseOn } from './helpers/grounds.ts';

const HOURS_A_DAY = 24;

export default rule((g) => {
  const offices = g.table('offices', { office: text({ filled: true }), duty: text(), days: integer() });
  const idOf = (office: string): string => office.toLowerCase().replaceAll(' ', '-');
  const rowOf = ({ id }: Things['offices']) => offices.find(({ office }) => idOf(office) === id);
  const isOverdue = (one: Things['offices']): boolean =>
    one.done !== null && hoursBetween(one.done, g.now) > (rowOf(one)?.days ?? 0) * HOURS_A_DAY;
  const whyNotIn = (who: Person, { holder }: Things['offices']): string | false =>
    !who.is(holder) && `${holder?.label ?? 'nobody'} holds this office`;

  return {
    things: {
      offices: {
        ids: () => offices.map(({ office }) => idOf(office)),
        fields: {
          holder: optional(player({ who: 'anybody' }), { none: 'vacant' }),
          done: optional(time()),
          report: text(),
        },
      },
    },
    actions: {
      'take-office': action({
        sentence: 'took the office of {office}',
        with: { office: thing('offices') },
        check: ({ office, players, refuse }) =>
          refuseOn(refuse, [
            office.holder !== null &&
              players.has(office.holder) &&
              `${office.holder.label} holds this office`,
          ]),
        effect: ({ actor, office, now }) => office.set({ holder: actor, done: now, report: '' }),
      }),
      'resign-office': action({
        sentence: 'resigned the office of {office}',
        with: { office: thing('offices') },
        check: ({ actor, office, refuse }) => refuseOn(refuse, [whyNotIn(actor, office)]),
        effect: ({ office }) => office.reset('holder', 'done'),
      }),
      'do-duty': action({
        sentence: 'did the duty of {office}',
        with: { office: thing('offices'), report: text({ filled: true }) },
        check: ({ actor, office, refuse }) => refuseOn(refuse, [whyNotIn(actor, office)]),
        effect: ({ office, report, now }) => office.set({ report, done: now }),
      }),
      'declare-vacant': action({
        sentence: 'declared the office of {office} vacant',
        with: { office: thing('offices') },
        check: ({ office, refuse }) =>
          refuseOn(refuse, [
            office.holder === null && 'it is vacant',
            office.holder !== null && !isOverdue(office) && `${rowOf(office)?.duty ?? ''} is not overdue`,
          ]),
        effect: ({ office }) => office.reset('holder', 'done'),
      }),
    },
  };
});
