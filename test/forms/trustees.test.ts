// What several people open together: each makes a key known, somebody seals to all, and shares are shown when it is time.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { somebody } from '../../src/session/fixtures/desk.ts';
import { drawKey, type OwnKey } from '../../src/session/secrets/vault.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { sharesAtHand } from '../../src/seat/sealed-service.ts';
import { AtTable, buttonsIn, formIn, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';

const VAULT = {
  'dynastic/vault.md': '---\ntitle: Vault\norder: 95\n---\nTwo of three trustees open a ballot.\n',
  'dynastic/vault.ts': `import { action, boolean, integer, rule } from 'gitnomic/rules';
export default rule(({ players }) => ({
  game: { sum: integer(), due: boolean() },
  actions: { end: action({ effect({ game }) { game.due = true; } }) },
  submissions: {
    ballot: {
      title: 'A ballot',
      with: { amount: integer({ min: 1 }) },
      together: () => ({ people: players.all().filter((one) => ['ana', 'bo', 'dee'].includes(one.id)), needed: 2 }),
      closed: ({ game }) => (game.due ? null : 'the vote goes on'),
      opened({ game, amount, problem }) { if (problem === null) game.sum += amount; },
    },
  },
  hooks: { 'to-open': (_, next) => [...(next() ?? [])] },
}));
`,
};

let game: HomeGame;
const at = (who: string) => new AtTable(game, who);
beforeAll(async () => {
  const keys = new Map<string, OwnKey>();
  for (const id of ['ana', 'bo', 'dee', 'eli']) keys.set(id, await drawKey());
  const home = await homeWith({ rules: VAULT });
  game = { ...home, vault: { ...home.vault, readerKey: async (id) => keys.get(id) ?? (await drawKey()) } };
});

test('nothing can be sealed to several people until each has published a key, and only they are asked for one', async () => {
  const form = await at('eli').open('seal', { kind: 'ballot' });
  expect(saidIn(form).join('\n')).toMatch(
    /^Nothing can be sealed to ana, bo, dee yet\. Each of them first makes a key known/u,
  );
  expect(buttonsIn(form)).not.toContain('Seal and send');
  expect(buttonsIn(await at('eli').open('seal'))).not.toContain('Make my key known');
  for (const who of ['ana', 'bo', 'dee']) {
    const overview = await at(who).open('seal');
    expect(buttonsIn(overview)).toContain('Make my key known');
    expect(await at(who).press(overview, 'Make my key known')).toMatchObject({
      step: { ok: true },
      done: 'Your key is known.',
      goTo: 'do/seal/',
    });
    expect(buttonsIn(await at(who).open('seal'))).not.toContain('Make my key known');
  }
  const readers = await withPosition(game, ({ accounts }) =>
    ['ana', 'bo', 'dee', 'eli'].map((id) => accounts.readerOf(id) !== null),
  );
  expect(readers).toEqual([true, true, true, false]);
});

test('nobody alone can read what is sealed to several people', async () => {
  const eli = at('eli');
  const form = await eli.open('seal', { kind: 'ballot' });
  const previewed = formIn(await eli.press(form, 'Seal and send', { 'Amount (sealed)': '4' }));
  expect(await eli.press(previewed, 'Seal and send')).toMatchObject({ step: { ok: true } });
  const [part] = (await eli.open('seal')).parts;
  expect(part?.title).toMatch(/^1 · A ballot by eli$/u);
  expect(part?.lines?.join() ?? '').not.toContain('4');
});

test('somebody who holds no share, or isn’t to open it yet, has nothing to show', async () => {
  for (const who of ['eli', 'ana'])
    expect(await sharesAtHand(game, somebody(who))).toEqual({ text: null, many: 0, closed: 0 });
  const answer = await at('cy').send('seal', { duty: 'shares' });
  expect(answer).toEqual({ refused: '409 Nothing is waiting to be opened by you.' });
});

test('when it’s time, each is asked for their share, until enough of them have shown it', async () => {
  const sum = () => withPosition(game, ({ open }) => open.play.state().game['sum']);
  const many = async (who: string) => (await sharesAtHand(game, somebody(who))).many;
  await game.say(somebody('eli'), await game.thread(), '/act end');
  await game.tick();
  expect([await many('ana'), await many('bo'), await many('eli')]).toEqual([1, 1, 0]);
  expect(buttonsIn(await at('eli').open('seal'))).not.toContain('Show my share');
  // Without their key nothing can be shown.
  const { readerKey: _, ...vault } = game.vault;
  expect(await sharesAtHand({ ...game, vault }, somebody('ana'))).toEqual({ text: null, many: 0, closed: 1 });
  expect(buttonsIn(await new AtTable({ ...game, vault }, 'ana').open('seal'))).toEqual([]);
  for (const [who, after] of [
    ['ana', 0],
    ['bo', 4],
  ] as const) {
    expect(await at(who).press(await at(who).open('seal'), 'Show my share')).toMatchObject({
      step: { ok: true },
      done: 'Your share is shown.',
      goTo: 'do/seal/',
    });
    expect([who, await sum(), await many(who)]).toEqual([who, after, 0]);
    expect(buttonsIn(await at(who).open('seal'))).toEqual([]);
  }
  expect(buttonsIn(await at('dee').open('seal'))).toEqual([]);
});
