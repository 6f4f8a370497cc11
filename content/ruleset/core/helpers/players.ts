import { action, boolean, choice, derive, integer, list, optional, rule, text, time } from 'gitnomic/rules';
import type { Game, Person, Type } from 'gitnomic/rules';
import { noteSignOfLife } from '#core/activity.ts';
import { refuseFor } from '#core/reasons.ts';
import { isOnRoster, whyOffRoster } from '#core/roster.ts';

export interface Asks {
  /** Those for whom a duty is still to be done, by their ids. */
  waiting(words: { duty: string }): readonly string[] | undefined;
}

export interface Tells {
  joined: { person: Person };
}

/** `players.bo.name`, or `players.bo` with a name among its values. */
function setsName({ path, value }: { readonly path: string | null; readonly value: unknown }): boolean {
  const [scope, , variable] = (path ?? '').split('.');
  if (scope !== 'players') return false;
  return variable === undefined
    ? typeof value === 'object' && value !== null && 'name' in value
    : variable === 'name';
}

/** What an era says about those who would rather not be players any more. */
export interface Leaving {
  /** Variables that it takes to remember them. */
  readonly player?: Readonly<Record<string, Type>>;
  /** Somebody on the roster has posted that they would like to leave. */
  readonly leave: (person: Person, g: Game) => void;
  /** Why somebody who asks to join again can't, yet. */
  readonly whyNotBack?: (person: Person, g: Game) => string | null;
}

/** The rule on players, in an era with this to say about leaving. */
export const playersWho = ({ player, leave, whyNotBack }: Leaving) =>
  rule((g) => ({
    player: {
      ...player,
      state: choice(['outsider', 'applicant', 'active', 'idle', 'left', 'barred'], { start: 'outsider' }),
      name: text(),
      admin: boolean(),
      joined: optional(time()),
      lastActive: optional(time()),
      headed: integer({ title: 'dynasties led' }),
      dynastiesActive: list(integer(), { title: 'dynasties played' }),
    },

    posts: {
      'join-request': { title: 'Request to join', purpose: 'join' },
      'leave-request': { title: 'Request to leave' },
      'admin-resignation': { title: 'Resignation of an Admin' },
    },

    actions: {
      join: action({
        title: 'Let somebody in',
        sentence: 'let {player} in',
        by: 'admin',
        with: { player: text({ filled: true, from: 'applicants' }) },
        check({ player: id, people, refuse }) {
          const person = people.get(id);
          if (person === null || person.state === 'outsider' || person.state === 'left')
            refuse(`${person?.label ?? id} has not asked to join`);
          else if (person.state === 'barred') refuse(`${person.label} is barred from the game`);
          else if (person.state !== 'applicant') refuse(`${person.label} is already in the game`);
          else refuseFor(refuse, [whyNotBack?.(person, g)]);
        },
        effect({ player: id, people, emit, now }) {
          const person = people.get(id);
          if (person === null) return;
          const { name, headed, dynastiesActive } = person;
          person.reset();
          person.set({
            name: name === '' ? person.id : name,
            headed,
            dynastiesActive,
            state: 'active',
            joined: now,
            lastActive: now,
          });
          emit('joined', { person });
        },
      }),

      'resign-admin': action({
        title: 'Resign as an Admin',
        sentence: 'resigned as an Admin',
        by: 'admin',
        effect({ actor, post }) {
          actor.admin = false;
          post({ kind: 'admin-resignation', title: `${actor.label} is no Admin any more`, author: actor });
        },
      }),
    },

    views: {
      applicants: derive({
        of: 'game',
        returns: list(text()),
        value: () => g.people.where({ state: 'applicant' }).map(({ id }) => id),
      }),
      emperor: derive({
        of: 'player',
        returns: boolean(),
        value: (person) => person.is(g.maybe(() => g.dynasty.emperor, null)),
      }),
      waiting: derive({
        of: 'text',
        returns: list(text()),
        about: 'Whom something is still to be done for: join, idle, unidle, ascend …',
        value: (duty) => [...new Set<string>(g.hook('waiting', { duty }))].sort(),
      }),
    },

    hooks: {
      'not-a-player': ({ person }, next) => whyOffRoster(person) ?? next(),

      'not-in-role'({ actor, role }, next) {
        const why = next();
        if (role === 'anybody') return why;
        const grounds = [why, whyOffRoster(actor)].filter(
          (ground, at, all) => typeof ground === 'string' && all.indexOf(ground) === at,
        );
        return grounds.length === 0 ? null : grounds.join('; ');
      },

      'may-change'({ matter, change, refuse }) {
        const renames = setsName(change);
        refuseFor(refuse, [
          renames && matter.kind !== 'proposal' && 'only a Proposal changes the name of a player',
        ]);
      },

      waiting({ duty, people }, next) {
        const others = next() ?? [];
        return duty === 'join'
          ? [...others, ...people.filter((person) => person.state === 'applicant').map(({ id }) => id)]
          : others;
      },
    },

    on: {
      active: noteSignOfLife,

      posted({ post: entry, author }) {
        if (entry.kind === 'join-request' && (author.state === 'outsider' || author.state === 'left'))
          author.state = 'applicant';
        if (entry.kind === 'leave-request' && isOnRoster(author)) leave(author, g);
      },
    },
  }));
