import { beforeEach, describe, expect, test } from 'vitest';

import { AFTER_CHANGE } from '../../store/key-ring.ts';
import { ana, bo, cy, Desk } from '../fixtures/desk.ts';

const [first, second, third] = ['q', 'p', 'z'].map((letter) => `age1${letter.repeat(58)}`) as [
  string,
  string,
  string,
];
let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open();
  desk.opens(ana, '1', 'proposal', 'A place to talk');
  desk.decide();
});

/** The engine's answer to each line, each sent as its own comment. */
function answers(by: typeof ana, ...lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    desk.says(by, '1', line);
    const decision = desk.decide();
    return (desk.answers(decision).at(-1) ?? '').split('\n\n').slice(1).join(' ').trim();
  });
}
const done = (result: string): string => `**Done.**\n- Result: ${result}`;
const NO_KEY = '**Refused**: that’s not a public key; they begin with “age1”.';

describe('the key for sealing', () => {
  const reasons = (): readonly string[] =>
    desk.session.position.secrets.keys.map(({ reason, by }) => `${reason} by ${by}`);

  test('can be chosen only by the emperor, and must be an age key', () => {
    expect(answers(ana, `/key ${first}`)).toEqual([
      '**Refused**: only the Emperor can choose the key for sealing.',
    ]);
    expect(
      answers(cy, '/key', '/key age1', `/key x${first}`, `/key ${first}q`, `/key ${first.replace('q', 'b')}`),
    ).toEqual(Array(5).fill(NO_KEY));
    expect(reasons()).toEqual([]);
  });

  test('is replaced with a reason, or the usual one if none is given', () => {
    expect(answers(cy, `/key ${first}`)[0]?.replaceAll('\\', '')).toBe(done(AFTER_CHANGE.first));
    expect(answers(cy, `/key ${first}`)).toEqual(['**Refused**: that key is already in use.']);
    expect(answers(cy, `/key ${second} because`)[0]).toContain(
      'the reason for a new key must be one of first, ',
    );
    answers(cy, `/key ${second}`, `/key ${third} leaked`);
    expect(reasons()).toEqual(['first by cy', 'routine by cy', 'leaked by cy']);
    desk.session.position.open.play.sandbox.assume('dynasty.emperor', 'bo');
    answers(bo, `/key ${first}`);
    expect(reasons().at(-1)).toBe('new-receiver by bo');
    const { keys } = desk.session.position.secrets;
    expect(keys.at(-1)).toMatchObject({
      recipient: first,
      key: keys[0]?.key,
      at: desk.now,
    });
    // The journal line of each key. Line 1 is the post itself.
    expect(keys.map(({ line }) => line)).toEqual([2, 5, 6, 7]);
    expect(keys[0]?.key).toMatch(/^[0-9a-f]{16}$/u);
    expect(answers(ana, '/seal-key')[0]).toContain(first);
  });
});

test('everybody can have a reader key, and a later one replaces it', () => {
  expect(answers(ana, '/reader-key', '/reader-key age1x')).toEqual([NO_KEY, NO_KEY]);
  expect(desk.session.position.accounts.readerOf('ana')).toBeNull();
  expect(answers(ana, `/reader-key ${first}`)).toEqual([
    done('From now on, private messages to you are locked with it.'),
  ]);
  answers(ana, `/reader-key ${second}`);
  expect(desk.session.position.accounts.readers).toEqual({ ana: second });
});
