import { build } from 'esbuild';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { slowTest } from '../../../test/slowly.ts';
import { ballot, legible, newKey, OUTSIDE } from './fixtures/sealed.ts';
import { parseSealed, type Sealed } from './sealed-text.ts';
import { openWithShares, sealToHolders, shareOf, isShares, readShares, writeShares } from './shares.ts';

const NAMES = ['ana', 'bo "the" cy', 'dee'];
const holders = await Promise.all(NAMES.map(async (id) => ({ id, ...(await newKey()) })));

/** The shares of these holders, as they open them. */
async function sharesOf(sealed: Sealed, ...names: string[]): Promise<Map<string, string>> {
  const own = holders.filter(({ id }) => names.includes(id));
  const shares = own.map(
    async ({ id, identity }) => [id, (await shareOf(sealed, id, identity)) ?? ''] as const,
  );
  return new Map(await Promise.all(shares));
}

test('any two of three holders can open a sealed envelope, and one can’t', async () => {
  const envelope = ballot({ open: { duel: 'd1' } });
  const { text } = await sealToHolders(holders, 2, envelope);
  const sealed = parseSealed(text.replaceAll('\n', '\r\n'));
  for (const pair of [NAMES.slice(0, 2), NAMES.slice(1), [NAMES[0] ?? '', NAMES[2] ?? '']])
    expect(await openWithShares(sealed, await sharesOf(sealed, ...pair), OUTSIDE)).toEqual({
      how: 'opened',
      envelope,
    });
  expect(await openWithShares(sealed, await sharesOf(sealed, 'ana'), OUTSIDE)).toEqual({
    how: 'waits',
    shown: 1,
  });
  expect(legible(text)).not.toContain('r1-1');
});

test('a share doesn’t count if it wasn’t dealt to the one who shows it', async () => {
  const [one, other] = [await sealToHolders(holders, 2, ballot()), await sealToHolders(holders, 2, ballot())];
  const identity = holders[0]?.identity ?? '';
  expect(await shareOf(one.sealed, 'dee', identity)).toBeNull();
  const shares = await sharesOf(one.sealed, 'ana');
  const wrong = (await sharesOf(other.sealed, 'dee')).get('dee') ?? '';
  for (const share of [wrong, shares.get('ana') ?? '', '!'])
    expect(await openWithShares(one.sealed, new Map([...shares, ['dee', share]]), OUTSIDE)).toEqual({
      how: 'waits',
      shown: 1,
    });
});

test('opens with the shares that fit even if one was dealt wrongly; if none can, it’s spoilt', async () => {
  const [one, other] = [await sealToHolders(holders, 2, ballot()), await sealToHolders(holders, 2, ballot())];
  const mixed = (...from: readonly Sealed[]): Sealed => ({
    ...one.sealed,
    shared: {
      needed: 2,
      shares: from.map(({ shared }, at) => shared?.shares[at]).filter((share) => share !== undefined),
    },
  });
  // A hash binds a share to its post, so the wrong share is dealt with a hash for this post.
  const dealt = mixed(one.sealed, other.sealed, one.sealed);
  expect((await openWithShares(dealt, await sharesOf(dealt, ...NAMES), OUTSIDE)).how).toBe('opened');
  const short = mixed(one.sealed);
  expect((await openWithShares(short, await sharesOf(short, 'ana'), OUTSIDE)).how).toBe('spoilt');
});

test('another player’s ballot posted as one’s own is spoilt once it’s opened', async () => {
  const { sealed } = await sealToHolders(holders, 2, ballot());
  const joined = await openWithShares(sealed, await sharesOf(sealed, ...NAMES), {
    ...OUTSIDE,
    sender: 'eve',
  });
  expect(joined).toMatchObject({ how: 'spoilt', why: expect.stringContaining('eve') as string });
});

test('reads posted shares, and ignores malformed ones', async () => {
  const { sealed } = await sealToHolders(holders, 2, ballot());
  const shares = { [sealed.commitment]: (await sharesOf(sealed, 'ana')).get('ana') ?? '' };
  expect(readShares(writeShares(shares).replaceAll('\n', '\r\n'))).toEqual(shares);
  expect(isShares(writeShares(shares))).toBe(true);
  for (const text of ['/shares\n\n```json\n{"x": "y"}\n```', '/shares\n\n```json\n{\n```', '/shares please'])
    expect(readShares(text)).toBeNull();
});

slowTest('sealing to several runs where there is nothing but what browsers have', async () => {
  const bundle = await build({
    stdin: { contents: "export * from './shares.ts';", resolveDir: import.meta.dirname },
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
  const sandbox = createContext({ ...web, envelope: ballot(), holders });
  const code = bundle.outputFiles[0]?.text ?? '';
  const { sealed } = await (runInContext(
    `${code}; sealing.sealToHolders(holders, 2, envelope)`,
    sandbox,
  ) as ReturnType<typeof sealToHolders>);
  expect((await openWithShares(sealed, await sharesOf(sealed, 'ana', 'dee'), OUTSIDE)).how).toBe('opened');
});
