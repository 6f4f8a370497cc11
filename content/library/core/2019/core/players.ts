import { hoursBetween, optional, time } from 'gitnomic/rules';
import { playersWho } from '#core/players.ts';
import { inWords } from '#core/number-words.ts';

const HOURS_A_WEEK = 168;

export default playersWho({
  player: { leftAt: optional(time(), { title: 'left' }) },

  leave(person, { now, dynasty, maybe }) {
    person.set({ state: 'left', leftAt: now, admin: false });
    if (maybe(() => person.is(dynasty.emperor))) dynasty.emperor = null;
  },

  whyNotBack({ label, leftAt }, { now, value }) {
    const weeks = value('return-weeks');
    const isTooSoon = leftAt !== null && hoursBetween(leftAt, now) < weeks * HOURS_A_WEEK;
    return isTooSoon ? `${label} left less than ${inWords(weeks)} weeks ago` : null;
  },
});
