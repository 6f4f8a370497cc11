import { action, optional, player, rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { countMost } from './helpers/count-most.ts';

export default rule((g) => ({
  player: { trusts: optional(player({ who: 'anybody' }), { none: 'nobody' }) },

  actions: {
    trust: action({
      title: 'Trust somebody with your vote',
      sentence: 'entrusted their vote to {whom}',
      with: { whom: optional(player({ another: true }), { none: 'nobody' }) },
      effect({ actor, whom }) {
        actor.trusts = whom;
      },
    }),
  },

  hooks: {
    'ways-to-decide': (_, next) => ({ ...next(), delegation: null }),
    'why-no-answer': ({ question, answer }, next) =>
      question.way === 'delegation' && answer.length > 1 ? 'delegation: one option' : next(),

    'count-answers'({ question, answers }, next) {
      if (question.way !== 'delegation') return next();
      const own = new Map<string, string>(answers.map(({ by, answer }) => [by.id, answer[0] ?? '']));
      const votes = new Map<string, number>();
      const told: string[] = [];
      for (const one of g.players) {
        const chain: Person[] = [one];
        for (let last: Person | null = one; last !== null && !own.has(last.id); last = chain.at(-1) ?? null) {
          const { trusts } = last;
          if (trusts === null || !g.players.has(trusts) || chain.some((before) => before.is(trusts))) break;
          chain.push(trusts);
        }
        const name = own.get(chain.at(-1)?.id ?? '');
        if (name !== undefined) votes.set(name, (votes.get(name) ?? 0) + 1);
        told.push(`${chain.map(({ label }) => label).join(' by ')}: ${name ?? 'nothing'}.`);
      }
      const counted = countMost(votes, question.options, 'votes');
      return { outcome: counted.outcome, told: [...told, ...counted.told] };
    },
  },
}));
