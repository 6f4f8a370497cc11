import { expect, test } from 'vitest';
import { Caches } from '../../cache/caches.ts';
import { createGame } from '../../session/play/create-game.ts';
import { openGame } from '../../session/play/open-game.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { openToShow, showUntilWhole } from './game-shown.ts';

/** A slow machine may need more than the usual time to count the steps of a loop. */
const caches = new Caches();
caches.sandboxes.work.displayMs = 120_000;

const AT = '2026-01-01T00:00:00Z';

/** A game with three huts, in which `body` computes the view `sign` of the second. */
async function huts(body: string): Promise<ReadonlyMap<string, string>> {
  const players = [1, 2, 3].map((n) => ({ id: `p${n}`, admin: n === 1, emperor: n === 2 }));
  const { files } = await createGame(
    shippedLibrary,
    {
      name: 'Huts',
      core: '2021',
      dynasty: 'proving',
      players,
      at: AT,
    },
    caches,
  );
  const clause = `import { derive, integer, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  things: { huts: { title: 'Huts', ids: ['a', 'b', 'c'], fields: { size: integer() } } },
  views: {
    sign: derive({ of: 'huts', returns: text(), value: (hut) => { if (hut.id === 'b') { ${body} } return hut.id; } }),
    floor: derive({ of: 'huts', returns: text(), value: () => 'clay' }),
  },
}));
`;
  return new Map([
    ...files,
    ['content/ruleset/dynastic/huts.md', '---\ntitle: Huts\norder: 77\n---\nThere are Huts.\n'],
    ['content/ruleset/dynastic/huts.ts', clause],
  ]);
}

test.each([
  ['fails', "throw new TypeError('no');", /sign of b is not shown: .*Huts.*no at dynastic\/huts\.ts:\d\.$/u],
  ['never ends', 'for (;;) {}', /sign of b is not shown: .*took too long/u],
  [
    'gives what its type forbids',
    'return { a: 1 };',
    /sign of b is not shown: .*must be text, not \{"a":1\}/u,
  ],
  ['calls itself', 'const f = () => 1 + f(); f();', /sign of b is not shown/u],
])(
  'a view that %s shows nothing for the thing it fails at, and the rest of the game is shown',
  async (_, body, why) => {
    const game = await openToShow(await huts(body), AT, caches);
    const { a, b, c } = game.views['huts'] ?? {};
    expect(b?.['sign']).toBeNull();
    expect(game.wrong).toEqual([expect.stringMatching(why)]);
    expect([a?.['floor'], b?.['floor'], c?.['floor']]).toEqual(['clay', 'clay', 'clay']);
    expect([a?.['sign'], c?.['sign']]).toEqual(['a', 'c']);
    const play = await game.inPlay();
    expect(play?.query(AT, [['quorum']])[0]?.value).toBe(2);
    game.close();
  },
);

test('a view that eats all memory may take other views with it, but nothing else', async () => {
  const game = await openToShow(
    await huts('const a = []; for (;;) a.push(new Array(100_000).fill(1));'),
    AT,
    caches,
  );
  expect(game.views['huts']?.['b']?.['sign']).toBeNull();
  expect(game.wrong[0]).toMatch(/sign is not shown: .*memory/u);
  expect(game.state.things['huts']?.['c']).toEqual({ size: 0 });
  const play = await game.inPlay();
  expect(play?.query(AT, [['quorum']])[0]?.value).toBe(2);
  game.close();
});

test('a view that never returns takes no other with it, and is waited for only once', async () => {
  const own = new Caches();
  const texts = "const one = 'x'.repeat(6e6) + 'y'; const other = 'x'.repeat(6e6) + 'y'; let same = 0;";
  const content = await huts(`${texts} for (;;) if (one === other) same++;`);
  const game = await openToShow(content, AT, own);
  expect(game.views['huts']?.['a']).toEqual({ sign: null, floor: 'clay' });
  expect(game.wrong).toEqual([expect.stringMatching(/sign is not shown: .*took too long/u)]);
  game.close();
  const again = await openToShow(content, AT, own);
  expect(again.views['huts']?.['a']).toEqual({ sign: null, floor: 'clay' });
  // It isn't asked again.
  expect(again.wrong).toEqual([
    expect.stringMatching(/^sign is not shown: the rules don’t finish computing it/u),
  ]);
  again.close();
});

test.each([
  ['is asked itself, and goes on afterwards', 'integer()', true],
  ['is left alone where something in it is private', 'integer({ private: true })', false],
])('a game in play that is lent for its pages %s', async (_, type, isAsked) => {
  const content = new Map(await huts('return hut.id;'));
  const path = 'content/ruleset/dynastic/huts.ts';
  const clause = content.get(path) ?? '';
  content.set(path, clause.replace('rule(() => ({', `rule(() => ({ game: { gold: ${type} },`));
  const lent = await openGame(content, { caches, hidden: { game: { gold: 7 } } });
  const shown = await showUntilWhole(content, AT, { caches, lent }, async (game) => {
    game.close();
    return {
      isSame: game.open?.play === lent.play,
      gold: game.state.game['gold'],
      views: game.views['huts'],
    };
  });
  expect(shown).toEqual({
    isSame: isAsked,
    gold: isAsked ? 7 : undefined,
    views: expect.objectContaining({ b: { sign: 'b', floor: 'clay' } }),
  });
  expect(lent.play.query(AT, [['quorum']])[0]?.value).toBe(2);
  lent.play.dispose();
});
