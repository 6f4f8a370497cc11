import { expect, test } from 'vitest';

import { QUICKNET } from './beacon.ts';
import { drandBeacon, type DrandOptions } from './drand-beacon.ts';

const ROUND = { round: 1000, randomness: 'fe29', signature: 'b446' };
type Answers = Record<string, { status: number; text: string } | Error>;

/** A network of relays at `https://a` and `https://b`, with what each answers. */
function relays(answers: Answers): DrandOptions & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    relays: Object.keys(answers),
    async fetch(url) {
      asked.push(url);
      const answer = answers[new URL(url).origin];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no such host');
      return { ok: answer.status === 200, status: answer.status, text: async () => answer.text };
    },
  };
}

const good = { status: 200, text: JSON.stringify(ROUND) };

test('asks a relay for the round of the chain', async () => {
  const network = relays({ 'https://a': good });
  expect(await drandBeacon(network).round(1000)).toEqual(ROUND);
  expect(network.asked).toEqual([`https://a/${QUICKNET.hash}/public/1000`]);
});

test.each<[string, Answers[string]]>([
  ['out of reach', new Error('ENOTFOUND')],
  ['broken', { status: 500, text: '' }],
  ['talking nonsense', { status: 200, text: '<html>' }],
  ['saying too little', { status: 200, text: '{"round":1000}' }],
  ['saying too much', { status: 200, text: `${good.text}${' '.repeat(5000)}` }],
])('asks the next relay if one is %s', async (_, answer) => {
  expect(await drandBeacon(relays({ 'https://a': answer, 'https://b': good })).round(1000)).toEqual(ROUND);
});

test('distinguishes a round that doesn’t exist yet from a failing network', async () => {
  const early = relays({ 'https://a': { status: 425, text: '' }, 'https://b': new Error('down') });
  await expect(drandBeacon(early).round(9)).rejects.toMatchObject({ code: 'not-yet' });
  const down = relays({ 'https://a': new Error('down'), 'https://b': new Error('down too') });
  await expect(drandBeacon(down).round(9)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/https:\/\/a .*down; https:\/\/b .*down too/),
  });
});
