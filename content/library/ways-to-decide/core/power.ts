import { rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';

/** Among rules of one power sections stand as they do where no rule says anything. */
const PLACES: Readonly<Record<string, number>> = { core: 0, dynastic: 10, 'special-case': 30, appendix: 40 };

export default rule(({ value }) => {
  const plain = value('power');
  const votes = ({ tally }: Matter, side: 'for' | 'against'): number => Number(tally[side] ?? 0);

  return {
    precedence: ({ section, entrenched, power }) => [
      power ?? plain,
      entrenched && section === 'core' ? 20 : (PLACES[section] ?? 0),
    ],

    hooks: {
      'may-change'({ matter, change, refuse }) {
        const power = change.rule?.facts['power'];
        if (typeof power !== 'number' || power <= plain) return;
        const [inFavour, against] = [votes(matter, 'for'), votes(matter, 'against')];
        if (inFavour < against * power)
          refuse(
            `${change.rule?.title ?? ''} has power ${power}: ${inFavour} votes for it are fewer than ${power} times the ${against} against`,
          );
      },
    },
  };
});
