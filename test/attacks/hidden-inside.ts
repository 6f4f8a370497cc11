// A dynasty whose one rule hides a word in every type that can hold one, in every place where rules keep or take values.

export interface HidingType {
  readonly type: string;
  /** A value of it that holds a word, as code and as people write it; `WORD` stands for the word. */
  readonly value: string;
}

/** Types that are private, or have something private inside. */
export const HIDING: Readonly<Record<string, HidingType>> = {
  itself: { type: 'text({ private: true })', value: 'WORD' },
  whole: { type: 'list(text(), { private: true })', value: '[WORD]' },
  optional: { type: 'optional(text({ private: true }))', value: 'WORD' },
  denied: { type: 'optional(text({ private: true }), { private: false })', value: 'WORD' },
  list: { type: 'list(text({ private: true }))', value: '[WORD]' },
  map: { type: 'map(text({ private: true }))', value: '{ one: WORD }' },
  keys: { type: 'map(integer({ private: true }))', value: '{ [WORD]: 1 }' },
  record: {
    type: "record({ word: text({ private: true, start: '' }), beside: text({ start: '' }) })",
    value: '{ word: WORD, beside: "seen" }',
  },
  data: { type: 'optional(data({ private: true }))', value: '{ any: [WORD] }' },
  picture: { type: 'optional(picture({ private: true }))', value: '"https://example.org/" + WORD' },
  deep: {
    type: 'list(optional(record({ of: map(list(text({ private: true }))) })))',
    value: '[null, { of: { one: [WORD] } }]',
  },
};

/** Whoever is given an address would look there for a picture. */
const GIVEN = Object.entries(HIDING).filter(([name]) => name !== 'picture');

const nameOf = (name: string): string => `held${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
const lines = (all: readonly string[]): string => all.map((line) => `  ${line},\n`).join('');
const typed = (all: readonly (readonly [string, HidingType])[]): string =>
  lines(all.map(([name, { type }]) => `${nameOf(name)}: ${type}`));

/** A public action for each place that says what it finds there. */
const TELLING: Readonly<Record<string, string>> = {
  player: 'people.all()',
  game: '[game]',
  dynasty: '[dynasty]',
  emperor: '[emperor]',
  vault: 'vaults.all()',
  chest: 'chests.all()',
  post: 'posts.all()',
};

export const CLAUSE = `import { action, data, derive, integer, list, map, optional, picture, record, rule, text } from 'gitnomic/rules';

const FIELDS = {
${typed(Object.entries(HIDING))}};
const GIVEN = {
${typed(GIVEN)}};
const made = (word: string, place: string): any => {
  const at = (type: string): string => word + '-' + type + '-' + place;
  return {
${lines(Object.entries(HIDING).map(([name, { value }]) => `${nameOf(name)}: ${value.replaceAll('WORD', `at('${name}')`)}`))}  };
};
/** How many of these hold a word. */
const held = (one: any): number => Object.keys(FIELDS).filter((name) => JSON.stringify(one?.[name] ?? null).includes('hu')).length;
const first = (one: any): string => JSON.stringify(one?.heldOptional ?? one?.heldRecord);

export default rule((g: any): any => ({
  player: { ...FIELDS },
  game: { ...FIELDS, seen: integer(), note: text({ start: '' }) },
  dynasty: { ...FIELDS },
  emperor: { ...FIELDS },
  post: { ...FIELDS },
  things: {
    chests: { title: 'Chests', fields: { ...FIELDS, label: text({ start: '' }) } },
    vaults: { title: 'Vaults', ids: ['v0'], fields: { ...FIELDS } },
  },
  submissions: {
    whisper: { title: 'Whisper', by: 'anybody', open: { room: text(), hint: optional(text({ private: true })) }, with: { ...GIVEN } },
  },
  views: {
    'told-of-it': derive({ of: 'chests', returns: list(text({ private: true })), value: (one: any) => [['hu', 'sh-view-', one.id].join('')] }),
    'told-of-all': derive({ of: 'game', returns: optional(text({ private: true })), value: () => ['hu', 'sh-view'].join('') }),
  },
  actions: {
    keep: action({
      title: 'Keep', sentence: 'kept {beside}', by: 'emperor', private: true, reveals: ['players', 'game', 'dynasty', 'vaults', 'chests', 'posts'],
      with: { ...GIVEN, seed: text({ private: true }), beside: text({ start: 'open' }) },
      effect({ actor, game, dynasty, emperor, chests, vaults, post, seed, beside }: any) {
        actor.set(made(seed, 'player'));
        game.set(made(seed, 'game'));
        dynasty.set(made(seed, 'dynasty'));
        emperor.set(made(seed, 'emperor'));
        vaults.get('v0').set(made(seed, 'vault'));
        chests.get('c1')?.set(made(seed, 'old-chest'));
        chests.addNumbered('c', { ...made(seed, 'chest'), label: beside });
        post({ kind: 'story', title: 'Kept ' + beside, text: 'A story.', author: actor })?.set?.(made(seed, 'post'));
      },
    }),
    count: action({
      title: 'Count', by: 'emperor', private: true, reveals: ['game.seen'],
      effect({ actor, game, dynasty, emperor, chests, vaults, posts, submissions }: any) {
        const sent = submissions('whisper').map(({ values }: any) => values);
        game.seen = [actor, game, dynasty, emperor, vaults.get('v0'), ...chests, ...posts, ...sent].reduce((sum, one) => sum + held(one), 0);
      },
    }),
${Object.entries(TELLING)
  .map(
    ([place, all]) =>
      `    'tell-${place}': action({ by: 'anybody', effect({ people, game, dynasty, emperor, vaults, chests, posts }: any) { game.note = ${all}.map(first).join(); } }),
    'refuse-${place}': action({ by: 'anybody', check({ people, game, dynasty, emperor, vaults, chests, posts, refuse }: any) { refuse(${all}.map(first).join()); } }),
`,
  )
  .join('')}  },
}));
`;

export const TELLERS = Object.keys(TELLING).flatMap((place) => [`tell-${place}`, `refuse-${place}`]);

/** Words for each of the parameters, as somebody writes them on a command line. */
export function wordsWith(word: string, place: string): readonly string[] {
  return GIVEN.map(([name, { value }]) => {
    const said = value.replaceAll('WORD', `${word}-${name}-${place}`).replaceAll(/\[(\S+)\]: 1/gu, '$1: 1');
    return `held-${name}=${said}`;
  });
}

export const PACK: Readonly<Record<string, string>> = {
  'pack.yml': "name: hidden\ntitle: The Hidden\ncore: '2021'\ntheme: Everything is hidden.\n",
  'dynastic/hiding.md':
    '---\ntitle: Hiding\norder: 10\n---\nThe Emperor hides what they like, and others whisper to them.\n',
  'dynastic/hiding.ts': CLAUSE,
};
