import { derive, integer, list, optional, rule, text } from 'gitnomic/rules';
import type { Post } from 'gitnomic/rules';
import { hiatusFigures, hiatusInWords, quorumShown } from '#core/figures.ts';
import { votesIn, votesOf } from '#core/icons.ts';
import { labelsOf } from '#core/labels.ts';
import { rehearsedWith } from '#core/rehearsal.ts';
import { withoutCommentary } from '#core/commentary.ts';
import { subjectOf } from '#core/subject.ts';

export interface Asks {
  'quorum-of'(words: { number: number }): number;
  /** Why the game is in hiatus. */
  hiatus(): readonly string[] | undefined;
}

export default rule((g) => {
  const { table, words, view, ruleset } = g;
  const icons = table('voting-icons', {
    vote: text({ filled: true }),
    tokens: list(text()),
    review: text(),
    reaction: text(),
  });
  const heading = words('commentary');

  function refuseInHiatus(what: string, refuse: (reason: string) => never): void {
    const reasons = view('hiatus', 'game');
    if (reasons.length > 0) refuse(`${what} while the game is in hiatus: ${hiatusInWords(reasons)}`);
  }

  /** Whether a rule expressly has an action taken in any hiatus, or in the interregnum that there is. */
  const isFree = (marks: Readonly<Record<string, unknown>> | undefined): boolean =>
    marks?.['hiatus'] === true || (marks?.['interregnum'] === true && g.dynasty.interregnum);

  /** What stands under the heading for it is kept beside the post, and is no part of it. */
  function setCommentaryAside(post: Post): void {
    const { body, commentary } = withoutCommentary(post.text, heading);
    if (commentary === null) return;
    post.change({ text: body });
    post.commentary = commentary;
  }

  const shown = quorumShown(() => view('quorum', 'players'));

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
      hiatus: derive({
        of: 'game',
        returns: list(text()),
        about: 'Why the game is in hiatus, if it is',
        value: () => [...new Set<string>(g.hook('hiatus', {}))].sort(),
      }),
      labels: derive({ of: 'matter', returns: list(text()), value: (matter) => labelsOf(matter, ruleset) }),
    },

    hooks: {
      needed: shown.needed,
      figures: (words, next) => [...shown.figures(words, next), ...hiatusFigures(view('hiatus', 'game'))],
      'quorum-of': ({ number }, next) => next() ?? g.share('quorum', number),
      hiatus: (_, next) => next() ?? [],
      'votes-in': (signal, next) => [...votesIn(signal, icons), ...next()],

      'may-act'({ action, rule, refuse }) {
        if (rule.section === 'dynastic' && !isFree(action.marks))
          refuseInHiatus('dynastic actions may not be taken', refuse);
      },
      'may-submit'({ submission, rule, refuse }) {
        if (rule.section === 'dynastic' && !isFree(submission.marks))
          refuseInHiatus('dynastic actions may not be taken', refuse);
      },
      'may-post'({ kind, title, refuse }) {
        if (subjectOf(title) === '') refuse('give it a title');
        if (kind === 'proposal') refuseInHiatus('Proposals may not be submitted', refuse);
      },
      'may-alter'({ title, refuse }) {
        if (subjectOf(title) === '') refuse('give it a title');
      },
      'may-resolve'({ matter, refuse }) {
        if (matter.kind === 'proposal') refuseInHiatus('Proposals may not be resolved', refuse);
      },
    },

    on: {
      posted: ({ post }) => setCommentaryAside(post),
      altered: ({ post }) => setCommentaryAside(post),
    },
  };
});
