import { Decrypter, armor } from 'age-encryption';
import { build } from 'esbuild';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { slowTest } from '../../../test/slowly.ts';

import { commitmentToEnvelope } from './commitment.ts';
import { open } from './open.ts';
import { sealEnvelope } from './seal.ts';
import { formatSealed, parseSealed } from './sealed-text.ts';
import { OUTSIDE, RECEIVER, SUCCESSOR, ballot, legible } from './fixtures/sealed.ts';

test('the receiver opens a sealed envelope unchanged', async () => {
  const envelope = ballot({
    open: { duel: 'd1' },
    params: { first: 'Ünïcode 🕷', deep: [1, { a: null }], amend: true },
  });
  const { text } = await sealEnvelope(RECEIVER.recipient, envelope);
  expect(await open([RECEIVER.identity], text, OUTSIDE)).toEqual(envelope);
});

test('the post shows its kind but nothing of its contents', async () => {
  const { text, sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  expect(text).toMatch(
    /^\/seal ballot\n\nkey: [0-9a-f]{16}\ncommitment: sha256:[0-9a-f]{64}\n\n```age\n-----BEGIN/,
  );
  expect(legible(text)).toBe('/seal ballot\n\nkey: \ncommitment: sha256:\n\n```age\n\n```\n');
  expect(parseSealed(text)).toEqual(sealed);
});

test('sealing the same ballot twice gives a different commitment and file', async () => {
  const [one, two] = [
    await sealEnvelope(RECEIVER.recipient, ballot()),
    await sealEnvelope(RECEIVER.recipient, ballot()),
  ];
  expect(one.sealed.commitment).not.toBe(two.sealed.commitment);
  expect(one.sealed.armored).not.toBe(two.sealed.armored);
});

test('a ballot for a short title is as long as one for a longer title', async () => {
  const lengths = ['x', 'A title of some sixty letters, which is longer than most are'].map(
    async (first) => (await sealEnvelope(RECEIVER.recipient, ballot({ params: { first } }))).text.length,
  );
  expect(new Set(await Promise.all(lengths)).size).toBe(1);
});

test('accepts changed line endings and surrounding blank lines', async () => {
  const { text, sealed } = await sealEnvelope(RECEIVER.recipient, ballot({ open: { duel: 'd1' } }));
  expect(parseSealed(`\r\n${text.replaceAll('\n', '\r\n')}\r\n\r\n`)).toEqual(sealed);
});

test.each([
  ['words', 'hello'],
  ['a command alone', '/seal ballot'],
  [
    'no commitment',
    formatSealed({ submission: 'ballot', open: {}, key: '0'.repeat(16), commitment: '', armored: '' }),
  ],
])('rejects %s as a sealed post', (_, text) => {
  expect(() => parseSealed(text)).toThrow(expect.objectContaining({ code: 'not-sealed' }));
});

test('rejects two files in one post, since either could count', async () => {
  const { text, sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  expect(() => parseSealed(text + sealed.armored)).toThrow('more than one');
});

test('rejects an invalid key or an invalid envelope', async () => {
  await expect(sealEnvelope('age1nonsense', ballot())).rejects.toMatchObject({ code: 'no-recipient' });
  await expect(sealEnvelope(RECEIVER.recipient, ballot({ sender: '' }))).rejects.toMatchObject({
    code: 'bad-envelope',
  });
  await expect(sealEnvelope(RECEIVER.recipient, ballot({ params: { n: Number.NaN } }))).rejects.toMatchObject(
    {
      code: 'bad-envelope',
    },
  );
});

test('a sender can keep a way to read what they sent', async () => {
  const { text } = await sealEnvelope(RECEIVER.recipient, ballot(), [SUCCESSOR.recipient]);
  expect((await open([SUCCESSOR.identity], text, OUTSIDE)).params).toMatchObject({ first: 'r1-1' });
});

slowTest('the sealing side runs where there is nothing but what browsers have', async () => {
  const bundle = await build({
    stdin: { contents: "export * from './seal.ts';", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'sealing',
    platform: 'browser',
  });
  const web = {
    crypto,
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    ReadableStream,
    Response,
    TransformStream,
    URL,
    Uint8Array,
  };
  const sandbox = createContext({ ...web, envelope: ballot(), recipient: RECEIVER.recipient });
  const code = bundle.outputFiles[0]?.text ?? '';
  const sealed = runInContext(`${code}; sealing.sealEnvelope(recipient, envelope)`, sandbox) as ReturnType<
    typeof sealEnvelope
  >;
  const { text, envelope } = await sealed;
  expect(await open([RECEIVER.identity], text, OUTSIDE)).toEqual(envelope);
  expect(parseSealed(text).commitment).toBe(await commitmentToEnvelope(envelope));
});

test('produces an ordinary age file that the age library opens', async () => {
  const { sealed } = await sealEnvelope(RECEIVER.recipient, ballot());
  const decrypter = new Decrypter();
  decrypter.addIdentity(RECEIVER.identity);
  const text = await decrypter.decrypt(armor.decode(sealed.armored), 'text');
  expect(JSON.parse(text)).toMatchObject({ submission: 'ballot', sender: 'ana' });
});
