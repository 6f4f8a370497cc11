import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { hosts } from '../../host/registry.ts';
import { listPacks, readPackFile } from '../../ruleset/compose.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { runCli } from '../run-cli.ts';
import { makeTerminal } from '../terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function begin(name: string, ...words: string[]): Promise<string> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const players = ['ana', 'bo', 'cy', 'dee'].flatMap((id) => ['--player', id]);
  const code = await runCli({
    words: ['init', name, '--json', ...players, ...words],
    folder,
    environment: { CI: '1', GITNOMIC_NOW: '2030-06-03T09:00:00Z' },
    terminal: makeTerminal(sink, sink, {}),
    hosts,
    caches,
  });
  expect(code, out).toBe(0);
  return (JSON.parse(out) as { core: string }).core;
}

const { core: cores, dynasties } = listPacks(shippedLibrary);
const coreOf = (dynasty: string): string | undefined =>
  readPackFile(`${dynasty}/pack.yml`, shippedLibrary.get(`${dynasty}/pack.yml`) ?? '').pack?.core;
/** A dynasty of each era, each with the core rules that it was written for. */
const ofEachEra = new Map(
  dynasties.flatMap((dynasty) => {
    const core = coreOf(dynasty);
    return core === undefined ? [] : [[core, dynasty] as const];
  }),
);

test.each([...ofEachEra])(
  'without --core the rules are those that %s was written for: %s',
  async (core, dynasty) => {
    expect(await begin(dynasty, '--dynasty', dynasty)).toBe(core);
  },
);

test('without a dynasty they are the latest, and with --core those that are named', async () => {
  expect(ofEachEra.size).toBeGreaterThan(1);
  expect(await begin('plain')).toBe(cores.at(-1));
  const [first = ''] = ofEachEra.keys();
  expect(await begin('named', '--core', first)).toBe(first);
});
