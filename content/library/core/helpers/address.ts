import { boolean, choice, list, map, optional, record, text } from 'gitnomic/rules';

const theme = text({ title: 'theme of the next dynasty', filled: true });

const terms = optional(
  record({
    player: optional(text({ title: 'one player is called' })),
    players: optional(text({ title: 'several players are called' })),
    emperor: optional(text({ title: 'the leader is called' })),
    emperors: optional(text({ title: 'several leaders are called' })),
  }),
  { title: 'new names' },
);

const keep = list(text({ from: 'dynastic-rules' }), {
  start: [],
  title: 'keep these rules',
  about: 'All other dynastic rules are repealed, and what they track is lost.',
});

const anew = boolean({
  title: 'whatever the rules that stay keep track of starts anew',
  start: false,
  about: 'Otherwise everybody keeps what they have, and a goal may have been reached already.',
});

const specialCases = map(choice(['active', 'inactive']), {
  start: {},
  from: 'special-cases',
  title: 'special cases',
});

const words = text({ start: '', title: 'the text of the address' });

/** What the form of an address asks for, in each era as far as its rules know it. */
export const ADDRESS = { theme, terms, keep, anew, specialCases, address: words };
