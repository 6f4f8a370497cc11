import { hoursBetween, optional, time } from 'gitnomic/rules';
import { playersWho } from '#core/players.ts';

export default playersWho({
  player: { leftAt: optional(time(), { title: 'left' }) },

  leave(person, { now, dynasty, maybe }) {
    person.set({ state: 'left', leftAt: now, admin: false });
    if (maybe(() => person.is(dynasty.emperor))) dynasty.emperor = null;
  },

  whyNotBack({ label, leftAt }, { now, hours, words }) {
    const isTooSoon = leftAt !== null && hoursBetween(leftAt, now) < hours('return');
    return isTooSoon ? `${label} left less than ${words('return')} ago` : null;
  },
});
