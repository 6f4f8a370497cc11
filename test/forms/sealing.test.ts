// Secrets: sent so that only some can read them.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import {
  checkRevealed,
  heldBack,
  resealAll,
  revealUsed,
  sealedComments,
} from '../../src/seat/sealed-service.ts';
import { readKeyService, sealAgain } from '../../src/seat/key-service.ts';
import { somebody } from '../../src/session/fixtures/desk.ts';
import { openMemoryVault, drawKey } from '../../src/session/secrets/vault.ts';
import {
  AtTable,
  buttonsIn,
  fieldIn,
  formIn,
  labelsIn,
  saidIn,
} from '../../src/seat/forms/fixtures/at-table.ts';

const BIDS = {
  'dynastic/bids.md': '---\ntitle: Bids\norder: 10\n---\nA Player may send the Emperor a Bid.\n',
  'dynastic/bids.ts': `import { action, derive, integer, list, rule, text } from 'gitnomic/rules';
export default rule(({ refuse }) => ({
  game: { sold: list(text()), lots: integer({ start: 3 }) },
  submissions: {
    bid: {
      title: 'Send a bid',
      open: { lot: text() },
      with: { amount: integer({ min: 1 }) },
      check({ lot }) {
        if (lot === 'moon') refuse('lot', 'nobody sells the moon');
      },
    },
    wish: { with: { wish: text() } },
    hope: { with: { hope: text() } },
  },
  views: {
    'hope-by-line': derive({ of: 'text', returns: text(), value: (words) => 'it may be ' + JSON.parse(words).hope }),
    'bid-by-line': derive({
      of: 'text',
      returns: list(text()),
      value(words) {
        const { amount } = JSON.parse(words);
        return ['you pay ' + 2 * amount];
      },
    }),
  },
  actions: {
    sell: action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      effect({ game, submissions }) {
        for (const bid of submissions('bid')) {
          game.sold = [...game.sold, bid.by.id + ' ' + bid.values.amount];
          bid.use();
        }
        for (const wish of submissions('wish')) wish.use();
      },
    }),
  },
}));
`,
};

const opened = (): Promise<HomeGame> => homeWith({ rules: BIDS });

async function bid(table: AtTable, Lot: string, Amount: string) {
  const entered = { 'Lot (public)': Lot, 'Amount (sealed)': Amount };
  const form = await table.open('seal', { kind: 'bid' });
  return table.press(formIn(await table.press(form, 'Preview', entered)), 'Seal and send');
}

async function linesFor(game: HomeGame, who: string | null): Promise<readonly (readonly string[])[]> {
  return (await new AtTable(game, who).open('seal')).parts.map(({ lines = [] }) => lines);
}

test('offers each kind, with what is public about it and what is sealed', async () => {
  const bo = new AtTable(await opened(), 'bo');
  const form = await bo.open('seal');
  expect(form.links).toEqual([
    { text: 'Send a bid', to: 'do/seal/?kind=bid' },
    { text: 'wish', to: 'do/seal/?kind=wish' },
    { text: 'hope', to: 'do/seal/?kind=hope' },
  ]);
  expect(saidIn(form)).toEqual(['Nothing secret has been sent yet.']);
  const one = await bo.open('seal', { kind: 'bid' });
  expect(labelsIn(one)).toEqual(['Lot (public)', 'Amount (sealed)']);
  expect(one.lede).toMatch(/^Lots 3\. .*Everybody sees who sent it and when\.$/u);
  expect(buttonsIn(one)).toEqual(['Preview', 'Seal and send']);
  // Without a way to foresee what it does there is nothing to preview.
  expect(buttonsIn(await bo.open('seal', { kind: 'wish' }))).toEqual(['Seal and send']);
  const hope = await bo.open('seal', { kind: 'hope' });
  expect(saidIn(formIn(await bo.press(hope, 'Preview', { 'Hope (sealed)': 'sunny' })))).toEqual([
    'it may be sunny',
  ]);
  expect(await bo.refusal('seal', { kind: 'constructor' })).toBe('404 The rules have no such submission.');
});

test('sends a secret only once it was shown, and only its receiver and sender can read it', async () => {
  const game = await opened();
  const bo = new AtTable(game, 'bo');
  const form = await bo.open('seal', { kind: 'bid' });
  const first = formIn(
    await bo.press(form, 'Seal and send', { 'Lot (public)': 'lamp', 'Amount (sealed)': '7' }),
  );
  expect(saidIn(first)).toEqual([
    'It can’t be deleted once it is sent. Check it, then press the button again.',
    expect.stringContaining('you pay 14'),
  ]);
  // Other words than those that were shown are shown first.
  const other = formIn(await bo.press(first, 'Seal and send', { 'Amount (sealed)': '8' }));
  expect(saidIn(other)).toContainEqual(expect.stringContaining('you pay 16'));
  expect(await sealedComments(game)).toEqual([]);
  expect(await bo.press(other, 'Seal and send')).toMatchObject({
    step: { ok: true },
    done: 'Sealed and sent.',
    goTo: 'do/seal/',
  });
  expect(await linesFor(game, 'cy')).toEqual([['Lot: lamp', 'Amount: 8']]);
  expect(await linesFor(game, 'bo')).toEqual([['Lot: lamp', 'Amount: 8']]);
  expect(await linesFor(game, 'dee')).toEqual([['Lot: lamp']]);
  expect(await linesFor(game, null)).toEqual([['Lot: lamp']]);
  const [seen] = (await new AtTable(game, 'dee').open('seal')).parts;
  expect([seen?.title, seen?.meta]).toEqual([
    expect.stringMatching(/^1 · .* by bo$/u),
    expect.stringMatching(/ · sealed$/u),
  ]);
  expect(JSON.stringify(await sealedComments(game))).not.toContain('"amount"');
});

