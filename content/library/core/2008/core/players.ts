import {
  action,
  boolean,
  choice,
  derive,
  integer,
  list,
  optional,
  player,
  rule,
  text,
  time,
} from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { noteSignOfLife } from '#core/activity.ts';
import { isOlderThanHours } from '#core/idling.ts';
import { refuseFor } from '#core/reasons.ts';
import { isAmong, whyOffRoster } from '#core/roster.ts';

export interface Asks {
  /** Those for whom a duty is still to be done, by their ids. */
  waiting(words: { duty: string }): readonly string[] | undefined;
}

export interface Tells {
  joined: { person: Person };
}

export default rule((g) => {
  const { people, ruleset } = g;
  const silence = g.hours('silence');
  const silent = (person: Person): boolean => isOlderThanHours(person.lastActive, g.now, silence);
  const mayBeIdled = (person: Person): boolean =>
    person.state === 'active' && (person.idleAsked !== null || silent(person));

  function whyIdle(
    person: Person,
    rule: { readonly path: string; readonly title: string } | null,
  ): string | null {
    if (person.state !== 'idle') return null;
    return isAmong(rule, g.list('counting-the-idle'), ruleset.rules) ? null : `${person.label} is idle`;
  }

  /** Who is gone, of their own will or not, heads no dynasty and administers nothing any more. */
  function strip(person: Person): void {
    person.set({ admin: false, idleAsked: null, unidleAsked: null });
    if (g.maybe(() => person.is(g.dynasty.emperor))) g.dynasty.emperor = null;
  }

  function welcome(person: Person): void {
    const { name, headed, dynastiesActive } = person;
    person.reset();
    person.set({
      name: name === '' ? person.id : name,
      headed,
      dynastiesActive,
      state: 'active',
      joined: g.now,
      lastActive: g.now,
    });
    g.emit('joined', { person });
  }

  return {
    player: {
      state: choice(['outsider', 'applicant', 'active', 'idle', 'left', 'barred'], { start: 'outsider' }),
      name: text(),
      admin: boolean(),
      joined: optional(time()),
      lastActive: optional(time()),
      headed: integer({ title: 'dynasties led' }),
      dynastiesActive: list(integer(), { title: 'dynasties played' }),
      idleSince: optional(time()),
      idleReason: optional(choice(['asked', 'self', 'inactive'])),
      idleDynasty: optional(integer()),
      idleAsked: optional(time()),
      unidleAsked: optional(time()),
    },

    posts: {
      'join-request': { title: 'Request to join', purpose: 'join' },
      'leave-request': { title: 'Request to leave' },
      'admin-resignation': { title: 'Resignation of an Admin' },
      'idle-announcement': { title: 'Announcement of an idling' },
    },

    actions: {
      join: action({
        title: 'Let somebody in',
        sentence: 'let {player} in',
        by: 'admin',
        with: { player: text({ filled: true, from: 'applicants' }) },
        check({ player: id, refuse }) {
          const state = people.get(id)?.state ?? 'outsider';
          if (state === 'barred') refuse(`${id} is barred from the game`);
          if (state === 'active' || state === 'idle') refuse(`${id} is already in the game`);
          if (state !== 'applicant') refuse(`${id} has not asked to join`);
        },
        effect({ player: id }) {
          const person = people.get(id);
          if (person !== null) welcome(person);
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

      'ask-idle': action({
        title: 'Ask to be made idle',
        sentence: 'asked to be made idle',
        by: 'anybody',
        marks: { request: true },
        check: ({ actor, refuse }) => refuseFor(refuse, [whyOffRoster(actor)]),
        effect({ actor, now }) {
          actor.idleAsked = now;
        },
      }),

      'ask-unidle': action({
        title: 'Ask to be made active again',
        sentence: 'asked to be made active again',
        by: 'anybody',
        marks: { request: true },
        check: ({ actor, refuse }) => refuseFor(refuse, [whyOffRoster(actor)]),
        effect({ actor, now }) {
          actor.unidleAsked = now;
        },
      }),

      idle: action({
        title: 'Make somebody idle',
        sentence: 'made {player} idle',
        by: 'admin',
        with: { player: player({ who: 'anybody' }) },
        check({ actor, player: person, refuse }) {
          refuseFor(refuse, [
            whyOffRoster(person),
            person.state === 'idle' && `${person.label} is already idle`,
          ]);
          if (!person.is(actor) && !mayBeIdled(person))
            refuse(
              `${person.label} has not asked for it, nor been silent for more than ${g.words('silence')}`,
            );
        },
        effect({ actor, player: person, now, dynasty, post }) {
          const reason = person.is(actor) ? 'self' : person.idleAsked !== null ? 'asked' : 'inactive';
          person.set({
            state: 'idle',
            idleReason: reason,
            idleSince: now,
            idleDynasty: dynasty.number,
            idleAsked: null,
            unidleAsked: null,
          });
          if (reason === 'inactive')
            post({
              kind: 'idle-announcement',
              title: `${person.label} is idle`,
              text: `Nothing was heard of ${person.label} since ${person.lastActive}.`,
              author: actor,
            });
        },
      }),

      unidle: action({
        title: 'Make somebody active again',
        sentence: 'made {player} active again',
        by: 'admin',
        with: { player: player({ who: 'anybody' }) },
        check: ({ actor, player: person, refuse }) =>
          refuseFor(refuse, [
            whyOffRoster(person),
            person.state === 'active' && `${person.label} is already active`,
            person.state === 'idle' &&
              !person.is(actor) &&
              person.unidleAsked === null &&
              `${person.label} has not asked for it`,
          ]),
        // What is tracked of them was never touched: it is as it was.
        effect: ({ player: person }) =>
          person.set({
            state: 'active',
            idleSince: null,
            idleReason: null,
            idleDynasty: null,
            idleAsked: null,
            unidleAsked: null,
          }),
      }),
    },

    views: {
      applicants: derive({
        of: 'game',
        returns: list(text()),
        value: () => people.where({ state: 'applicant' }).map(({ id }) => id),
      }),
      emperor: derive({
        of: 'player',
        returns: boolean(),
        value: (person) => person.is(g.maybe(() => g.dynasty.emperor, null)),
      }),
      'may-be-idled': derive({ of: 'player', returns: boolean(), value: mayBeIdled }),
      waiting: derive({
        of: 'text',
        returns: list(text()),
        about: 'Whom something is still to be done for: join, idle, unidle, ascend …',
        value: (duty) => [...new Set<string>(g.hook('waiting', { duty }))].sort(),
      }),
    },

    hooks: {
      'not-a-player': ({ person, rule }, next) => whyOffRoster(person) ?? whyIdle(person, rule) ?? next(),

      'not-in-role'({ actor, role, rule }, next) {
        if (role === 'anybody') return next();
        const grounds = [whyIdle(actor, rule), next(), whyOffRoster(actor)].filter(
          (ground, at, all) => typeof ground === 'string' && all.indexOf(ground) === at,
        );
        return grounds.length === 0 ? null : grounds.join('; ');
      },

      'value-written'({ owner, variable, after }, next) {
        const given = next();
        const person =
          variable === 'state' && (after === 'left' || after === 'barred') ? people.get(owner) : null;
        if (person !== null) strip(person);
        return given === undefined ? after : given;
      },

      'may-change'({ matter, change, refuse }) {
        const renames = /^players\.[^.]+\.name$/.test(change.path ?? '');
        if (renames && matter.kind !== 'proposal') refuse('only a Proposal changes the name of a player');
      },

      waiting({ duty }, next) {
        const states = {
          join: ({ state }: Person) => state === 'applicant',
          idle: mayBeIdled,
          unidle: ({ state, unidleAsked }: Person) => state === 'idle' && unidleAsked !== null,
        };
        const waits = (states as Readonly<Record<string, ((person: Person) => boolean) | undefined>>)[duty];
        return [...(next() ?? []), ...(waits === undefined ? [] : people.filter(waits).map(({ id }) => id))];
      },
    },

    on: {
      active: noteSignOfLife,

      posted({ post: entry, author }) {
        if (entry.kind === 'join-request' && (author.state === 'outsider' || author.state === 'left'))
          author.state = 'applicant';
        if (entry.kind === 'leave-request' && whyOffRoster(author) === null) author.state = 'left';
      },
    },
  };
});
