import { expect, test } from 'vitest';
import type { KeyEntry, SeedEntry } from '../../store/key-ring.ts';
import { Secrets, type SealedRead, type SharesRead } from './secrets.ts';

const key = (name: string): KeyEntry => ({ key: name, by: 'cy' }) as unknown as KeyEntry;
const seed = (hash: string): SeedEntry => ({ hash, by: 'cy' }) as unknown as SeedEntry;
const revealed = (text: string) => ({ seed: text }) as unknown as NonNullable<SeedEntry['revealed']>;
const sealed: SealedRead = { ok: false, problem: 'it is cut off' };
const shares: SharesRead = { opens: null };
const begin = (): Secrets => new Secrets({ keys: [key('a')], seeds: [seed('s')], commitments: {} });

test('a comment holds either a submission or shares, and one isn’t mistaken for the other', () => {
  const secrets = begin();
  secrets.learn();
  secrets.learn(
    new Map<string, SealedRead | SharesRead>([
      ['1', sealed],
      ['2', shares],
    ]),
  );
  expect([secrets.sealedIn('1'), secrets.sealedIn('2'), secrets.sealedIn('3')]).toEqual([
    sealed,
    undefined,
    undefined,
  ]);
  expect([secrets.sharesIn('1'), secrets.sharesIn('2'), secrets.sharesIn('3')]).toEqual([
    undefined,
    shares,
    undefined,
  ]);
});

test('the last key and the last seed are in force, and the data passed in isn’t modified', () => {
  const known = { keys: [key('a')], seeds: [seed('s')], commitments: {} };
  const secrets = new Secrets(known);
  secrets.publishKey(key('b'));
  secrets.promiseSeed(seed('t'));
  secrets.commit('first', { id: 'bid 1', by: 'bo' });
  expect(secrets.keys.at(-1)).toEqual(key('b'));
  expect(secrets.seeds.at(-1)).toEqual(seed('t'));
  expect(secrets.promised).toBe('t');
  expect(secrets.commitments).toEqual({ first: { id: 'bid 1', by: 'bo' } });
  expect(known).toEqual({ keys: [key('a')], seeds: [seed('s')], commitments: {} });
  expect(new Secrets({ keys: [], seeds: [], commitments: {} }).promised).toBeNull();
});

test('a seed is revealed only once, and other seeds are left alone', () => {
  const secrets = begin();
  secrets.promiseSeed(seed('t'));
  secrets.revealSeed('t', revealed('tea'));
  secrets.revealSeed('t', revealed('coffee'));
  secrets.revealSeed('unknown', revealed('milk'));
  expect(secrets.seeds).toEqual([seed('s'), { ...seed('t'), revealed: revealed('tea') }]);
});
