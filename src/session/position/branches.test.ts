import { describe, expect, test } from 'vitest';

import { Branches, type HeadRead } from './branches.ts';

const head = (title: string): HeadRead => ({
  changes: [{ verb: 'repeal-rule', rule: title }],
  outside: [],
  problems: [],
});
const main = new Map();

describe('the branch of a matter', () => {
  test('is read at the pinned commit and at no other', () => {
    const branches = new Branches(main, { pinned: { '1': 'old' }, resolved: {} });
    branches.learn(new Map([['old', head('a')]]));
    branches.learn(new Map([['new', head('b')]]));
    expect(branches.read('1')).toEqual(head('a'));
    branches.pin('1', 'new');
    expect(branches.read('1')).toEqual(head('b'));
    expect(branches.pinned).toEqual({ '1': 'new' });
    expect(branches.readAt('old')).toEqual(head('a'));
    expect(branches.read('2')).toBeUndefined();
    expect(branches.readAt('gone')).toBeUndefined();
  });

  test('proposes no texts if it has none or wasn’t read', () => {
    const branches = new Branches(main, { pinned: { '1': 'one' }, resolved: {} });
    branches.learn(new Map([['one', head('a')]]));
    expect([branches.proposedTexts('1'), branches.proposedTexts('2')]).toEqual([[], []]);
    expect(branches.whyTextsWait('1')).toBeNull();
  });

  test('doesn’t modify the data it was created from', () => {
    const known = { pinned: { '1': 'one' }, resolved: {} };
    const branches = new Branches(main, known);
    branches.pin('1', 'two');
    branches.resolve('1', { commit: 'c', by: 'ana' });
    expect(known).toEqual({ pinned: { '1': 'one' }, resolved: {} });
    expect(branches.resolved).toEqual({ '1': { commit: 'c', by: 'ana' } });
  });
});
