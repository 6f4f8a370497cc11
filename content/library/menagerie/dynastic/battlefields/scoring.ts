import { derive, integer, list, rule, text } from 'gitnomic/rules';
import { has, idOf, inWords } from '../helpers/creatures.ts';
import { ask, ownerCalled, stableOf, sum, twoParts } from '../helpers/owners.ts';
import { foresee, readJson } from '../helpers/foreseeing.ts';
import type { Line, Scored } from '../helpers/questions.ts';
import { inLine } from '../helpers/reckoning.ts';

export default rule((game) => {
  const lines = game.table('strength', {
    quality: text({ filled: true }),
    strength: integer({ min: null }),
    withAnyOf: list(text()),
    withNoneOf: list(text()),
  });

  function linesFor({ creature, battlefield: { effects } }: Scored): Line[] {
    return lines
      .filter(({ quality, withAnyOf, withNoneOf }) => {
        if (!has(creature, idOf(quality))) return false;
        const there = (effect: string): boolean => effects.includes(idOf(effect));
        return (withAnyOf.length === 0 || withAnyOf.some(there)) && !withNoneOf.some(there);
      })
      .map(({ quality, strength, withAnyOf, withNoneOf }) => ({
        what: [
          quality,
          withAnyOf.length > 0 ? `with ${withAnyOf.join(' or ')}` : '',
          withNoneOf.length > 0 ? `without ${withNoneOf.join(' or ')}` : '',
        ]
          .filter(Boolean)
          .join(', '),
        strength,
      }));
  }

  const fieldCalled = (name: string): Scored['battlefield'] =>
    game.battlefields.get(name) ?? game.refuse(`there is no such battlefield as ${name}`);

  function each(of: string): Scored[] {
    const [name, field] = twoParts(game, of);
    const owner = ownerCalled(game, name);
    const battlefield = fieldCalled(field);
    return stableOf(owner).map((creature) => ({ owner, creature, battlefield }));
  }

  const strengthOf = (scored: Scored): number =>
    sum(ask(game, 'strength-lines', scored, []).map(({ strength }) => strength));

  /** `ana/ice-caves`, or with a list for a battle behind it. */
  function byLine(of: string): readonly string[] {
    const [name = '', field = '', ...list] = of.split('/');
    if (list.length > 0)
      return foresee(game, ownerCalled(game, name), {
        battlefield: fieldCalled(field).id,
        list: readJson(game, list.join('/')),
      });
    return each(of).map((scored) => {
      const parts = ask(game, 'strength-lines', scored, []).map(inLine);
      return `${inWords(scored.creature)}: ${strengthOf(scored)}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`;
    });
  }

  return {
    hooks: {
      /** What a creature's strength is made of; other rules add lines of theirs. */
      'strength-lines': (scored, next) => [...linesFor(scored), ...(next() ?? [])],
    },

    views: {
      strength: derive({
        of: 'text',
        returns: list(integer({ min: null })),
        value: (of) => each(of).map((scored) => strengthOf(scored)),
      }),
      'strength-by-line': derive({
        of: 'text',
        returns: list(text()),
        about:
          'How the strength of each creature of a stable comes about on a battlefield; or, of a list for a battle, that of each slot.',
        value: byLine,
      }),
    },
  };
});
