// A file that somebody sent holds many: a whole game, or the secrets of one. Whatever these are called, they come into their folder.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { split } from 'shamir-secret-sharing';
import { expect, test } from 'vitest';

import { joinShares } from '../../src/addons/escrow/escrow.ts';
import { unpackGame } from '../../src/cli/local/unpack-game.ts';
import { areSafePaths } from '../../src/ruleset/file-names.ts';

const NAMES = [
  '..',
  '.',
  '',
  'a',
  'A',
  'b',
  'a\n',
  '\n',
  'a\r',
  '\u2028',
  '.. ',
  '..\u200d',
  '...',
  '\\..\\',
  '%2e%2e',
  '.git',
  'GIT~1',
  'con',
  'a:b',
  'ſ',
  's',
  'é',
  'e\u0301',
  '\ud800',
  'constructor',
  'x'.repeat(300),
];
const paths = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 6 })
  .map((names) => names.join('/'));

/** Everything below a folder that is not below one of these. */
function besides(folder: string, ...places: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !places.some((place) => path === place || path.startsWith(`${place}/`)))
    .sort();
}

test('unpacks a packed game into its own folder, whatever its files are called, or not at all', () => {
  const root = mkdtempSync(join(tmpdir(), 'packed-'));
  const deep = join(root, '1/2/3/4/5/6/7');
  mkdirSync(deep, { recursive: true });
  const before = [...besides(root), '1/2/3/4/5/6/7/game.json'].sort();
  try {
    fc.assert(
      fc.property(fc.uniqueArray(paths, { minLength: 1, maxLength: 4 }), (names) => {
        const entries = names.map((name) => `${JSON.stringify(name)}:""`).join(',');
        writeFileSync(join(deep, 'game.json'), `{"gitnomic-game":1,"name":"x","files":{${entries}}}`);
        const unpack = (): unknown => unpackGame(join(deep, 'game.json'));
        if (areSafePaths(names)) expect(unpack()).toMatchObject({ folder: join(deep, 'game') });
        else expect(unpack).toThrow(/is not a file from/u);
        expect(besides(root, '1/2/3/4/5/6/7/game')).toEqual(before);
        rmSync(join(deep, 'game'), { recursive: true, force: true });
      }),
      {
        numRuns: 300,
        examples: [[['a\n/../../../out']], [['a', 'a/b']], [['a', 'A']], [['__proto__/../../x']]],
      },
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('rejects a packed game with no files, or with a file named __proto__', () => {
  const root = mkdtempSync(join(tmpdir(), 'packed-'));
  for (const files of ['{}', '{"__proto__":""}']) {
    writeFileSync(join(root, 'game.json'), `{"gitnomic-game":1,"name":"x","files":${files}}`);
    expect(() => unpackGame(join(root, 'game.json'))).toThrow(/is not a file from/u);
  }
  expect(readdirSync(root)).toEqual(['game.json']);
  rmSync(root, { recursive: true });
});

test('doesn’t unpack a file without an extension over itself', () => {
  const root = mkdtempSync(join(tmpdir(), 'packed-'));
  writeFileSync(join(root, 'game'), '{"gitnomic-game":1,"name":"x","files":{"content/game.yml":""}}');
  expect(() => unpackGame(join(root, 'game'))).toThrow(/There is something in .* already/u);
  rmSync(root, { recursive: true });
});

test('forged shares open no file that leads elsewhere', async () => {
  const identity = await generateX25519Identity();
  const keys = await split(new TextEncoder().encode(identity), 2, 2);
  const shares = keys.map((one) => {
    const words = `00000000 2 ${Buffer.from(one).toString('base64url')}`;
    return `gitnomic-share-1 ${words} ${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;
  });
  const open = async (name: string): Promise<readonly string[]> => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(identity));
    return [...(await joinShares(await encrypter.encrypt(JSON.stringify({ [name]: '' })), shares)).keys()];
  };
  expect(await open('values/2')).toEqual(['values/2']);
  for (const name of fc.sample(paths, { numRuns: 20, seed: 7 }).concat('a\n/../../x'))
    if (!areSafePaths([name])) await expect(open(name), JSON.stringify(name)).rejects.toThrow('damaged');
});
