// Set-up runs this. It compiles the clauses of the library and of the game in content/, and starts a sandbox once, so
// that no new game has to wait for that.
import { fileURLToPath } from 'node:url';

import { readFolder, readLibrary } from '../../src/store/library.ts';
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