test('doesn’t send what the rules refuse or what isn’t a number', async () => {
  const game = await opened();
  const bo = new AtTable(game, 'bo');
  const form = await bo.open('seal', { kind: 'bid' });
  const moon = formIn(
    await bo.press(form, 'Seal and send', { 'Lot (public)': 'moon', 'Amount (sealed)': '7' }),
  );
  expect(saidIn(moon).at(-1)).toMatch(/^Nobody sells the moon/u);
  const wrong = { 'Lot (public)': 'lamp', 'Amount (sealed)': 'much' };
  const typed = await bo.preview(form, 'Preview', wrong);
  const sent = formIn(await bo.press(form, 'Preview', wrong));
  expect(fieldIn(sent, 'Amount (sealed)').wrong).toMatch(/number/u);
  expect([saidIn(sent), saidIn(typed)]).toEqual([[], [fieldIn(sent, 'Amount (sealed)').wrong]]);
  expect(fieldIn(sent, 'Lot (public)').given).toEqual(['lamp']);
  expect(await sealedComments(game)).toEqual([]);
});

test('somebody without a seat can’t seal anything', async () => {
  const nobody = new AtTable(await opened(), null);
  expect(buttonsIn(await nobody.open('seal', { kind: 'bid' }))).toEqual(['Preview']);
  expect(await nobody.send('seal', { kind: 'bid', do: 'seal' })).toMatchObject({
    refused: expect.stringMatching(/^403 Say who you are first/u),
  });
});

test('shows everybody what the rules have used, and lets them check that it’s what was sent', async () => {
  const game = await opened();
  await bid(new AtTable(game, 'bo'), 'lamp', '7');
  await bid(new AtTable(game, 'dee'), 'lamp', '9');
  expect(await revealUsed(game, 'bid')).toBeNull();
  expect((await sealedComments(game)).map(({ by, submission }) => [by, submission])).toEqual([
    ['bo', 'bid'],
    ['dee', 'bid'],
  ]);
  const thread = await game.thread();
  const say = async (text: string): Promise<void> => {
    await game.say(somebody('cy'), thread, text);
    await game.tick();
  };
  await say('/act sell');
  const [part] = (await new AtTable(game, 'dee').open('seal')).parts;
  expect(part?.meta).toMatch(/, used$/u);
  expect(await revealUsed(game, 'wish')).toBeNull();
  const text = (await revealUsed(game, 'bid')) ?? '';
  expect(await checkRevealed(game)).toEqual([]);
  await say(text);
  expect(await checkRevealed(game)).toEqual(
    ['bo', 'dee'].map((by) => ({ by, submission: 'bid', sent: expect.any(String), why: null })),
  );
  expect(await heldBack(game)).toEqual([]);
});

test('notices a submission held back at the reveal, and one that was never sent', async () => {
  const game = await opened();
  await bid(new AtTable(game, 'bo'), 'lamp', '7');
  await bid(new AtTable(game, 'dee'), 'lamp', '9');
  // Wishes have not been shown at all, so nobody chose among them.
  const eli = new AtTable(game, 'eli');
  const wish = await eli.open('seal', { kind: 'wish' });
  await eli.press(
    formIn(await eli.press(wish, 'Seal and send', { 'Wish (sealed)': 'Rain' })),
    'Seal and send',
  );
  const thread = await game.thread();
  await game.say(somebody('cy'), thread, '/act sell');
  await game.tick();
  const text = (await revealUsed(game, 'bid')) ?? '';
  const envelopes = /\[[\s\S]*\]/u.exec(text)?.[0] ?? '[]';
  const [first] = JSON.parse(envelopes) as readonly { readonly params: object }[];
  await game.say(somebody('cy'), thread, text.replace(envelopes, JSON.stringify([first])));
  await game.tick();
  expect((await heldBack(game)).map(({ by, submission }) => [by, submission])).toEqual([['dee', 'bid']]);
  const forged = [{ ...first, params: { amount: 1 } }];
  await game.say(somebody('cy'), thread, text.replace(envelopes, JSON.stringify(forged)));
  await game.tick();
  expect((await checkRevealed(game)).at(-1)).toEqual({
    by: 'bo',
    submission: 'bid',
    sent: null,
    why: 'it is not among the submissions of bo',
  });
});

test('anybody who can open what is still secret can seal it again to another key', async () => {
  const game = await opened();
  await bid(new AtTable(game, 'bo'), 'lamp', '7');
  const next = await drawKey();
  const [again, ...more] = await resealAll(game, next.recipient);
  expect(more).toEqual([]);
  expect(again).toContain('BEGIN AGE ENCRYPTED FILE');
  expect(again).not.toEqual((await sealedComments(game))[0]?.text);
  const stranger = { ...game, vault: openMemoryVault(await drawKey()) };
  expect(await resealAll(stranger, next.recipient)).toEqual([]);
  const service = await readKeyService(game);
  expect(service).toMatchObject({
    emperor: 'cy',
    game: 'Harbour',
    dynasty: 1,
    own: game.vault.key?.recipient,
  });
  expect(service.people['bo']).toBe('bo');
  // No key is published yet, so nothing needs to be sealed again.
  expect(await sealAgain(game, service)).toEqual({ texts: [], closed: 0 });
  const renewed = { ...service, ring: [{ key: 'other', recipient: next.recipient } as never] };
  expect(await sealAgain(game, renewed)).toMatchObject({
    texts: [expect.stringContaining('AGE')],
    closed: 0,
  });
  expect(await sealAgain(stranger, renewed)).toEqual({ texts: [], closed: 1 });
});
