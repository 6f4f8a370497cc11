import { describe, expect, test } from 'vitest';

import { SandboxError, SandboxLostError } from '../sandbox/host.ts';
import { emptyState } from '../kernel/state.ts';
import { Naming } from './naming.ts';
import { ruleFaultOf, sayStuck, timeFaultsOf } from './rule-fault.ts';

const RULE = { title: 'Market', number: '3.1', path: 'dynastic/market.md' };
const fault = (reason: string, rule: typeof RULE | null = RULE): object => ({
  code: 'clause-fails',
  reason,
  rule,
  param: null,
});
const stopped = new SandboxError('too-many-steps', 'it took too many steps', RULE, 'dynastic/market.ts:4');
const throws = (error: Error) => (): never => {
  throw error;
};

describe('a rule that fails when asked about a matter', () => {
  test('is reported with its line and what can be done, and only for that matter', () => {
    const asked: (readonly string[])[] = [];
    const ask = (...path: readonly string[]): unknown => {
      asked.push(path);
      return { '7': fault('boo') };
    };
    expect(ruleFaultOf('7', ask)).toMatch(
      /^it is unknown whether its time has come: boo \(rule 3\.1 Market\); anybody/u,
    );
    expect(asked).toEqual([['faults', '7']]);
    expect(ruleFaultOf('8', ask)).toBeNull();
    expect(ruleFaultOf('7', () => undefined)).toBeNull();
    expect(ruleFaultOf('7', () => ({ '7': null }))).toBeNull();
  });

  test('is reported with where it was stopped, even if the rule is unknown, and other errors are thrown', () => {
    expect(ruleFaultOf('7', throws(stopped))).toContain(
      'it took too many steps (rule 3.1 Market, dynastic/market.ts:4);',
    );
    const lost = SandboxLostError.withoutMemory();
    expect(ruleFaultOf('7', throws(lost))).toContain(`: ${lost.message};`);
    expect(() => ruleFaultOf('7', throws(new TypeError('of the engine')))).toThrow('of the engine');
  });
});

describe('a scheduled event', () => {
  const coming = [
    { id: 'market', title: 'Market day' },
    { id: 'tide', title: 'The tide' },
  ];

  test('is reported if it fails, whether it’s due or still to come', () => {
    const found = [
      { id: 'market', title: 'Market day', fault: fault('boo'), isDue: true },
      { id: 'tide', title: 'The tide', fault: fault('hm', null), isDue: false },
    ];
    const said = timeFaultsOf((...path) => (path.length === 1 && path[0] === 'failing' ? found : []), coming);
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(
      /^Market day: its time has come but it can’t be done: boo \(rule 3\.1 Market\);/u,
    );
    expect(said[1]).toMatch(/^The tide: it is unknown whether its time has come: hm;/u);
    expect(timeFaultsOf(() => undefined, coming)).toEqual([]);
  });

  test('is asked about alone if the rules don’t finish, so only the one at fault is reported', () => {
    const ask = (what: string, id?: string): unknown => {
      if (what !== 'failing') throw new TypeError(what);
      if (id === undefined || id === 'tide') throw stopped;
      return [];
    };
    const said = timeFaultsOf(ask, coming);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^The tide: its time has come but it can’t be done: it took too many steps/u);
  });

  test('that is the only one to come isn’t asked about again', () => {
    let asked = 0;
    const ask = (): never => {
      asked += 1;
      throw stopped;
    };
    expect(timeFaultsOf(ask, coming.slice(0, 1))[0]).toMatch(
      /^Market day: its time has come but it can’t be done: /u,
    );
    expect(asked).toBe(1);
  });

  test('is reported without a name if nothing is known to be coming, or none fails alone', () => {
    expect(timeFaultsOf(throws(stopped), [])[0]).toMatch(
      /^it is unknown whether its time has come: it took/u,
    );
    const ask = (...path: readonly string[]): unknown => {
      if (path.length === 1) throw stopped;
      return [];
    };
    expect(timeFaultsOf(ask, coming)[0]).toMatch(/^it is unknown whether its time has come: it took/u);
  });
});

test('describes what a tick couldn’t do as the result of a vote, or as what was due', () => {
  const naming = new Naming({ model: { fields: {}, collections: {} }, state: emptyState() });
  const model = { times: { 'market-day': { rule: 'dynastic/market', title: 'Market day' } } };
  expect(sayStuck({ matter: '7', why: 'boo' }, model, naming)).toBe(
    'The vote on “7” is over, but the result can’t be carried out: boo',
  );
  expect(sayStuck({ matter: 'time market-day', why: 'boo' }, model, naming)).toBe(
    '“Market day” was due, but it can’t be done: boo',
  );
});

test('asks about a private event alone if it may be known, and otherwise doesn’t name it', () => {
  const coming = [
    { id: 'market', title: 'Market day' },
    { id: 'tide', title: 'The tide', private: true },
  ];
  const of = (id: string, title: string) => ({ id, title, fault: fault('boo'), isDue: true });
  const ask = (...path: readonly string[]): unknown =>
    path.length === 1
      ? [of('market', 'Market day'), of('tide', 'a private time')]
      : [of(path[1] ?? '', 'The tide')];
  const titles = (isHere?: boolean): readonly string[] =>
    timeFaultsOf(ask, coming, isHere).map((said) => said.split(':')[0] ?? '');
  expect([titles(), titles(false), titles(true)]).toEqual([
    ['Market day', 'a private time'],
    ['Market day', 'a private time'],
    ['Market day', 'The tide'],
  ]);
});

test('names what a tick couldn’t do by its id if the rules no longer have such an event', () => {
  const naming = new Naming({ model: { fields: {}, collections: {} }, state: emptyState() });
  const times = { noon: { rule: 'x', title: 'Noon' }, 'market-day': { rule: 'x', title: 'Market day' } };
  const said = (matter: string): string => sayStuck({ matter, why: 'boo' }, { times }, naming);
  expect([said('time noon'), said('time market-day'), said('time dusk')]).toEqual([
    '“Noon” was due, but it can’t be done: boo',
    '“Market day” was due, but it can’t be done: boo',
    '“time dusk” was due, but it can’t be done: boo',
  ]);
});
