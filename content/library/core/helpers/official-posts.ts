import { action, hoursBetween, post } from 'gitnomic/rules';
import type { Game, Person, Post } from 'gitnomic/rules';
import { isWithinHours } from '#core/idling.ts';
import { refuseFor } from '#core/reasons.ts';

/** How long an official post may still be altered or moved, and by whom. The rule's text gives the times. */
export function officialPosts(g: Game) {
  const { hours, endOf, words, players, hook } = g;
  const times = {
    alteration: hours('alteration'),
    new: hours('new'),
    returned: hours('returned'),
    categoryChange: hours('category-change'),
    firstCategory: hours('first-category'),
    newcomer: hours('newcomer'),
  };
  const hoursOld = (entry: Post): number => hoursBetween(entry.at, g.now);

  /** A comment by a player, or a vote by review or reaction, which is one. */
  const hasPlayersComment = ({ comments, uses }: Post): boolean =>
    [...comments, ...uses].some(({ by }) => players.get(by) !== null);
  const hasIcon = ({ uses }: Post): boolean => uses.some(({ withdrawn }) => withdrawn !== true);

  function isOpen(entry: Post): boolean {
    if (!entry.official) return true;
    if (hoursOld(entry) >= times.alteration) return false;
    return !hasPlayersComment(entry) || (entry.votable && !hasIcon(entry));
  }

  function isNew({ state, joined, unidled, awaySince }: Person): boolean {
    if (state !== 'active') return false;
    if (joined !== null && hoursBetween(joined, g.now) < times.new) return true;
    const away = unidled !== null && awaySince !== null && endOf('away', awaySince) <= unidled;
    return away && isWithinHours(unidled, g.now, times.returned);
  }

  function whyNotRecategorised(entry: Post, by: Person): string | false {
    if (entry.status === 'enacted' || entry.status === 'failed') return 'a resolved post keeps its category';
    if (!entry.author.is(by)) return 'only its author gives a post another category';
    if (entry.official)
      return (
        hoursOld(entry) > times.categoryChange &&
        `after ${words('category-change')} an official post keeps its category`
      );
    if (hoursOld(entry) >= times.firstCategory)
      return `after ${words('first-category')} a post keeps its category`;
    return entry.comments.length > 0 && 'a post with comments keeps its category';
  }

  return {
    isNew,

    mayAlter(entry: Post, by: Person): void {
      refuseFor(g.refuse, [
        !entry.author.is(by) && `${entry.title} is altered by its author alone`,
        !isOpen(entry) && `${entry.title} can't be altered any more`,
      ]);
    },

    mayRecategorise(entry: Post, by: Person, kind: Post['kind']): void {
      refuseFor(g.refuse, [whyNotRecategorised(entry, by)]);
      if (kind !== 'plain')
        hook('may-post', {
          author: entry.author,
          kind,
          title: entry.title,
          text: entry.text,
          changes: entry.changes,
        });
    },

    categorise: action({
      title: 'Put a post in the category Proposal',
      sentence: 'put a post in the category Proposal',
      by: 'admin',
      with: { post: post() },
      check({ post: entry, refuse }) {
        refuseFor(refuse, [
          entry.kind !== 'plain' && 'only a post without a category gets this category',
          !isNew(entry.author) &&
            `the category is changed only for those who have just joined, and ${entry.author.label} has played for longer`,
          hoursOld(entry) >= times.newcomer && `the category is changed within ${words('newcomer')} only`,
        ]);
      },
      effect({ actor, post: entry, recategorise }) {
        hook('may-post', {
          author: entry.author,
          kind: 'proposal',
          title: entry.title,
          text: entry.text,
          changes: entry.changes,
        });
        recategorise(actor, entry, 'proposal');
      },
    }),
  };
}
