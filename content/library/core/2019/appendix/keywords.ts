import { derive, integer, list, optional, rule, text } from 'gitnomic/rules';
import type { Post } from 'gitnomic/rules';
import { withoutCommentary } from '#core/commentary.ts';
import { quorumShown } from '#core/figures.ts';
import { votesIn, votesOf } from '#core/icons.ts';
import { labelsOf } from '#core/labels.ts';
import { refuseFor } from '#core/reasons.ts';
import { rehearsedWith } from '#core/rehearsal.ts';
import { repeating } from '#core/repeating.ts';
import { subjectOf } from '#core/subject.ts';

export interface Asks {
  'quorum-of'(words: { number: number }): number;
}

export default rule((g) => {
  const { table, words, people, ruleset, view } = g;
  const icons = table('voting-icons', {
    vote: text({ filled: true }),
    tokens: list(text()),
    review: text(),
    reaction: text(),
  });

  const whyNotAgain = repeating(g);

  function refuseEmptySubject(title: string): void {
    if (subjectOf(title) === '') g.refuse('give it a title');
  }

  /** What stands under the heading for it is kept beside the post, and is no part of it. */
  function setCommentaryAside(post: Post): void {
    const { body, commentary } = withoutCommentary(post.text, words('commentary'));
    if (commentary === null) return;
    post.change({ text: body });
    post.commentary = commentary;
  }

  return {
    post: { commentary: optional(text()) },
    votes: votesOf(icons),
    posts: { story: { title: 'Story Post', official: true, purpose: 'tell' } },

    views: {
      rehearsal: rehearsedWith(icons),
      quorum: derive({
        of: 'text',
        returns: integer(),
        about: 'Of all players',
        value: () => g.hook('quorum-of', { number: g.players.size }),
      }),
      labels: derive({ of: 'matter', returns: list(text()), value: (matter) => labelsOf(matter, ruleset) }),
    },

    hooks: {
      ...quorumShown(() => view('quorum', 'players')),
      'quorum-of': ({ number }, next) => next() ?? g.share('quorum', number),
      'votes-in': (signal, next) => [...votesIn(signal, icons), ...next()],

      'may-repeat'({ frequency, last, lastByAnybody, who, now, refuse }) {
        refuseFor(
          refuse,
          whyNotAgain({ now, frequency, last, lastByAnybody, who: people.get(who.id)?.label ?? who.id }),
        );
      },
      'may-post'({ title }) {
        refuseEmptySubject(title);
      },
      'may-alter'({ title }) {
        refuseEmptySubject(title);
      },
    },

    on: {
      posted: ({ post }) => setCommentaryAside(post),
      altered: ({ post }) => setCommentaryAside(post),
    },
  };
});
