import { expect, test } from 'vitest';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import type { Play } from '../play/play.ts';
import { integer, list, picture, text } from '../../rules/types.ts';
import { picturesNeeded, knownOf, pictureChanges, picturesOnRecord } from './action-pictures.ts';

const field = (type: object): object => ({ type });
const model = {
  actions: {
    hang: { with: { art: picture(), sizes: list(picture()), note: text() }, private: false },
    judge: { with: { art: picture() }, private: true },
  },
  submissions: { work: { with: { art: picture() }, open: { title: text() } } },
  fields: { player: { face: field(picture()), gold: field(integer()) } },
  collections: { art: { fields: { image: field(picture()), mask: field(picture({ private: true })) } } },
} as unknown as ModelDescription;
const without = {
  ...model,
  submissions: {},
  fields: {},
  collections: { art: { fields: { size: field(integer()) } } },
};

const sent = (id: string, contents: object | null, used = false): object => ({
  id,
  kind: 'work',
  open: {},
  contents,
  used,
});
const stateWith = (more: object): State =>
  ({
    game: {},
    dynasty: {},
    emperor: {},
    players: {},
    things: {},
    posts: {},
    submissions: {},
    ...more,
  }) as unknown as State;

const submissions = {
  '1': sent('1', { art: 'https://a.example/one' }),
  '2': sent('2', { art: 'https://a.example/used' }, true),
  '3': sent('3', null),
};
const play = (of: object = model): Play =>
  ({ model: of, state: () => stateWith({ submissions }) }) as unknown as Play;
const act = (action: string, words: object) =>
  ({ type: 'act', at: '', by: 'ana', action, with: words }) as Parameters<typeof picturesNeeded>[2];

test('an action needs every picture in its words, wherever its type has one', () => {
  const words = {
    art: ' https://a.example/x ',
    sizes: ['https://a.example/y', ''],
    note: 'https://a.example/no',
  };
  expect(picturesNeeded(play(), false, act('hang', words))).toEqual([
    'https://a.example/x',
    'https://a.example/y',
  ]);
  expect(picturesNeeded(play(), true, act('hang', words))).toHaveLength(2);
  for (const action of ['nothing', 'constructor', 'toString'])
    expect(picturesNeeded(play(), true, act(action, words))).toEqual([]);
});

test('on the emperor’s side, an action also needs sealed pictures that aren’t used yet', () => {
  const words = { art: 'https://a.example/x' };
  const sealed = ['https://a.example/x', 'https://a.example/one'];
  expect(picturesNeeded(play(), true, act('judge', words))).toEqual(sealed);
  expect(picturesNeeded(play(), false, act('judge', words))).toEqual(sealed.slice(0, 1));
  expect(picturesNeeded(play(without), true, act('judge', words))).toEqual(sealed.slice(0, 1));
});

test('picks what is known of an action’s own pictures, ignoring inherited property names', () => {
  const known = { a: { copy: 'c1' }, b: { copy: 'c2' } } as never;
  expect(knownOf(known, ['a', 'z', 'constructor'])).toEqual({ a: { copy: 'c1' } });
  expect(knownOf(known, [])).toEqual({});
});

test('a line records what is known of the pictures in its own words', () => {
  const known = { 'https://a.example/x': { copy: 'c1' }, 'https://a.example/one': { copy: 'c2' } } as never;
  const line = (what: string, words: unknown): Parameters<typeof picturesOnRecord>[2] =>
    ({ what, with: words }) as never;
  expect(picturesOnRecord(known, model, line('judge', { art: 'https://a.example/x' }))).toEqual({
    pictures: { 'https://a.example/x': { copy: 'c1' } },
  });
  expect(picturesOnRecord(known, model, line('judge', { art: 'https://a.example/unknown' }))).toEqual({});
  for (const words of [null, undefined, 'art', 7])
    expect(picturesOnRecord(known, model, line('judge', words))).toEqual({});
  for (const what of ['enact 7', 'constructor'])
    expect(picturesOnRecord(known, model, line(what, { art: 'https://a.example/x' }))).toEqual({});
});

const at = (name: string): string => `pictures/art/r1.${name.repeat(16).slice(0, 16)}.webp`;
const shows = (face: string | null, images: Readonly<Record<string, string>> = {}, mask = ''): State =>
  stateWith({
    players: { ana: { face, gold: 3 } },
    things: { art: Object.fromEntries(Object.entries(images).map(([id, image]) => [id, { image, mask }])) },
  });
const changed = (before: State | null, after: State, of: ModelDescription = model): object =>
  Object.fromEntries(pictureChanges(of, before, after));

test('a commit adds the copies that are newly shown', () => {
  expect(changed(null, shows(at('a')))).toEqual({ [at('a')]: 'a'.repeat(16) });
  expect(changed(shows(at('a')), shows(at('a')))).toEqual({});
  expect(changed(shows(null), shows(at('a'), { r1: at('b') }))).toEqual({
    [at('a')]: 'a'.repeat(16),
    [at('b')]: 'b'.repeat(16),
  });
  expect(changed(shows(null), shows(null, { r1: '' }, at('c')))).toEqual({});
});

test('a replaced copy is deleted unless it is shown elsewhere', () => {
  expect(changed(shows(at('a')), shows(at('b')))).toEqual({ [at('b')]: 'b'.repeat(16), [at('a')]: null });
  expect(changed(shows(at('a')), shows(at('b'), { r1: at('a') }))).toEqual({
    [at('b')]: 'b'.repeat(16),
    [at('a')]: 'a'.repeat(16),
  });
  expect(changed(shows(at('a')), shows(null))).toEqual({});
});

test('looks for nothing if no rule has a picture', () => {
  expect(changed(null, shows(at('a'), { r1: at('b') }), without as unknown as ModelDescription)).toEqual({});
  const ofThings = { ...model, fields: {} } as ModelDescription;
  expect(changed(null, shows(at('a'), { r1: at('b') }), ofThings)).toEqual({ [at('b')]: 'b'.repeat(16) });
});

test('looks for pictures if even one variable has one', () => {
  const ofPlayers = { ...without, fields: model.fields } as unknown as ModelDescription;
  expect(changed(null, shows(at('a'), { r1: at('b') }), ofPlayers)).toEqual({ [at('a')]: 'a'.repeat(16) });
});
