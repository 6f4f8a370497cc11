import { hoursBetween, rule } from 'gitnomic/rules';
import type { Person, Post } from 'gitnomic/rules';
import { permitUnless, refuseFor } from '#core/reasons.ts';
import { reversals, undoable, undoAlteration } from '#core/representations.ts';

export default rule((g) => {
  const { hours, words, players, hook } = g;
  const recategorise = hours('recategorise');
  /** A vote by review or reaction is a comment too. */
  const isCommented = ({ comments, uses }: Post): boolean =>
    [...comments, ...uses].some(({ by }) => players.get(by) !== null);
  const hoursOld = (entry: Post): number => hoursBetween(entry.at, g.now);

  function whyNotRecategorised(entry: Post, by: Person): string | false {
    if (!entry.author.is(by)) return 'only its author gives a post another category';
    if (entry.official)
      return (
        (isCommented(entry) || !(entry.pending || !entry.votable)) &&
        'an official post keeps its category once it is commented on or resolved'
      );
    if (hoursOld(entry) >= recategorise) return `after ${words('recategorise')} a post keeps its category`;
    return entry.comments.length > 0 && 'a post with comments keeps its category';
  }

  return {
    game: { reversals },
    posts: { plain: { title: 'Post' }, story: { title: 'Story Post', official: true, purpose: 'tell' } },

    views: { undoable: undoable(g, () => false) },

    actions: { 'undo-alteration': undoAlteration(g, () => false) },

    hooks: {
      'may-alter'({ by, post: entry, refuse }, next) {
        next();
        refuseFor(refuse, [
          !entry.author.is(by) && `${entry.title} is altered by its author alone`,
          entry.official &&
            isCommented(entry) &&
            `${entry.title} has been commented on and can't be altered any more`,
        ]);
      },

      'may-remove'({ by, post: entry, refuse }) {
        return permitUnless(refuse, [
          !entry.author.is(by) && `${entry.title} is removed by its author alone`,
          isCommented(entry) && `${entry.title} has been commented on and can't be removed any more`,
        ]);
      },

      'may-recategorise'({ by, post: entry, kind, refuse }) {
        refuseFor(refuse, [whyNotRecategorised(entry, by)]);
        if (kind !== 'plain')
          hook('may-post', {
            author: entry.author,
            kind,
            title: entry.title,
            text: entry.text,
            changes: entry.changes,
          });
      },
    },
  };
});
