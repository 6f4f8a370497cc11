// Set-up runs this. It compiles the clauses of the library and of the game in content/, and the sandbox's own
// files, and starts a sandbox once, so that no new game has to wait for that. It also parses the texts of the
// game in content/, with which a copy of it begins.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Caches } from '../../src/cache/caches.ts';
import { hashOfParts } from '../../src/cache/cached-reads.ts';
import { filesOnDisk } from '../../src/store/content-folder.ts';
import { readFolder, readLibrary } from '../../src/store/library.ts';
import { openGame } from '../../src/session/play/open-game.ts';
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

/** The texts that were parsed when the game was prepared: [kind, name, text]. */
const STAMP = ['beside the engine', 'content', ''] as const;
const texts = filesOnDisk(join(import.meta.dirname, '..', '..'));
const stamp = hashOfParts([...texts].flat());
const caches = new Caches('set-up', new SandboxCaches(kept));
// Nothing is written to this folder.
caches.keepIn(tmpdir());
if (caches.onDisk.get(...STAMP) !== stamp) {
  (await openGame(texts, { caches })).play.dispose();
  caches.onDisk.set(...STAMP, stamp);
  caches.makeReady();
}
