// Run at set-up: JavaScript is made of the library's clauses, of those of the game in content/ and of the sandbox's own files, and a
// sandbox is started once, so that no game that begins has to wait for any of it. With them the rules of the game in content/ are
// put in force, which a copy of it begins with.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Caches } from '../../src/cache/caches.ts';
import { keepReadyRules } from '../../src/play/rules-image.ts';
import { filesOnDisk } from '../../src/store/content-folder.ts';
import { readFolder, readLibrary } from '../../src/store/library.ts';
import { openGame } from '../../src/store/open-game.ts';
import { DEFAULT_LIMITS } from '../../src/sandbox/host.ts';
import { KeptBoots } from '../../src/sandbox/kept-boots.ts';
import { hashOfClause, makeReady } from '../../src/sandbox/ready-clauses.ts';
import { SandboxCaches } from '../../src/sandbox/sandbox-caches.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { clausesIn } from '../build-package/clauses.ts';

const kept = new KeptBoots();
const game = readFolder(fileURLToPath(new URL('../../content/ruleset', import.meta.url)));
const clauses = [readLibrary(), game].flatMap((files) => clausesIn(files));
const known = kept.readClauses();
if (!clauses.every((one) => known.has(hashOfClause(one)))) kept.writeClauses(makeReady(clauses));
const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
(await Sandbox.create(host, DEFAULT_LIMITS, new SandboxCaches(kept))).dispose();

/** Nothing but its rules is kept, and they only where they are not yet. */
const caches = new Caches('set-up');
caches.keepIn(tmpdir());
caches.onRules = (rules) => keepReadyRules(rules, caches);
const { play } = await openGame(filesOnDisk(join(import.meta.dirname, '..', '..')), { caches });
play.dispose();
