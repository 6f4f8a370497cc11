import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../host/fixtures/home-with.ts';
import { newEnvelope, sealEnvelope } from '../session/secrets/seal.ts';
import { writeNote } from '../session/secrets/private-note.ts';
import { drawKey, type OwnKey } from '../session/secrets/vault.ts';
import { notesFor, tellInPrivate } from './private-notices.ts';
import { legible } from '../session/secrets/fixtures/sealed.ts';
import type { HomeGame } from '../host/game.ts';

const at = '2024-03-01T09:00:00Z';
const person = (id: string) => ({ id, name: id, bot: false });
const NOTES = {
  'dynastic/notes.md': '---\ntitle: Notes\norder: 95\n---\nPlayers send notes.\n',
  'dynastic/notes.ts': `import { rule, text } from 'gitnomic/rules';
export default rule(() => ({ submissions: { note: { with: { title: text() } } } }));
`,
};
let home: HomeGame;
const open = async (): Promise<HomeGame> => {
  await home.tick();
  return home;
};

beforeAll(async () => {
  const keys = new Map<string, OwnKey>();
  for (const id of ['ana', 'bo', 'dee']) keys.set(id, await drawKey());
  const game = await homeWith({ core: '2021', dynasty: 'gallery', rules: NOTES });
  const noted: string[] = [];
  const own: Pick<HomeGame['vault'], 'readerKey' | 'notified' | 'noteNotified'> = {
    readerKey: async (id) => keys.get(id) ?? (await drawKey()),
    notified: () => noted,
    noteNotified: (ids) => void noted.push(...ids),
  };
  home = { ...game, vault: { ...game.vault, ...own } };
  await say('cy', '/act start-round theme=Snow');
});

/** Returns the number of comments on the thread afterwards, including the engine's answers. */
async function say(by: string, text: string): Promise<number> {
  const game = await open();
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.say(person(by), thread, text);
  await game.tick();
  return (await commentsOf(game)).length;
}

async function commentsOf({ forge }: HomeGame): Promise<readonly { readonly text: string }[]> {
  return (await forge.observe(null)).events.flatMap((event) =>
    event.type === 'commented' ? [{ text: event.text }] : [],
  );
}

/** A picture without an address can't count. */
async function sendArt(by: string, title: string, submission = 'art'): Promise<void> {
  const { vault } = await open();
  const envelope = newEnvelope({
    game: 'Harbour',
    dynasty: 1,
    submission,
    sender: by,
    serial: 1,
    params: { title },
  });
  await say(by, (await sealEnvelope(vault.key?.recipient ?? '', envelope)).text);
}

test('sends a mistake to its sender alone, once they have a key; until then the emperor gets the text', async () => {
  const { vault } = await open();
  await say('bo', `/reader-key ${(await vault.readerKey?.('bo'))?.recipient ?? ''}`);
  await say('dee', `/reader-key ${(await vault.readerKey?.('dee'))?.recipient ?? ''}`);
  await sendArt('bo', 'Nothing');
  await sendArt('ana', 'Nada');
  const words = 'Your art submission can’t count: it needs a title and an image.';
  expect(await tellInPrivate(await open(), person('bo'))).toEqual({ posted: [], byHand: [] });

  const said = await tellInPrivate(await open(), person('cy'));
  expect(said.posted).toMatchObject([{ to: 'bo', text: words }]);
  expect(said.byHand).toMatchObject([{ to: 'ana', text: words, recipient: null }]);
  // A notice that waits for a key is neither lost nor sent twice.
  const waiting = await tellInPrivate(await open(), person('cy'));
  expect(waiting).toMatchObject({ posted: [], byHand: [{ to: 'ana', text: words }] });
  await say('ana', `/reader-key ${(await vault.readerKey?.('ana'))?.recipient ?? ''}`);
  expect((await tellInPrivate(await open(), person('cy'))).posted).toMatchObject([
    { to: 'ana', text: words },
  ]);
  expect(await notesFor(await open(), 'ana')).toEqual([{ at, from: 'cy', text: words }]);

  const game = await open();
  const before = (await commentsOf(game)).length;
  await game.tick();
  expect(await commentsOf(game)).toHaveLength(before);
  const note = (await commentsOf(game)).at(-1)?.text ?? '';
  expect(note).toContain('BEGIN AGE ENCRYPTED FILE');
  expect(legible(note)).not.toMatch(/bo\b|art|key:/u);
  expect(await notesFor(game, 'bo')).toEqual([{ at, from: 'cy', text: words }]);
  expect(await notesFor(game, 'dee')).toEqual([]);
  expect(await tellInPrivate(await open(), person('cy'))).toEqual({ posted: [], byHand: [] });

  // A note to somebody else that is sealed to Bo's key is none to Bo.
  const forDee = await writeNote((await vault.readerKey?.('bo'))?.recipient ?? '', {
    game: 'Harbour',
    to: 'dee',
    text: 'x',
  });
  await say('cy', forDee);
  expect(await notesFor(await open(), 'bo')).toHaveLength(1);
  // What they send besides is no other mistake.
  await sendArt('bo', 'Hello', 'note');
  expect(await tellInPrivate(await open(), person('cy'))).toEqual({ posted: [], byHand: [] });
  // The same mistake in another submission needs a notice of its own.
  await sendArt('bo', 'Nothing again');
  expect((await tellInPrivate(await open(), person('cy'))).posted).toHaveLength(1);
  expect(await notesFor(await open(), 'bo')).toHaveLength(2);
});

test('refuses an invalid reader key', async () => {
  const game = await open();
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.say(person('eli'), thread, '/reader-key age1nothing');
  const { happened } = await game.tick();
  expect(happened.at(-1)?.outcome).toMatchObject({ ok: false, refusal: { code: 'key' } });
});
