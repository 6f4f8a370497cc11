import {
  action,
  boolean,
  derive,
  hoursBetween,
  integer,
  list,
  optional,
  player,
  post,
  rule,
  text,
  time,
  weekOf,
} from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';

/** What became of an attempt, and what was chosen for it. */
interface Attempt {
  readonly person: Person;
  readonly ritual: string;
  readonly succeeded: boolean;
  readonly rolls: readonly number[];
  readonly choices: Readonly<Record<string, unknown>>;
}

export interface Asks {
  /** Refuses where somebody may not perform any ritual now. */
  'check-ritual'(words: { person: Person }): void;
  'record-ritual'(words: Attempt): void;
  'rituals-this-week'(words: { ritual: string }): readonly Things['rituals'][];
}

export default rule((g) => {
  const { game, value, words, hook, rituals, refuse, comment } = g;
  const numbers = {
    honorEach: value('honor-each'),
    gap: g.hours('gap'),
  };
  const said = { titleWord: words('title-word') };
  const isThisWeek = (then: string | null): boolean => then !== null && weekOf(then) === weekOf(g.now);
  const allowed = (person: Person): number => Math.max(0, Math.floor(person.honor / numbers.honorEach));
  const of = (person: Person): readonly Things['rituals'][] => rituals.filter((one) => person.is(one.player));
  const thisWeek = (person: Person): number => of(person).filter(({ at }) => isThisWeek(at)).length;
  const titled = (title: string): boolean => new RegExp(`\\b${said.titleWord}\\b`, 'iu').test(title);

  function checkGap(person: Person): void {
    const earlier = of(person)
      .filter(({ at }) => !isThisWeek(at))
      .reduce((last, { at }) => (at !== null && at > last ? at : last), '');
    if (earlier !== '' && hoursBetween(earlier, g.now) < numbers.gap)
      refuse(`${person.label} performed a ritual of last week less than ${words('gap')} ago`);
  }

  return {
    game: {
      weeklyRituals: optional(time(), { title: 'latest Weekly Rituals' }),
      ritualsPost: optional(post(), { title: 'the post of these' }),
    },

    things: {
      rituals: {
        title: 'Rituals performed',
        fields: {
          player: optional(player({ who: 'anybody' })),
          ritual: text(),
          at: optional(time()),
          succeeded: boolean(),
          rolls: list(integer()),
        },
      },
    },

    actions: {
      'post-weekly-rituals': action({
        title: 'Post the Weekly Rituals',
        sentence: 'posted the Weekly Rituals',
        with: { title: text() },
        check({ actor, title }) {
          hook('clan-lords-only', { person: actor }, null);
          if (game.weeklyRituals !== null && isThisWeek(game.weeklyRituals))
            refuse('there has been a Weekly Rituals post this week already');
          if (!titled(title)) refuse('title', `the title must contain the word ${said.titleWord}`);
        },
        effect({ actor, title, now, post: publish }) {
          game.ritualsPost = publish({ kind: 'story', title, author: actor });
          game.weeklyRituals = now;
        },
      }),
    },

    views: {
      'rituals-left': derive({
        of: 'player',
        returns: integer(),
        about: 'How many rituals their Honor allows them yet this week.',
        value: (person) => Math.max(0, allowed(person) - thisWeek(person)),
      }),
    },

    hooks: {
      'check-ritual'({ person }) {
        if (game.weeklyRituals === null) refuse('there has been no Weekly Rituals post yet');
        if (hook('is-combatant', { person }, false)) refuse(`${person.label} is a combatant`);
        if (thisWeek(person) >= allowed(person))
          refuse(
            `${person.label} may perform ${allowed(person)} rituals this week, and has performed ${thisWeek(person)}`,
          );
        checkGap(person);
      },

      'record-ritual'({ person, ritual, succeeded, rolls, choices, now }) {
        rituals.addNumbered('ritual-', { player: person, ritual, at: now, succeeded, rolls, ...choices });
        if (game.ritualsPost === null) return;
        const chosen = Object.entries(choices).map(([name, choice]) => {
          if (typeof choice === 'boolean') return choice ? name : `no ${name}`;
          return `${name} ${(choice as { label?: string } | null)?.label ?? String(choice)}`;
        });
        const rolled = rolls.length === 0 ? [] : [`rolled ${rolls.join(' and ')}`];
        comment(
          game.ritualsPost,
          `${person.label}: ${[ritual, ...chosen, ...rolled].join(', ')}. ${succeeded ? 'It succeeds.' : 'It fails.'}`,
        );
      },

      'rituals-this-week': ({ ritual }) =>
        rituals.filter((one) => one.ritual === ritual && isThisWeek(one.at)),
    },
  };
});
