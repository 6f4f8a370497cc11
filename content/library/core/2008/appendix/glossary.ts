import { list, rule, text } from 'gitnomic/rules';
import { votesIn, votesOf } from '#core/icons.ts';
import { rehearsedWith } from '#core/rehearsal.ts';
import { subjectOf } from '#core/subject.ts';

export default rule((g) => {
  const icons = g.table('voting-icons', {
    vote: text({ filled: true }),
    tokens: list(text()),
    review: text(),
    reaction: text(),
  });

  function refuseEmptySubject(title: string): void {
    if (subjectOf(title) === '') g.refuse('give it a title');
  }

  return {
    votes: votesOf(icons),
    views: { rehearsal: rehearsedWith(icons) },
    hooks: {
      'votes-in': (signal, next) => [...votesIn(signal, icons), ...next()],
      'unnamed-rule': (_, next) => next() ?? 'Unnamed Rule',

      /** What would fall below zero is zero; what is spent has to be there. */
      'below-minimum'({ owner, variable, value: wanted, minimum, spending, refuse }) {
        if (!spending && minimum === 0) return 0;
        return refuse(
          `${variable.replaceAll('-', ' ')} of ${(owner as { readonly label: string }).label} would be ${wanted}, below ${minimum === 0 ? 'zero' : minimum}`,
        );
      },

      'may-post'({ title }) {
        refuseEmptySubject(title);
      },
      'may-alter'({ title }) {
        refuseEmptySubject(title);
      },
    },
  };
});
