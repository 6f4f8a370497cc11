import { beforeEach, expect, test } from 'vitest';

import { linesIn } from '../play/ledger-reader.ts';
import { bo, dee, Desk } from './fixtures/desk.ts';
import { writeTold } from './told-text.ts';

const PEEK = new Map([
  ['dynastic/peek.md', '---\ntitle: Peek\norder: 95\n---\nEach Player may have the Emperor peek.\n'],
  [
    'dynastic/peek.ts',
    "import { action, rule } from 'gitnomic/rules';\nexport default rule(() => ({ actions: { peek: action({ title: 'Peek', private: true, effect() {} }) } }));\n",
  ],
]);

let desk: Desk;
let call = '';
beforeEach(async () => {
  desk = await Desk.open({ ruleset: PEEK });
  desk.opens(bo, '1', 'proposal', 'A place to talk');
  call = desk.says(dee, '1', '/act peek');
  desk.decide();
});

const lines = (): number => linesIn(desk.deciding.position.open.play.ledger);
const nothing = { changes: [], used: [], rolls: [], result: null };

/** What is answered to what somebody tells of the action. */
function told(by: typeof bo, more: { readonly call?: string; readonly lines?: number } = {}): string {
  desk.says(by, '1', writeTold({ call, lines: lines(), told: nothing, pictures: null, ...more }));
  return desk.answers(desk.decide()).at(-1) ?? '';
}

test('only whoever called for an action of the emperor’s side tells what came of it, and once', () => {
  expect(told(bo)).toContain('dee called for it');
  expect(desk.deciding.position.calls.open).toEqual([call]);
  expect(told(dee)).toContain('**Done.**');
  expect(desk.deciding.read.ledger.at(-1)).toMatchObject({ by: 'dee', what: 'peek' });
  expect(told(dee)).toContain('nothing that it could answer was called for');
});

test('what was told of another call, or before something else happened, does not count', () => {
  expect(told(dee, { call: 'c99' })).toContain('nothing that it could answer was called for');
  expect(told(dee, { lines: lines() + 1 })).toContain('something else has happened meanwhile');
  expect(desk.deciding.position.calls.open).toEqual([call]);
});
