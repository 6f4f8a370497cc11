import { beforeEach, describe, expect, test } from 'vitest';

import { commitmentToSeed } from '../chance/committed-seed.ts';
import { newGameOfSix } from '../../store/fixtures/new-game.ts';
import { SMALL, ana, cy, Desk } from '../fixtures/desk.ts';

const seeds = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill));
const [first, second, third] = seeds.map(commitmentToSeed) as [string, string, string];
const hexOf = (seed: Uint8Array | undefined): string => Buffer.from(seed ?? []).toString('hex');

let desk: Desk;
async function begin(wish: Parameters<typeof Desk.open>[0] = {}): Promise<void> {
  desk = await Desk.open(wish);
  desk.opens(ana, '1', 'proposal', 'A place to talk');
  desk.decide();
}
beforeEach(() => begin(SMALL));

/** The engine's answer to each line, each sent as its own comment. */
function answers(by: typeof ana, ...lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    desk.says(by, '1', line);
    const decision = desk.decide();
    return (desk.answers(decision).at(-1) ?? '').split('\n\n').slice(1).join(' ').trim();
  });
}
const ring = (): readonly object[] => desk.session.position.secrets.seeds;
const DRAWN = '**Done.**\n- Result: From now on, secret choices are drawn from this seed.';

describe('promising a seed', () => {
  test('is up to the emperor alone, with a hash that nobody has promised', async () => {
    await begin();
    expect(answers(ana, `/seed ${first}`)).toEqual([
      '**Refused**: only the Emperor can promise a seed for secret choices.',
    ]);
    expect(answers(cy, '/seed', '/seed abc', `/seed ${first}0`, `/seed x${first}`)).toEqual(
      Array(4).fill('**Refused**: that’s not the fingerprint of a seed, which begins with “sha256:”.'),
    );
    expect(ring()).toEqual([]);
    expect(answers(cy, `/seed ${first}`)).toEqual([DRAWN]);
    expect(ring()).toEqual([{ hash: first, by: 'cy', dynasty: 1, line: 7, at: desk.now }]);
    expect(answers(cy, `/seed ${first}`, `/seed ${first} lost`)).toEqual(
      Array(2).fill('**Refused**: that seed has been promised before.'),
    );
  });

  test('is possible once per dynasty, unless the seed is lost, which is recorded', () => {
    answers(cy, `/seed ${first}`);
    expect(answers(cy, `/seed ${second}`, `/seed ${second} please`)).toEqual(
      Array(2).fill(
        '**Refused**: a seed was promised for this dynasty: it is drawn from until that is over, unless it is “lost”.',
      ),
    );
    expect(answers(cy, `/seed ${second} lost`)).toEqual([DRAWN]);
    expect(ring()).toMatchObject([{ hash: first }, { hash: second, lost: true }]);
    expect(ring()[0]).not.toHaveProperty('lost');
  });

  test('is possible again while there is no dynasty', () => {
    answers(cy, `/seed ${first}`);
    desk.session.position.open.play.sandbox.assume('dynasty.interregnum', true);
    expect(answers(cy, `/seed ${second}`)).toEqual([DRAWN]);
  });
});

/** An emperor of a game without dynasties, who stays at its head. */
const REIGN = new Map([
  ['appendix/reign.md', '---\ntitle: Reign\norder: 95\n---\nThere is an Emperor.\n'],
  [
    'appendix/reign.ts',
    `import { optional, player, rule } from 'gitnomic/rules';
export default rule(() => ({ dynasty: { emperor: optional(player()) } }));
`,
  ],
]);

test('under rules without dynasties, a seed is promised once, with no dynasty number', async () => {
  const given = { 'dynasty.emperor': 'cy' };
  desk = await Desk.open({}, { files: await newGameOfSix({ core: 'suber', ruleset: REIGN, given }) });
  desk.opens(ana, '1', 'proposal', 'A place to talk');
  desk.decide();
  expect(answers(cy, `/seed ${first}`)).toEqual([DRAWN]);
  expect(ring()).toEqual([{ hash: first, by: 'cy', dynasty: null, line: 2, at: desk.now }]);
  expect(answers(cy, `/seed ${second}`)[0]).toContain('a seed was promised for this dynasty');
});

describe('revealing a seed', () => {
  const reveal = (seed: Uint8Array | undefined): string => `/seed reveal ${hexOf(seed)}`;

  test('is open to anybody who has it, once nothing is drawn from it', () => {
    answers(cy, `/seed ${first}`);
    expect(answers(cy, reveal(seeds[0]))).toEqual([
      '**Refused**: secret choices still use it: promise another seed first, when the dynasty is over.',
    ]);
    answers(cy, `/seed ${second} lost`);
    expect(answers(ana, reveal(seeds[0]))[0]).toMatch(
      /^\*\*Done\.\*\*\n- Result: This is the seed promised on 2024-03-01\./u,
    );
    expect(ring()).toMatchObject([{ revealed: { seed: hexOf(seeds[0]), at: desk.now } }, { hash: second }]);
    expect(ring()[1]).not.toHaveProperty('revealed');
  });

  test('is refused for anything else', () => {
    answers(cy, `/seed ${first}`, `/seed ${third} lost`);
    const digits = '**Refused**: a seed has 64 hexadecimal digits.';
    expect(
      answers(
        cy,
        '/seed reveal',
        '/seed reveal abc',
        `${reveal(seeds[0])}0`,
        `/seed reveal x${hexOf(seeds[0])}`,
      ),
    ).toEqual(Array(4).fill(digits));
    expect(answers(cy, reveal(seeds[1]))).toEqual(['**Refused**: nobody promised that seed.']);
  });
});
