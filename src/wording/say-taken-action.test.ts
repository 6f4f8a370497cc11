import { describe, expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { emptyState } from '../kernel/state.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { MODERATE, SET_ASIDE, SET_GAME } from '../store/ledger-line.ts';
import { Naming } from './naming.ts';
import {
  isBookkeeping,
  placesIn,
  sayCommit,
  sayDone,
  sayLine,
  subjectOfLine,
  titleOfLine,
  type SaidLine,
} from './say-taken-action.ts';

const of = (type: ValueType, rule = 'dynastic/harbour'): { type: ValueType; rule: string } => ({
  type,
  rule,
});
const INTEGER: ValueType = { kind: 'integer' };
const TEXT: ValueType = { kind: 'text' };
const FIELDS = {
  player: { oil: of(INTEGER), rope: of(INTEGER), tar: of(INTEGER), motto: of(TEXT) },
};
const berth: ValueType = { kind: 'thing', collection: 'berths' };
const moor = {
  title: 'Moor',
  sentence: null as string | null,
  with: { berth, from: { kind: 'optional', of: berth, none: null }, motto: TEXT, oil: INTEGER },
};
const model = {
  actions: { moor, 'light-lamp': { ...moor, title: null } },
  times: { tide: { title: 'The tide' }, 'night-fall': { title: null } },
  fields: FIELDS,
} as unknown as ModelDescription;
const withSentence = (sentence: string): ModelDescription =>
  ({ ...model, actions: { moor: { ...moor, sentence } } }) as unknown as ModelDescription;
const naming = new Naming({
  model: {
    fields: FIELDS,
    collections: { berths: { rule: 'dynastic/harbour', title: 'Berths', fields: { lit: of(INTEGER) } } },
  },
  state: {
    ...emptyState(),
    players: { ana: { name: 'Ana' }, berths: { name: 'Bert' } },
    things: { berths: { G4: { name: 'North Pier' }, D2: { name: 'South Pier' } } },
    posts: { '9': { title: 'The Font' } } as never,
  },
});
const line = (what: string, words?: unknown, more: Partial<SaidLine> = {}): SaidLine => ({
  by: 'ana',
  what,
  changes: [],
  ...(words === undefined ? {} : { with: words }),
  ...more,
});
const says = (what: string, words?: unknown): string => sayLine(line(what, words), model, naming);

describe('the title of a ledger line', () => {
  test.each([
    ['moor', 'Moor'],
    ['light-lamp', 'Light lamp'],
    ['time tide', 'The tide'],
    ['time night-fall', 'Night fall'],
    ['constructor', 'Constructor'],
    ['enact 9', 'enacted “The Font”'],
    ['fail 9', 'let “The Font” fail'],
    [SET_GAME, 'changed how the game is set up'],
    [MODERATE, 'moderated'],
    [SET_ASIDE, 'set something aside that it couldn’t process'],
    ['time unknown-tide', 'Unknown tide'],
  ])('%s: %s', (what, title) => {
    expect(titleOfLine(what, model, naming)).toBe(title);
  });
});

describe('the description of what somebody did', () => {
  test('uses a title if it’s no action of the rules, and the words of a measure', () => {
    expect(says('enact 9')).toBe('enacted “The Font”');
    expect(says('fail 9', { why: 'so' })).toBe('let “The Font” fail');
    expect(says(SET_GAME, { practice: true })).toBe('changed how the game is set up');
    expect(says(MODERATE, { mute: 'ana', why: 'insults' })).toBe('muted Ana: insults');
    expect(says(MODERATE, { shun: 'ana' })).toBe('moderated');
    expect(says(MODERATE)).toBe('moderated');
  });

  test('lists things, people and short texts if the rules have no sentence for it', () => {
    expect(says('moor')).toBe('took the action “Moor”');
    expect(says('moor', { berth: 'G4', from: 'D2', motto: ' Ahoy ', oil: 3, unknown: 'x' })).toBe(
      'took the action “Moor” with North Pier (G4), South Pier (D2), “Ahoy”',
    );
    expect(says('moor', { from: null })).toBe('took the action “Moor”');
  });

  test.each([
    ['forty letters', 'a'.repeat(40), true],
    ['more of them', 'a'.repeat(41), false],
    ['two lines', 'one\ntwo', false],
    ['blanks alone', '   ', false],
    ['nothing', '', false],
    ['a number, as an older game may hold', 7, false],
  ])('includes a text only if it’s short and on one line: %s', (_, motto, isSaid) => {
    expect(says('moor', { motto })).toBe(
      isSaid ? `took the action “Moor” with “${String(motto)}”` : 'took the action “Moor”',
    );
  });

  test('uses the rule’s sentence, whose brackets appear if everything in them is given', () => {
    const said = (words: object): string =>
      sayLine(
        line('moor', words),
        withSentence('moored at {berth}[, from {from} with {oil} oil][, “{motto}”]'),
        naming,
      );
    expect(said({ berth: 'G4', from: 'D2', oil: 3, motto: 'Ahoy' })).toBe(
      'moored at North Pier (G4), from South Pier (D2) with 3 oil, “Ahoy”',
    );
    expect(said({ berth: 'G4', oil: 3 })).toBe('moored at North Pier (G4)');
    expect(said({ berth: 'G4', from: 'D2' })).toBe('moored at North Pier (G4)');
  });

  test('says only that it was refused, if it was', () => {
    const refused = line('moor', {}, { refused: { code: 'no', reason: 'the tide is out' } as never });
    expect(sayLine(refused, model, naming)).toBe('was not allowed to do “Moor”');
  });
});

describe('its effects for that player', () => {
  const change = (path: readonly string[], before: unknown, after: unknown): SaidLine['changes'][number] => ({
    path,
    before,
    after,
  });
  const done = (changes: SaidLine['changes'], more: Partial<SaidLine> = {}, known = model): string =>
    sayDone(line('moor', { motto: 'Ahoy' }, { changes, ...more }), known, naming);
  const oil = change(['players', 'ana', 'oil'], 9, 4);

  test('follow the action, two at most', () => {
    const [rope, tar] = ['rope', 'tar'].map((field) => change(['players', 'ana', field], 0, 1));
    expect(done([oil])).toBe('took the action “Moor” with “Ahoy”: Oil 9 → 4');
    expect(done([oil, rope, tar] as never)).toBe('took the action “Moor” with “Ahoy”: Oil 9 → 4, Rope 0 → 1');
    expect(done([oil], { refused: { code: 'no', reason: 'no' } as never })).toBe(
      'was not allowed to do “Moor”',
    );
  });

  test('stands behind what the game does, whoever it is about, with what a proposal brings before what its vote brings', () => {
    const by = (what: string, changes: SaidLine['changes']): string =>
      sayDone({ by: 'engine', what, changes }, model, naming);
    const [bert, tar] = [change(['players', 'berths', 'oil'], 5, 0), change(['players', 'ana', 'tar'], 0, 1)];
    const rope = ['ana', 'berths'].map((id) => change(['players', id, 'rope'], 0, 14));
    expect([
      by('time tide', []),
      by('time tide', [bert]),
      by('time tide', [oil, bert, tar]),
      by('enact 9', [tar, ...rope]),
      by('enact 9', [oil, bert, ...rope]),
      by('fail 9', [tar]),
    ]).toEqual([
      'carried out “The tide”',
      'carried out “The tide”: Bert: Oil 5 → 0',
      'carried out “The tide”: Ana: Oil 9 → 4, Bert: Oil 5 → 0, Ana: Tar 0 → 1',
      'passed: Ana: Rope 0 → 14, Bert: Rope 0 → 14, Ana: Tar 0 → 1',
      'passed: Ana: Rope 0 → 14, Bert: Rope 0 → 14, and 2 more',
      'failed: Ana: Tar 0 → 1',
    ]);
  });

  test('name the sentence’s last player only if there are several of them', () => {
    const about = (...fields: string[]): string =>
      sayDone(
        line(
          'moor',
          { motto: 'berths' },
          { changes: fields.map((field) => change(['players', 'berths', field], 0, 1)) },
        ),
        withSentence('moored beside Bert'),
        naming,
      );
    expect(about('oil')).toBe('moored beside Bert: Oil 0 → 1');
    expect(about('oil', 'rope')).toBe('moored beside Bert: Bert: Oil 0 → 1, Bert: Rope 0 → 1');
  });

  test('don’t include anyone else’s, or those of a collection with the same id', () => {
    expect(done([change(['players', 'berths', 'oil'], 9, 4)])).toBe('took the action “Moor” with “Ahoy”');
    const lit = change(['things', 'berths', 'G4', 'lit'], 0, 1);
    expect(done([lit], { by: 'berths' })).toBe('took the action “Moor” with “Ahoy”');
  });

  test('aren’t repeated if the action states them, which applies only to new texts', () => {
    const motto = (before: unknown): string => done([change(['players', 'ana', 'motto'], before, 'Ahoy')]);
    expect(motto(null)).toBe('took the action “Moor” with “Ahoy”');
    expect(motto('Avast')).toBe('took the action “Moor” with “Ahoy”: Motto Avast → Ahoy');
    const sentence = withSentence('burned {oil} oil');
    const burned = { with: { oil: 5 } };
    expect(done([change(['players', 'ana', 'oil'], null, 5)], burned, sentence)).toBe('burned 5 oil: Oil 5');
  });

  test('leave out what the core keeps for the record, if the game has dynasties', () => {
    const saved = { player: { ...FIELDS.player, oil: of(INTEGER, 'core/activity') } };
    const ended = { ...model, fields: saved };
    expect(done([oil], {}, ended)).toContain('Oil 9 → 4');
    expect(done([oil], {}, { ...ended, fields: { ...saved, dynasty: { number: of(INTEGER) } } })).toBe(
      'took the action “Moor” with “Ahoy”',
    );
    expect(done([change(['players', 'ana', 'luck'], 0, 1)])).toContain(': Luck 0 → 1');
  });
});

test('in a game with dynasties, what core and appendix track is bookkeeping', () => {
  const dynasties = { fields: { dynasty: { number: of(INTEGER) } } };
  const rules = ['core/votes', 'appendix/other', 'dynastic/core', 'score/core/x'];
  expect(rules.map((rule) => isBookkeeping({ rule, type: {} }, dynasties))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(
    [{ fields: {} }, { fields: { dynasty: {} } }].map((one) =>
      isBookkeeping({ rule: 'core/votes', type: {} }, one),
    ),
  ).toEqual([false, false]);
});

test('finds the parameters in a sentence, in brackets or not', () => {
  expect(placesIn('moored at {berth}[, as {lastWord}] of {new-name} { } {7}')).toEqual([
    'berth',
    'lastWord',
    'new-name',
  ]);
  expect(placesIn('moored')).toEqual([]);
});

test('names the players if an action also changed something for the one it’s about', () => {
  const dare = { ...moor, title: 'Dare', sentence: 'dares {whom}', with: { whom: { kind: 'player' } } };
  const daring = { ...model, actions: { dare } } as unknown as ModelDescription;
  const changed = (who: string): object => ({ path: ['players', who, 'oil'], before: 5, after: 2 });
  const done = (...who: readonly string[]): string =>
    sayDone(line('dare', { whom: 'berths' }, { changes: who.map(changed) as never }), daring, naming);
  expect(done('ana', 'berths')).toBe('dares Bert: Ana: Oil 5 → 2, Bert: Oil 5 → 2');
  expect(done('ana')).toBe('dares Bert: Oil 5 → 2');
  expect(done('ana', 'cy')).toBe('dares Bert: Oil 5 → 2');
});

test('doesn’t repeat the name that ends the sentence before what changed for that player', () => {
  const clap = withSentence('claps for {whom}');
  const model = {
    ...clap,
    actions: { clap: { ...clap.actions['moor'], with: { whom: { kind: 'player' } } } },
  } as unknown as ModelDescription;
  const changes = [{ path: ['players', 'berths', 'oil'], before: 0, after: 1 }];
  expect(sayDone(line('clap', { whom: 'berths' }, { changes }), model, naming)).toBe(
    'claps for Bert: Oil 0 → 1',
  );
});

test.each([
  ['Enact 5: The Font', '“The Font” passed'],
  ['Fail 5: The Font\n\nA longer text.', '“The Font” failed'],
  ['Begin the game', 'The beginning'],
  ['ana: moor', 'Ana: Moor'],
  ['ana: moor (refused)', 'Ana: Moor (refused)'],
  ['engine: time tide', 'The game: The tide'],
  ['engine: enact 9', 'The game: enacted “The Font”'],
  ['Merge a branch', 'Merge a branch'],
  ['Enact 5', 'Enact 5'],
  ['', ''],
])('describes the commit “%s” as “%s”', (message, said) => {
  expect(sayCommit(message, model, naming)).toBe(said);
});

test('a vote that ends by itself is its own subject, and otherwise whoever ended it is', () => {
  const subject = (by: string, what: string): string => subjectOfLine({ by, what }, naming);
  expect([
    subject('engine', 'enact 9'),
    subject('engine', 'fail 9'),
    subject('engine', 'time tide'),
    subject('ana', 'enact 9'),
    subject('ana', 'moor'),
  ]).toEqual(['“The Font”', '“The Font”', 'The game', 'Ana', 'Ana']);
  const told = (by: string, what: string, more: Partial<SaidLine> = {}): string =>
    sayLine(line(what, undefined, { by, ...more }), model, naming);
  expect([
    told('engine', 'enact 9'),
    told('engine', 'fail 9'),
    told('ana', 'enact 9'),
    told('engine', SET_ASIDE, { refused: { reason: 'x' } as never }),
    told('ana', 'moor', { refused: { reason: 'x' } as never }),
    told('ana', 'constructor'),
  ]).toEqual([
    'passed',
    'failed',
    'enacted “The Font”',
    'set something aside that it couldn’t process',
    'was not allowed to do “Moor”',
    'took the action “Constructor”',
  ]);
});

test('a yes-or-no choice that was left out reads as no, and any other as nothing', () => {
  const asked = {
    ...model,
    actions: {
      moor: {
        ...moor,
        sentence: 'moored {fast} at {oil} oil',
        with: { fast: { kind: 'boolean' }, oil: INTEGER },
      },
    },
  } as unknown as ModelDescription;
  const said = (words: object): string => sayLine(line('moor', words), asked, naming);
  expect([said({}), said({ fast: true, oil: 3 }), said({ fast: false, oil: 0 })]).toEqual([
    'moored no at nothing oil',
    'moored yes at 3 oil',
    'moored no at 0 oil',
  ]);
});
