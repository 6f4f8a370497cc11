import { boolean, list, player, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { sameList } from './helpers/words.ts';

export interface Asks {
  'is-clan-lord'(words: { person: Person }): boolean;
  'clan-lords-only'(words: { person: Person }): void;
}

export interface Tells {
  'clan-lord-made': { person: Person };
  'clan-lord-unmade': { person: Person };
}

export default rule((g) => {
  const { game, people, ruleset, refuse, emit, hook } = g;
  const written = (): readonly string[] => g.list('lords');
  const holdsOffice = (person: Person): boolean =>
    person.is(g.dynasty.emperor) || game.lords.some((lord) => lord.is(person));
  const under = g.scratch(() => ({
    /** What a game starts with makes nobody anything that they were not. */
    silent: false,
    /** The Emperor's office comes and goes without an entry in the list. */
    settling: false,
  }));

  function enter(person: Person, lord: boolean): void {
    const others = game.lords.filter((one) => !one.is(person));
    if (lord !== others.length < game.lords.length) game.lords = lord ? [...others, person] : others;
  }

  /** What an amendment wrote into the list, or struck out of it, is done. */
  function readList(): void {
    const now = written();
    const before = game.lordsInText;
    if (sameList(now, before)) return;
    game.lordsInText = now;
    const changed = (names: readonly string[], others: readonly string[], lord: boolean): void => {
      for (const person of names.filter((name) => !others.includes(name)).map((name) => people.get(name)))
        if (person !== null) person.clanLord = lord;
    };
    changed(before, now, false);
    changed(now, before, true);
  }

  function writeList(): void {
    const names = game.lords.map(({ label }) => label);
    game.lordsInText = names;
    if (!sameList(names, written())) ruleset.writeList('lords', names);
  }

  function settleOffices(): void {
    under().settling = true;
    try {
      for (const person of people)
        if (person.clanLord !== holdsOffice(person)) person.clanLord = holdsOffice(person);
    } finally {
      under().settling = false;
    }
  }

  return {
    player: { clanLord: boolean({ title: 'Clan Lord' }) },
    game: {
      lords: list(player({ who: 'anybody' }), { title: 'Clan Lords in their own right' }),
      lordsInText: list(text(), { title: 'Clan Lords as the rule last named them' }),
    },

    hooks: {
      'is-clan-lord': ({ person }) => holdsOffice(person),

      'clan-lords-only'({ person }) {
        if (!hook('is-clan-lord', { person }))
          refuse(`only a Clan Lord may do this, and ${person.label} is none`);
      },

      'value-written'({ owner, variable, before, after }, next) {
        const given = next();
        const person = variable === 'clan-lord' ? people.get(owner) : null;
        if (person === null || under().silent) return given === undefined ? after : given;
        if (!under().settling) enter(person, after === true);
        const lord = after === true || person.is(g.dynasty.emperor);
        if (lord !== before) emit(lord ? 'clan-lord-made' : 'clan-lord-unmade', { person });
        return lord;
      },
    },

    on: {
      'game-begins'() {
        under().silent = true;
        try {
          const named = written().flatMap((name) => people.get(name) ?? []);
          game.lords = people.filter((person) => person.clanLord || named.some((one) => one.is(person)));
          settleOffices();
        } finally {
          under().silent = false;
        }
        game.lordsInText = written();
      },

      changed() {
        readList();
        settleOffices();
        writeList();
      },
    },
  };
});
