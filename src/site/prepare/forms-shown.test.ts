// The forms of a published game, and who may open what is sealed with them.
import { beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import { collectForms, submissionForms } from './collect-forms.ts';
import { shownIn, type GameShown } from './game-shown.ts';

const VAULT = {
  'dynastic/vault.md': '---\ntitle: Vault\norder: 95\n---\nPlayers bid, and any two open a bid together.\n',
  'dynastic/vault.ts': `import { action, integer, rule, text, thing } from 'gitnomic/rules';
export default rule(({ players }) => ({
  game: { sold: integer({ start: 7 }), lost: integer({ start: 7 }), motto: text() },
  things: { safes: { title: 'Safes', ids: ['iron'], fields: { owner: text() } } },
  actions: {
    crack: action({ title: 'Crack a safe', with: { safe: thing('safes'), tries: integer() }, effect() {} }),
    hush: action({ private: true, effect() {} }),
    'once-a-day': action({ by: 'emperor', effect() {} }),
  },
  submissions: {
    bid: {
      title: 'A bid',
      shared: true,
      open: { safe: thing('safes') },
      with: { amount: integer({ min: 1 }) },
      together: ({ game }) => ({ people: players.all().filter((one) => one.name !== 'cy'), needed: 2 }),
    },
    note: { with: { amount: integer() } },
  },
}));
`,
};
const NOW = '2024-03-01T09:00:00Z';

let game: GameShown;
beforeAll(async () => {
  const desk = await sessionWith({ rules: VAULT });
  game = await shownIn(desk.session.position.open, NOW, caches);
});
const on = (forge: unknown, more: object = {}): GameShown =>
  ({ ...game, read: { ...game.read, game: { ...game.read.game, forge, ...more } } }) as GameShown;
const HARBOUR = { kind: 'github', repository: 'ana/harbour' };

test('lists the actions whether or not a page has forms for them', async () => {
  const { actions, forge, forms, sources } = await collectForms(game, NOW, false);
  expect([forge, forms, sources]).toEqual([null, null, []]);
  expect(actions.filter(({ rule }) => rule === 'dynastic/vault')).toMatchObject([
    {
      id: 'crack',
      title: 'Crack a safe',
      by: ['player'],
      params: ['safe', 'tries'],
      chooses: { safes: 'safe' },
    },
    { id: 'hush', title: 'Hush', params: [] },
    { id: 'once-a-day', title: 'Once a day', by: ['emperor'] },
  ]);
});

test('if the forge takes what people send, pages have its addresses and the fields of each form', async () => {
  const { forge, forms, sources, waysIn } = await collectForms(on(HARBOUR), NOW, false);
  expect(forge).toMatchObject({ name: 'GitHub', signIn: null });
  expect(forms?.actions['crack']?.map(({ id, input }) => [id, input])).toEqual([
    ['safe', 'one-of'],
    ['tries', 'integer'],
  ]);
  // Nobody sends a secret in public.
  expect(forms?.actions).not.toHaveProperty('hush');
  expect(forms?.posts.map(({ kind }) => kind)).toContain('story');
  expect(forms?.posts.map(({ kind }) => kind)).not.toContain('proposal');
  expect(forms?.posts.find(({ kind }) => kind === 'story')?.title).toBe('Story Post');
  expect(waysIn).toEqual([]);
  const vault = sources.find(({ path }) => path === 'dynastic/vault');
  expect(vault?.title).toMatch(/^[\d.]+ Vault$/u);
  expect(vault?.body.trim()).toBe('Players bid, and any two open a bid together.');
});

test('a value that can be set is listed with its current value, and values of one type share fields', async () => {
  const { forms } = await collectForms(on(HARBOUR), NOW, false);
  const of = (path: string) => forms?.values.find((one) => one.path === path);
  const [sold, lost, motto] = ['game.sold', 'game.lost', 'game.motto'].map(of);
  expect(sold).toMatchObject({ now: '7', texts: { value: ['7'] } });
  expect(sold?.name).toMatch(/sold/iu);
  expect(lost?.type).toBe(sold?.type);
  expect(motto?.type).not.toBe(sold?.type);
  expect(forms?.types[sold?.type ?? -1]).toMatchObject({ input: 'integer' });
  expect(forms?.types[motto?.type ?? -1]).toMatchObject({ input: 'text' });
  expect(new Set(forms?.values.map(({ type }) => type)).size).toBe(forms?.types.length);
});

test.each<[string, () => GameShown, boolean]>([
  ['is over', () => on(HARBOUR), true],
  ['is on a forge that has no forms', () => on({ kind: 'local' }), false],
  ['is on a forge that is not known', () => on({ kind: 'elsewhere' }), false],
])('nothing can be sent if a game %s', async (_, shown, over) => {
  const { actions, ...rest } = await collectForms(shown(), NOW, over);
  expect(rest).toEqual({ sources: [], waysIn: [], forge: null, forms: null });
  expect(actions.length).toBeGreaterThan(2);
});

test('a shared submission says who can open it, and whose key is known', () => {
  const facts = { ...game.read.facts, readers: { ana: 'age1ana' } };
  const forms = submissionForms({ ...game, read: { ...game.read, facts } }, NOW);
  const bid = forms.find(({ id }) => id === 'bid');
  expect(bid).toMatchObject({ title: 'A bid', rule: 'dynastic/vault', holders: { needed: 2 } });
  expect(bid?.holders?.people).toEqual([
    { id: 'ana', recipient: 'age1ana' },
    ...['bo', 'dee', 'eli', 'fay'].map((id) => ({ id, recipient: null })),
  ]);
  expect(bid?.fields.map(({ id, open }) => [id, open])).toEqual([
    ['safe', true],
    ['amount', false],
  ]);
  expect(forms.find(({ id }) => id === 'note')).toMatchObject({ title: 'Note', holders: null });
});

test('there is no form for a submission that nobody could open', () => {
  const ids = (shown: GameShown) => submissionForms(shown, NOW).map(({ id }) => id);
  expect(ids(game)).toEqual(expect.arrayContaining(['bid', 'note']));
  // The rules of a past dynasty aren't asked.
  expect(ids({ ...game, open: null })).not.toContain('bid');
  expect(ids({ ...game, open: null })).toContain('note');
});
