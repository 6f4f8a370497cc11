// What is asked of the platform has the same answer from either twin, for anything that is handed in.
import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { anyLetter } from '../../src/kernel/fixtures/any-letter.ts';
import * as nodeBytes from '../../src/platform/node/bytes.ts';
import * as nodeCompress from '../../src/platform/node/compress.ts';
import * as nodeHash from '../../src/platform/node/hash.ts';
import * as nodeMachine from '../../src/platform/node/machine.ts';
import * as nodePaths from '../../src/platform/node/paths.ts';
import * as nodePrograms from '../../src/platform/node/programs.ts';
import * as webBytes from '../../src/platform/web/bytes.ts';
import * as webCompress from '../../src/platform/web/compress.ts';
import * as webHash from '../../src/platform/web/hash.ts';
import * as webMachine from '../../src/platform/web/machine.ts';
import * as webPaths from '../../src/platform/web/paths.ts';
import * as webPrograms from '../../src/platform/web/programs.ts';

const numRuns = Number(process.env['GITNOMIC_FUZZ'] ?? '100');
const FOLDER = new URL('../../src/platform/', import.meta.url);
const namesIn = (twin: string): string[] =>
  readdirSync(new URL(twin, FOLDER)).filter((name) => /^[a-z-]+\.ts$/u.test(name));

/** Only for servers, and asked by nobody else. */
const FOR_NODE_ALONE = ['stay-behind.ts'];
/** Only for the worker that owns the files. */
const FOR_BROWSERS_ALONE: Readonly<Record<string, readonly string[]>> = { 'files.ts': ['onChanges'] };

const bytes = fc.uint8Array({ maxLength: 3000 });
const text = fc.oneof(fc.string({ unit: anyLetter, maxLength: 300 }), fc.string({ unit: 'grapheme' }));
const ascii = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 3 });

/** The answer in a form to be compared, or that there is none. */
function answered(ask: () => unknown): unknown {
  try {
    const answer = ask();
    return answer instanceof Uint8Array ? [...answer] : answer;
  } catch {
    return 'refused';
  }
}

/** Both answers, or that both refuse. */
function expectSame(here: () => unknown, there: () => unknown): void {
  expect(answered(there)).toEqual(answered(here));
}

test('each module has a twin with the same names', async () => {
  const names = namesIn('node').filter((name) => !FOR_NODE_ALONE.includes(name));
  expect(namesIn('web')).toEqual(names);
  for (const name of names) {
    const [here, there] = await Promise.all(
      ['node', 'web'].map(async (twin) =>
        Object.keys((await import(`${FOLDER}${twin}/${name}`)) as object).sort(),
      ),
    );
    expect(
      there?.filter((one) => FOR_BROWSERS_ALONE[name]?.includes(one) !== true),
      name,
    ).toEqual(here);
  }
});

test('some modules’ types fit Node’s exactly', () => {
  const twins: readonly (readonly [object, object])[] = [
    [nodeBytes, webBytes satisfies typeof nodeBytes],
    [nodeCompress, webCompress satisfies typeof nodeCompress],
    [nodeHash, webHash satisfies typeof nodeHash],
    [nodeMachine, webMachine satisfies typeof nodeMachine],
  ];
  for (const [here, there] of twins) expect(Object.keys(there).sort()).toEqual(Object.keys(here).sort());
});

describe('bytes', () => {
  test.each([
    ['hexOf', bytes],
    ['base64Of', bytes],
    ['base64UrlOf', bytes],
    ['textOf', bytes],
    ['latin1Of', bytes],
    ['utf8', text],
    ['utf8Length', text],
    ['fromHex', fc.oneof(ascii, fc.base64String(), bytes.map(nodeBytes.hexOf))],
    ['fromBase64', fc.oneof(text, fc.base64String())],
  ] as const)('%s', (name, given) => {
    fc.assert(
      fc.property(given as fc.Arbitrary<never>, (one) => {
        expect(answered(() => webBytes[name](one))).toEqual(answered(() => nodeBytes[name](one)));
      }),
      { numRuns },
    );
  });

  test('slicing, joining, comparing, finding and writing', () => {
    fc.assert(
      fc.property(bytes, fc.nat(3000), fc.nat(3000), ascii, text, (one, from, to, sought, words) => {
        const [start, end] = [Math.min(from, to, one.length), Math.min(Math.max(from, to), one.length)];
        for (const name of ['textOf', 'latin1Of', 'hexOf'] as const)
          expectSame(
            () => nodeBytes[name](one, start, end),
            () => webBytes[name](one, start, end),
          );
        const parts = [one.subarray(start), one.subarray(0, end), new Uint8Array(0)];
        expectSame(
          () => nodeBytes.concat(parts),
          () => webBytes.concat(parts),
        );
        const other = one.slice(start);
        other[end % (other.length || 1)]! ^= start % 2;
        for (const some of [one, one.subarray(start), one.slice(start)])
          expectSame(
            () => nodeBytes.areEqual(some, other),
            () => webBytes.areEqual(some, other),
          );
        expectSame(
          () => nodeBytes.findText(one, sought, start),
          () => webBytes.findText(one, sought, start),
        );
        const rooms = [new Uint8Array(end), new Uint8Array(end)] as const;
        const whole = words.toWellFormed();
        expect(webBytes.writeUtf8(whole, rooms[1])).toBe(nodeBytes.writeUtf8(whole, rooms[0]));
        expect(rooms[1]).toEqual(rooms[0]);
      }),
      { numRuns },
    );
  });
});

