import { expect, test } from 'vitest';

import { isNote, readNote, writeNote } from './private-note.ts';
import { readRevealed, writeRevealed, isEnvelope } from './reveal.ts';
import { encryptTo, isPublicKey, newEnvelope } from './seal.ts';
import { drawKey } from './vault.ts';

const note = { game: 'Harbour', to: 'bo', text: 'Your vote names nobody.' };

test('only the recipient can read a private note', async () => {
  const [bo, cy] = await Promise.all([drawKey(), drawKey()]);
  const posted = await writeNote(bo.recipient, note);
  expect([isNote(posted), posted.includes(note.text)]).toEqual([true, false]);
  expect(await readNote([cy.identity, ` ${bo.identity}\n`], posted)).toEqual(note);
  expect(await readNote([bo.identity], posted.replaceAll('\n', '\r\n'))).toEqual(note);
  expect(await readNote([cy.identity], posted)).toBeNull();
  expect(await readNote([], posted)).toBeNull();
  const altered = posted.replace(/(?<=FILE-----\n)[\s\S]*(?=\n-----END)/u, 'YWx0ZXJlZA==');
  expect([isNote(altered), await readNote([bo.identity], altered)]).toEqual([true, null]);
  expect(isNote(posted.replaceAll('\n', '\r\n'))).toBe(true);
});

test('ignores sealed data that isn’t a note', async () => {
  const { identity, recipient } = await drawKey();
  for (const other of [null, [], { ...note, to: 7 }, { game: 'Harbour' }]) {
    const armored = await encryptTo([recipient], JSON.stringify(other));
    expect(await readNote([identity], `/note\n\n\`\`\`age\n${armored.trim()}\n\`\`\`\n`)).toBeNull();
  }
  expect([isNote('/note'), await readNote([identity], '/note')]).toEqual([false, null]);
});

test('accepts only public keys as recipients', async () => {
  const { identity, recipient } = await drawKey();
  expect([recipient, ` ${recipient}\n`, identity, 'age1', ''].map(isPublicKey)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('reads revealed envelopes only from a post that reveals them', () => {
  const envelope = newEnvelope({
    game: 'Harbour',
    dynasty: 1,
    submission: 'bid',
    sender: 'bo',
    serial: 1,
    params: { bid: 3 },
  });
  const posted = writeRevealed([envelope, envelope]);
  const read = readRevealed(posted.replaceAll('\n', '\r\n')) ?? [];
  expect(read).toEqual([{ ...envelope }, { ...envelope }]);
  expect([...read, { ...envelope, sender: 7 }, null].map(isEnvelope)).toEqual([true, true, false, false]);
  expect(readRevealed('Revealed')).toBeNull();
  for (const json of ['{}', '[3'])
    expect(readRevealed(`Revealed, as it was sealed:\n\n\`\`\`json\n${json}\n\`\`\``)).toEqual([]);
});
