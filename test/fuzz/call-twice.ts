// Calls a clause twice. As a program, it reads clauses as JSON and writes what the calls saw, so that a test can compare two processes.
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';
import type { SandboxHost } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';

export const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
const AT = '2021-06-18T09:00:00Z';
const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
let version = 0;

/** What the two calls see; null if it is no clause. */
export function clauseCalledTwice(
  sandbox: Sandbox,
  clause: string,
  helper: string | null,
): readonly string[] | null {
  const files = new Map([['core/trial.ts', clause]]);
  if (helper !== null) files.set('core/helper.ts', helper);
  version += 1;
  if (sandbox.link(manifest, { files, version: String(version) }).length > 0) return null;
  sandbox.load(null);
  return [1, 2].map(() => {
    const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
    return result.ok
      ? JSON.stringify(sandbox.query(AT, [['game', 'found']])[0]?.value)
      : result.refusal.reason;
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const clauses = JSON.parse(readFileSync(0, 'utf8')) as readonly (readonly [string, string | null])[];
  const sandbox = await Sandbox.create(HOST);
  const found = clauses.map(([clause, helper]) => clauseCalledTwice(sandbox, clause, helper));
  process.stdout.write(JSON.stringify(found));
}
