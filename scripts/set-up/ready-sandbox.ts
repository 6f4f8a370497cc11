// Run at set-up: JavaScript is made of the library's clauses, of those of the game in content/ and of the sandbox's own files, and a
// sandbox is started once, so that no game that begins has to wait for any of it. The texts of the game in content/ are read, which
// a copy of it begins with.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Caches } from '../../src/cache/caches.ts';
import { hashOfParts } from '../../src/cache/cached-reads.ts';
import { filesOnDisk } from '../../src/store/content-folder.ts';
import { readFolder, readLibrary } from '../../src/store/library.ts';
import { openGame } from '../../src/store/open-game.ts';
import { DEFAULT_LIMITS } from '../../src/sandbox/host.ts';
import { MadeAhead } from '../../src/sandbox/made-ahead.ts';
import { hashOfClause, makeReady } from '../../src/sandbox/ready-clauses.ts';
import { SandboxCaches } from '../../src/sandbox/sandbox-caches.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { clausesIn } from '../build-package/clauses.ts';

const kept = new MadeAhead();
const game = readFolder(fileURLToPath(new URL('../../content/ruleset', import.meta.url)));
const clauses = [readLibrary(), game].flatMap((files) => clausesIn(files));
const known = kept.readClauses();
if (!clauses.every((one) => known.has(hashOfClause(one)))) kept.writeClauses(makeReady(clauses));
const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
(await Sandbox.create(host, DEFAULT_LIMITS, new SandboxCaches(kept))).dispose();

/** Of these texts the game was read when it was made ready: [kind, name, text]. */
const STAMP = ['beside the engine', 'content', ''] as const;
const texts = filesOnDisk(join(import.meta.dirname, '..', '..'));
const stamp = hashOfParts([...texts].flat());
const caches = new Caches('set-up', new SandboxCaches(kept));
// Nothing is written there.
caches.keepIn(tmpdir());
if (caches.onDisk.get(...STAMP) !== stamp) {
  (await openGame(texts, { caches })).play.dispose();
  caches.onDisk.set(...STAMP, stamp);
  caches.makeReady();
}
