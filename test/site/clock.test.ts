import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-clock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** On its clock half a minute passes from one look to the next. */
async function gitnomic(...words: string[]): Promise<string> {
  let [said, told, ms] = ['', '', 0];
  const terminal = makeTerminal(
    { write: (text) => (said += text) },
    { write: (text) => (told += text) },
    {},
    () => (ms += 30_000),
  );
  const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', CI: '1' };
  expect(await runCli({ words, folder, environment, terminal, caches }), said + told).toBe(0);
  return told;
}

test('pages show the game at its own time, whatever the machine’s is', async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((id) => ['--player', id]);
  await gitnomic('init', folder, '--core', '2021', '--name', 'Harbour', ...players);
  await gitnomic('propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.');
  writeFileSync(join(folder, 'content', 'site.yml'), 'theme:\n  accent: "#123456"\n');
  expect(await gitnomic('site', '--out', join(folder, 'pages'))).toMatch(/^building the pages … \d+ s$/mu);
  expect(readFileSync(join(folder, 'pages', 'theme.css'), 'utf8')).toContain('--accent: #123456');
  const front = readFileSync(join(folder, 'pages/index.html'), 'utf8');
  expect(front).toContain('Manners');
  const years = new Set([...front.matchAll(/\b(20\d\d)-\d\d-\d\d/gu)].map(([, year]) => year));
  expect([...years]).toEqual(['2024']);
});
