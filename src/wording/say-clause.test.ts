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

test('the definitions of one rule are told, a line each, in the order of what it keeps and what it lets people do', () => {
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

test('what the code of an action or a time changes stands after it', () => {
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

test('all of it is told in the language of the game', () => {
  const texts = Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`]));
  const wording = wordingIn({ tag: 'eo', texts });
  const lines = clauseLines(RULE, { model, terms, wording });
  expect(lines).toHaveLength(clauseLines(RULE, { model, terms }).length);
  expect(lines.filter((line) => !line.includes('⟦'))).toEqual([]);
});
