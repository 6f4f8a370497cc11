import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitmentToEnvelope } from './commitment.ts';
import { checkReveal, reseal } from './reveal.ts';
import type { Json } from '../../ruleset/plain-data.ts';
import { open } from './open.ts';
import { sealEnvelope } from './seal.ts';
import { formatSealed } from './sealed-text.ts';
import { OUTSIDE, RECEIVER, SUCCESSOR, ballot } from './fixtures/sealed.ts';

/** The code of the error with which opening fails. */
async function failure(
  text: string,
  changes: Partial<typeof OUTSIDE> = {},
  identity = RECEIVER.identity,
): Promise<string> {
  const result = await open([identity], text, { ...OUTSIDE, ...changes }).catch(
    (error: { code: string }) => error.code,
  );
  return typeof result === 'string' ? result : 'opened';
}

test('someone with another key can’t open it, and learns which key it takes', async () => {
  const { text, sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  await expect(open([SUCCESSOR.identity], text, OUTSIDE)).rejects.toMatchObject({
    code: 'wrong-key',
    message: expect.stringContaining(sealed.key),
  });
});

test('with several keys, opens with the one that fits', async () => {
  const { text } = await sealEnvelope(RECEIVER.recipient, ballot());
  expect(await open([SUCCESSOR.identity, RECEIVER.identity], text, OUTSIDE)).toMatchObject({ sender: 'ana' });
});

test('detects a changed character in any line of the file', async () => {
  const { sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  const lines = sealed.armored.split('\n');
  for (let line = 1; line < lines.length - 2; line++) {
    const old = lines[line] ?? '';
    const at = (line * 7) % old.length;
    const changed = `${old.slice(0, at)}${old[at] === 'A' ? 'B' : 'A'}${old.slice(at + 1)}`;
    const armored = lines.with(line, changed).join('\n');
    expect(await failure(formatSealed({ ...sealed, armored }))).toBe('tampered');
  }
});

test('detects a file that was cut short', async () => {
  const { sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  const lines = sealed.armored.split('\n');
  const armored = [...lines.slice(0, 5), ...lines.slice(-2)].join('\n');
  expect(await failure(formatSealed({ ...sealed, armored }))).toBe('tampered');
});

test('detects contents that differ from the commitment', async () => {
  const { sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  const commitment = await commitmentToEnvelope(ballot({ params: { first: 'r1-9' } }));
  expect(await failure(formatSealed({ ...sealed, commitment }))).toBe('commitment-mismatch');
});

test('rejects a copy under another sender, game, dynasty, submission or open parameters', async () => {
  const { text, sealed } = await sealEnvelope(RECEIVER.recipient, ballot({ open: { duel: 'd1' } }));
  expect(await failure(text)).toBe('opened');
  expect(await failure(text, { sender: 'bo' })).toBe('other-sender');
  expect(await failure(text, { game: 'other' })).toBe('other-game');
  expect(await failure(text, { dynasty: 4 })).toBe('other-dynasty');
  expect(await failure(formatSealed({ ...sealed, submission: 'sale' }))).toBe('other-submission');
  expect(await failure(formatSealed({ ...sealed, open: { duel: 'd2' } }))).toBe('other-open');
});

test('after the reveal, anybody can verify that it’s what was sent', async () => {
  const { sealed, envelope } = await sealEnvelope(RECEIVER.recipient, ballot());
  const revealed: unknown = JSON.parse(JSON.stringify(envelope));
  expect(await checkReveal(revealed, sealed.commitment)).toEqual({ ok: true });
  const bent = { ...envelope, params: { ...envelope.params, first: 'r1-4' } };
  expect(await checkReveal(bent, sealed.commitment)).toMatchObject({
    why: 'the revealed text is not the one that was sent',
  });
  expect(await checkReveal({ ...envelope, nonce: '0'.repeat(32) }, sealed.commitment)).toMatchObject({
    ok: false,
  });
  expect(await checkReveal('r1-1', sealed.commitment)).toMatchObject({
    why: expect.stringContaining('not an envelope'),
  });
});

test('resealing for a new receiver keeps it the same submission', async () => {
  const { text, sealed, envelope } = await sealEnvelope(RECEIVER.recipient, ballot());
  const again = await reseal([RECEIVER.identity], text, OUTSIDE, SUCCESSOR.recipient);
  expect(again.sealed.commitment).toBe(sealed.commitment);
  expect(again.sealed.key).not.toBe(sealed.key);
  expect(await open([SUCCESSOR.identity], again.text, OUTSIDE)).toEqual(envelope);
  expect(await failure(again.text)).toBe('wrong-key');
});

test('if the key is lost, the sender can seal the kept original again to the same commitment', async () => {
  const { sealed, envelope } = await sealEnvelope(RECEIVER.recipient, ballot());
  const again = await sealEnvelope(SUCCESSOR.recipient, envelope);
  expect(again.sealed.commitment).toBe(sealed.commitment);
  expect(await open([SUCCESSOR.identity], again.text, OUTSIDE)).toEqual(envelope);
});

test('rejects an invalid envelope after opening it', async () => {
  const { sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  const { armor, Encrypter } = await import('age-encryption');
  for (const inside of [
    'no json',
    '{}',
    JSON.stringify({ ...ballot(), extra: 1 }),
    JSON.stringify({ ...ballot(), serial: -1 }),
  ]) {
    const encrypter = new Encrypter();
    encrypter.addRecipient(RECEIVER.recipient);
    const armored = armor.encode(await encrypter.encrypt(inside));
    expect(await failure(formatSealed({ ...sealed, armored }))).toBe('malformed');
  }
});

test('any JSON opens unchanged, and its commitment doesn’t depend on the key order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (value) => {
      const params = JSON.parse(JSON.stringify(value)) as Record<string, Json>;
      const envelope = ballot({ params });
      const turned = { ...envelope, params: Object.fromEntries(Object.entries(params).reverse()) };
      expect(await commitmentToEnvelope(turned)).toBe(await commitmentToEnvelope(envelope));
      const { text } = await sealEnvelope(RECEIVER.recipient, envelope);
      expect((await open([RECEIVER.identity], text, OUTSIDE)).params).toEqual(params);
    }),
    { numRuns: 15 },
  );
});

test('the open parameters may contain unusual line separators', async () => {
  const words = { duel: 'one\u2028two\u2029three\u0085four\rfive' };
  const { text } = await sealEnvelope(RECEIVER.recipient, ballot({ open: words }));
  expect((await open([RECEIVER.identity], text, OUTSIDE)).open).toEqual(words);
});
