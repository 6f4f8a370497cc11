import { expect, test } from 'vitest';

import type { ActionDescription, ModelDescription } from '../kernel/describe-model.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { MESSAGES } from '../language/catalogue.ts';
import { wordingIn } from '../language/wording.ts';
import { clauseLines } from './say-clause.ts';

const RULE = 'dynastic/goats';
const rule = RULE;

const ACTION: ActionDescription = {
  rule,
  title: null,
  sentence: null,
  about: null,
  by: ['player'],
  with: {},
  frequency: null,
  private: false,
  marks: {},
};

const model: ModelDescription = {
  fields: {
    player: {
      hay: { type: { kind: 'integer', title: 'Bales of hay' }, rule },
      oats: { type: { kind: 'integer' }, rule },
      name: { type: { kind: 'text' }, rule: 'core/players' },
    },
    game: { bells: { type: { kind: 'integer' }, rule } },
  },
  collections: { goats: { rule, title: null, fields: { breed: { type: { kind: 'text' }, rule } } } },
  actions: {
    milk: {
      ...ACTION,
      frequency: 'daily-communal',
      with: {
        goat: { kind: 'thing', collection: 'goats' },
        pails: { kind: 'integer', min: 1, max: 3, title: 'Buckets' },
        helper: { kind: 'optional', none: null, of: { kind: 'player', another: true } },
      },
    },
    'ring-the-bell': { ...ACTION, title: 'Ring', by: ['emperor', 'anybody'], private: true },
    rename: { ...ACTION, rule: 'core/players' },
  },
  times: { dusk: { rule, title: 'Goats go home' } },
  submissions: {
    bid: {
      rule,
      title: null,
      open: { least: { kind: 'integer', min: null } },
      with: { note: { kind: 'text' } },
      shared: false,
    },
  },
  kinds: {
    wager: { rule, title: 'Wager', votable: true, official: false, engineOnly: false, purpose: null },
    diary: { rule, title: null, votable: false, official: false, engineOnly: false, purpose: null },
  },
  views: {
    fed: { rule, of: 'player', returns: { kind: 'boolean' }, title: null, private: false },
    herd: { rule: 'core/players', of: 'game', returns: { kind: 'data' }, title: null, private: false },
  },
  hooks: { 'may-act': ['core/players', RULE], 'may-post': ['core/players'] },
  events: { resolved: [RULE] },
  unheard: [],
  baseHooks: [],
  ballot: { votes: [], counts: [], states: [] },
};

const terms = { ...PLAIN_TERMS, player: 'Herder', emperor: 'Abbot' };

test('describes the definitions of a rule in a line each: what it tracks, then what people can do', () => {
  expect(clauseLines(RULE, { model, terms })).toEqual([
    'Keeps bales of hay and oats for each player',
    'Keeps bells for the game',
    'Keeps breed for the goats',
    'Milk: any Herder, once a day for all together; asks one of the goats, a number from 1 to 3 (pails) and another Herder (helper) if wanted',
    'Ring: the Abbot or anybody, at any time, done in private',
    'Goats go home: by itself, when its time comes',
    'Bid: sent sealed; asks a number (least) and words (note)',
    'Wager: can be voted on',
    'Diary: can be posted',
    'Decides: which actions are allowed',
    'Acts on: resolved',
  ]);
});

test('adds to each action and scheduled event what its code changes', () => {
  const lines = clauseLines(RULE, { model, terms }, (part, id) => [`${part} ${id} changes hay`]);
  const said = lines.filter((line) => line.endsWith(' changes hay'));
  expect(said.map((line) => [line.split(':')[0], line.split('; ').at(-1)])).toEqual([
    ['Milk', 'actions milk changes hay'],
    ['Ring', 'actions ring-the-bell changes hay'],
    ['Goats go home', 'times dusk changes hay'],
  ]);
});

test('a rule without definitions has no lines', () => {
  expect(clauseLines('dynastic/sheep', { model, terms })).toEqual([]);
});

test('writes every line in the game’s language', () => {
  const texts = Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`]));
  const wording = wordingIn({ tag: 'eo', texts });
  const lines = clauseLines(RULE, { model, terms, wording });
  expect(lines).toHaveLength(clauseLines(RULE, { model, terms }).length);
  expect(lines.filter((line) => !line.includes('⟦'))).toEqual([]);
});

test('describes each kind of question that an action asks', () => {
  const asked = (type: object, name = 'it'): string => {
    const milk = { ...ACTION, with: { [name]: type } } as ActionDescription;
    const [line = ''] = clauseLines(RULE, {
      model: { ...model, fields: {}, collections: {}, actions: { milk } },
      terms,
    });
    return line.replace(/^Milk: any Herder, at any time; asks /u, '');
  };
  const integer = { kind: 'integer' };
  expect([
    asked(integer),
    asked({ ...integer, min: null }),
    asked({ ...integer, min: 2 }),
    asked({ ...integer, min: null, max: 9 }),
    asked({ ...integer, max: 9 }),
    asked(integer, 'number'),
    asked({ kind: 'boolean' }),
    asked({ kind: 'player', who: 'anybody' }),
    asked({ kind: 'player', another: true }),
    asked({ kind: 'player' }),
    asked({ kind: 'text' }, 'word'),
    asked({ kind: 'text', picture: true }),
    asked({ kind: 'time' }),
    asked({ kind: 'post' }, 'newPost'),
    asked({ kind: 'list', of: integer, title: 'Prime numbers' }),
    asked({ kind: 'list', of: integer }, 'bigOnes'),
    asked({ kind: 'choice', of: ['a'] }, 'age'),
    asked({ kind: 'choice', of: ['a'] }, 'size'),
    asked({ kind: 'thing', collection: 'oldGoats' }),
    asked({ kind: 'data' }),
    asked({ kind: 'optional', of: { kind: 'time' }, none: null }),
  ]).toEqual([
    'a number from 0 (it)',
    'a number (it)',
    'a number from 2 (it)',
    'a number up to 9 (it)',
    'a number from 0 to 9 (it)',
    'a number from 0 (number)',
    'yes or no (it)',
    'anybody (it)',
    'another Herder (it)',
    'a Herder (it)',
    'words',
    'a picture (it)',
    'a time (it)',
    'a post (new post)',
    'several Prime numbers',
    'several big ones',
    'an age',
    'a size',
    'one of the old goats (it)',
    'it',
    'a time (it) if wanted',
  ]);
});

test('describes roles, the rules’ own questions and hidden parts in the game’s terms', () => {
  const one = {
    ...model,
    fields: {
      player: {
        hay: { type: { kind: 'integer', shown: false }, rule },
        oats: { type: { kind: 'integer', shown: true }, rule },
      },
    },
    collections: {},
    actions: {
      milk: { ...ACTION, by: ['admin'] },
      shear: { ...ACTION, by: ['herald', 'anybody'] },
      feed: { ...ACTION, by: ['emperor'] },
    },
    times: { 'late-dusk': { rule, title: null } },
    submissions: {},
    kinds: {},
    views: { fed: { rule, title: 'Who is fed' }, herd: { rule, title: null } },
    hooks: { 'may-vote': [RULE], 'how-tall': [RULE] },
    events: {},
  } as unknown as ModelDescription;
  expect(clauseLines(RULE, { model: one, terms })).toEqual([
    'Keeps oats for each player',
    'Milk: any admin, at any time',
    'Shear: herald or anybody, at any time',
    'Feed: the Abbot, at any time',
    'Late dusk: by itself, when its time comes',
    'Says: Who is fed',
    'Decides: who may vote and how tall',
  ]);
});