test('hashes', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(bytes, text), { maxLength: 4 }), bytes, text, (parts, key, words) => {
      for (const kind of ['sha1', 'sha256'] as const) {
        expect(webHash.hexDigest(kind, ...parts)).toBe(nodeHash.hexDigest(kind, ...parts));
        expect(webHash.base64Digest(kind, ...parts)).toBe(nodeHash.base64Digest(kind, ...parts));
        expectSame(
          () => nodeHash.digest(kind, ...parts),
          () => webHash.digest(kind, ...parts),
        );
      }
      expectSame(
        () => nodeHash.hmacSha256(key, words),
        () => webHash.hmacSha256(key, words),
      );
      expect(webMachine.isSameSecret(key, key.slice())).toBe(nodeMachine.isSameSecret(key, key.slice()));
      expect(
        webMachine.isSameSecret(
          key,
          key.map((byte) => byte ^ 1),
        ),
      ).toBe(key.length === 0);
    }),
    { numRuns },
  );
});

test('each twin reads what the other compressed, and refuses the same', () => {
  const repeated = fc.tuple(bytes, fc.integer({ min: 1, max: 50 })).map(([one, times]) => {
    return nodeBytes.concat(Array.from({ length: times }, () => one));
  });
  fc.assert(
    fc.property(repeated, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (given, cut, at, flip) => {
      for (const [here, there] of [
        [nodeCompress, webCompress],
        [webCompress, nodeCompress],
      ] as const) {
        expect(webBytes.areEqual(there.inflate(here.deflate(given), given.length + 1), given)).toBe(true);
        expect(webBytes.areEqual(there.gunzip(here.gzip(given), given.length + 1), given)).toBe(true);
      }
      expect(webCompress.crc32(given)).toBe(nodeCompress.crc32(given));
      const [zlib, gz] = [nodeCompress.deflate(given), nodeCompress.gzip(given)];
      const spoilt = (whole: Uint8Array): Uint8Array => {
        const copy = Uint8Array.from(whole);
        copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ flip;
        return copy;
      };
      const short = zlib.slice(0, cut % zlib.length);
      expectSame(
        () => nodeCompress.inflate(short, 1e6),
        () => webCompress.inflate(short, 1e6),
      );
      expectSame(
        () => nodeCompress.inflate(zlib, Math.max(1, given.length - 1)),
        () => webCompress.inflate(zlib, Math.max(1, given.length - 1)),
      );
      expectSame(
        () => nodeCompress.inflate(spoilt(zlib), 1e6),
        () => webCompress.inflate(spoilt(zlib), 1e6),
      );
      for (const after of ['', 'rest', '\0\0', '\u001f'])
        expectSame(
          () => nodeCompress.gunzip(nodeBytes.concat([gz, gz, nodeBytes.utf8(after)]), 1e6),
          () => webCompress.gunzip(nodeBytes.concat([gz, gz, nodeBytes.utf8(after)]), 1e6),
        );
      const beginning = zlib.slice(0, Math.max(1, cut % zlib.length));
      expectSame(
        () => nodeCompress.inflateStart(beginning, 1e6).subarray(0, 60),
        () => webCompress.inflateStart(beginning, 1e6).subarray(0, 60),
      );
    }),
    { numRuns },
  );
});

test('paths', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b.md', '..', '.', '', 'games', 'ä'), { maxLength: 6 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(path, path, fc.boolean(), (one, other, isAbsolute) => {
      const first = isAbsolute ? `/${one}` : one;
      for (const name of ['join', 'joinSlashed'] as const)
        expect(webPaths[name](first, other)).toBe(nodePaths[name](first, other));
      expect(webPaths.relativeSlashed(`/${one}`, `/${other}`)).toBe(
        nodePaths.relativeSlashed(`/${one}`, `/${other}`),
      );
      expect(webPaths.resolve('/home', first, other)).toBe(nodePaths.resolve('/home', first, other));
      for (const name of ['dirname', 'basename'] as const)
        expect(webPaths[name](first)).toBe(nodePaths[name](first));
    }),
    { numRuns },
  );
});

test.each([nodePrograms, webPrograms])(
  'a missing program starts, and reports its absence by ending',
  async (twin) => {
    const program = twin.startProgram('no-such-program', ['a', 'b']);
    const error = await new Promise((resolve) => program.onEnd(resolve));
    expect(error).toBeInstanceOf(Error);
    program.write('anything');
    program.kill();
  },
);
