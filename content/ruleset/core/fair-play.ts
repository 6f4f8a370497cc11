import { dayOf, rule } from 'gitnomic/rules';
import type { Person, Post } from 'gitnomic/rules';

/** What looks like spam is counted and pointed out; whether it is spam is for people to say. */
export default rule((g) => {
  const { value, posts } = g;
  const mostEntries = value('entries-a-day');
  const mostWords = value('words-an-entry');
  const mostInARow = value('comments-in-a-row');
  const entriesToday = (author: Person): number =>
    posts.filter((entry) => entry.author.is(author) && dayOf(entry.at) === dayOf(g.now)).length;
  const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

  /** How many comments in a row, at the end, are by this person. */
  function commentsInARow({ comments }: Post, author: Person): number {
    const others = comments.findLastIndex(({ by }) => by !== author.id);
    return comments.length - 1 - others;
  }

  function warnings(entry: Post, author: Person): readonly string[] {
    const entries = entriesToday(author);
    const words = wordsOf(entry.text);
    return [
      ...(entries > mostEntries ? [`${author.label} has made ${entries} entries today`] : []),
      ...(words > mostWords ? [`this entry has ${words} words`] : []),
    ];
  }

  return {
    on: {
      posted({ post: entry, author, comment }) {
        const found = warnings(entry, author);
        if (found.length > 0) comment(entry, `For fair play: ${found.join('; ')}.`);
      },

      commented({ post: entry, author, comment }) {
        const number = commentsInARow(entry, author);
        if (number > mostInARow)
          comment(entry, `For fair play: ${author.label} has made ${number} comments in a row.`);
      },
    },
  };
});
