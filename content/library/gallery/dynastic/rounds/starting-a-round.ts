import {
  action,
  boolean,
  dayOf,
  derive,
  hoursAfter,
  list,
  optional,
  player,
  rule,
  text,
} from 'gitnomic/rules';
import { alphabetically, withMost } from '../helpers/players.ts';
import { filled } from '../helpers/submissions.ts';
import type { Bought } from '../helpers/types.ts';

export interface Asks {
  'has-theme'(words: { round: number }): boolean;
  'has-gallery'(words: { round: number }): boolean;
  'declare-over'(): void;
  'find-star'(): void;
}

export default rule(
  ({
    game,
    value,
    hours,
    words,
    players,
    rounds,
    galleries,
    view,
    hook,
    maybe,
    refuse,
    pick,
    post,
    posts,
    comment,
  }) => {
    /** The day some days ahead, at the hour of the text. */
    const expirationOf = (started: string): string => {
      const late = started.slice(11) >= `${words('late-from')}:00Z`;
      const midnight = `${dayOf(started)}T00:00:00Z`;
      const day = dayOf(hoursAfter(midnight, hours(late ? 'late' : 'early')));
      return `${day}T${words('expires-at')}:00Z`;
    };

    const roundPost = (round: number, scores: string): string => {
      const gallery = galleries.get(`gallery-${round - 1}`);
      const galleryPost = hook('gallery-post', { round: round - 1 }, null);
      const facts = [
        game.theme === null ? 'This round has no theme.' : `Theme: **${game.theme}**`,
        `Expiration: ${game.expiration}`,
        ...(galleryPost === null ? [] : [`[${galleryPost.title}](#post:${galleryPost.id})`]),
        ...(gallery?.theme ? [`The theme of round ${round - 1} was ${gallery.theme}.`] : []),
        ...(round === value('star-round') && game.star !== null
          ? [`The star of the dynasty is **${game.star.label}**, who has achieved victory.`]
          : []),
        ...(scores === '' ? [] : [scores]),
      ];
      return facts.join('\n\n');
    };

    return {
      game: { star: optional(player({ who: 'anybody' }), { title: 'Star' }) },

      views: {
        star: derive({
          of: 'player',
          returns: boolean(),
          title: 'Star',
          value: (person) => person.is(game.star),
        }),
      },

      hooks: {
        'has-theme': ({ round }) => round <= value('last-theme'),
        /** The gallery of a round is made in the summary after it. */
        'has-gallery': ({ round }) => round >= 1 && round + 1 <= value('last-unveiling'),

        /** Said in a comment on the Round Post, where there is one. */
        'declare-over'() {
          const title = `${words('post-word')} ${game.round}`;
          const story = posts.filter((one) => one.kind === 'story' && one.title === title).at(-1);
          if (story !== undefined) comment(story, `${title} is over.`);
          game.closed = true;
        },

        'find-star'() {
          const most = withMost(alphabetically(players), (one) => maybe(() => one.kudos, 0));
          const star = pick(withMost(most, (one) => maybe(() => view('assets', one), 0)));
          if (star === undefined) return;
          game.star = star;
          star.victory = true;
        },
      },

      actions: {
        'close-round': action({
          title: 'Declare the round over',
          sentence: 'declared the round over',
          by: 'emperor',
          check() {
            hook('check-round-open');
            hook('check-expired');
          },
          effect: () => hook('declare-over'),
        }),

        'start-round': action({
          title: 'Round Summary',
          sentence: 'summed up the round[ and set the theme “{theme}”]',
          about: 'Starts a round: everything that happens between two rounds, all of it or nothing.',
          by: 'emperor',
          private: true,
          reveals: ['game', 'rounds', 'galleries', 'art', 'players', 'bulletin', 'posts', 'refusals'],
          with: {
            theme: optional(text(), { about: 'a word or a phrase, in rounds that have one' }),
            unloadable: list(text({ from: 'players' }), {
              start: [],
              unordered: true,
              private: true,
              title: 'pictures to leave out',
              about: 'The players whose art can’t be shown.',
            }),
          },
          check({ theme }) {
            hook('check-expired');
            const themed = hook('has-theme', { round: hook('next-round') });
            if (themed && filled(theme) === null) refuse('theme', 'the round needs a theme');
            if (!themed && filled(theme) !== null) refuse('theme', 'the round can have no theme');
          },
          effect({ actor, now, theme, unloadable }) {
            const round: number = hook('next-round');
            const closing = {
              theme: game.theme,
              art: hook('art-sent', { unloadable }, []),
              ballots: hook('valid-ballots', {}, []),
            };
            if (game.round !== 0 && !game.closed) hook('declare-over');

            hook('settle-sales', {}, null);
            hook('appreciate-all', {}, null);
            const none: Bought = { art: [], bonuses: [], glasses: [] };
            const bought = hook('process-purchases', { unloadable }, none);
            const totaled =
              round >= value('first-totaling')
                ? hook('total-votes', { round, ballots: closing.ballots, bonuses: bought.bonuses }, null)
                : null;
            if (round > 1 && round <= value('last-unveiling')) {
              const sent = [...closing.art, ...bought.art];
              hook('unveil-art', { round: round - 1, by: actor, theme: closing.theme, sent }, null);
            }
            hook('use-spyglasses', { round: round - 1, glasses: bought.glasses }, null);

            game.set({ round, theme: filled(theme), expiration: expirationOf(now), closed: false });
            const { scrupulous = [], ranking = [], displays = [], summary = '' } = totaled ?? {};
            rounds.add(`round-${round}`, {
              theme: game.theme,
              started: now,
              expiration: game.expiration,
              scrupulous,
              ranking,
              displays,
            });
            if (round === value('star-round')) hook('find-star');
            post({
              kind: 'story',
              title: `${words('post-word')} ${round}`,
              text: roundPost(round, summary),
              author: actor,
            });
          },
        }),
      },
    };
  },
);
