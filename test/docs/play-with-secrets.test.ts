// What the page for authors types, in order, with the cards that were dealt here: from a blank game to a victory.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, expect, test, vi } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { splitWords } from './read-session.ts';

vi.setConfig({ testTimeout: 480_000 });

const PAGE = readFileSync('docs/how-to/play-with-secrets.md', 'utf8');
const BLOCK = /^```(?<language>\w+)(?: +(?<file>\S+))?\n(?<body>.*?)^```$/gmsu;

const around = mkdtempSync(join(tmpdir(), 'gitnomic-secrets-'));
const folder = join(around, 'gitnomic');
mkdirSync(folder);
afterAll(() => rmSync(around, { recursive: true, force: true }));
const environment: Record<string, string> = { CI: '1', NO_COLOR: '1', GITNOMIC_NOW: '2030-06-03T09:00:00Z' };

async function type(line: string): Promise<string> {
  const [, ...words] = splitWords(line);
  let shown = '';
  const write = { write: (text: string) => (shown += text) };
  const terminal = makeTerminal(write, write, environment, () => 0);
  const code = await runCli({ words, folder, environment, terminal, caches });
  expect(code, `${line}\n${shown}`).toBe(0);
  return shown;
}

/** The cards in a player’s messages. */
const handOf = async (player: string): Promise<readonly number[]> =>
  (/You hold ([\d, ]+)\./u.exec(await type(`gitnomic seal notes --as ${player}`))?.[1] ?? '')
    .split(', ')
    .map(Number);

test('the page leads from a blank game to a victory, and nobody sees what isn’t theirs', async () => {
  const said: [line: string, shown: string][] = [];
  const hands = new Map<string, readonly number[]>();
  for (const { groups: { language, file, body = '' } = {} } of PAGE.matchAll(BLOCK)) {
    if (file !== undefined) {
      const path = resolve(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, body);
    }
    if (language !== 'sh') continue;
    for (const line of body.trim().split('\n')) {
      const [program = '', word = ''] = splitWords(line);
      if (program === 'export') environment[word.split('=')[0] ?? ''] = word.split('=')[1] ?? '';
      else {
        const sealer = /^gitnomic seal card number=\d+ --as (\w+)$/u.exec(line)?.[1];
        if (sealer !== undefined) hands.set(sealer, await handOf(sealer));
        const card = Math.max(...(hands.get(sealer ?? '') ?? []));
        said.push([
          line,
          await type(sealer === undefined ? line : `gitnomic seal card number=${card} --as ${sealer}`),
        ]);
      }
    }
  }
  const shownBy = (begin: string): string => said.find(([line]) => line.startsWith(begin))?.[1] ?? '';
  expect(hands.size).toBe(3);
  const cards = [...hands.values()].flat();
  expect(new Set(cards).size).toBe(9);
  expect(shownBy('gitnomic lint')).toContain('Nothing is wrong.');
  expect(shownBy('gitnomic status --as ana')).toContain(`Your cards: ${hands.get('ana')?.join(', ')}`);
  expect(shownBy('gitnomic replay')).toMatch(/same/iu);

  const [best] = [...hands].toSorted(([, one], [, other]) => Math.max(...other) - Math.max(...one));
  for (const [player, hand] of hands)
    expect(shownBy('gitnomic show game')).toContain(`${player} ${Math.max(...hand)}`);
  expect(await type(`gitnomic show ${best?.[0] ?? ''}`)).toMatch(/Points: 3/u);

  // A secret is printed only on demand, and another player’s view of their own not at all.
  expect(await type('gitnomic show ana')).not.toContain('Hand');
  expect(await type('gitnomic show ana --secret')).toContain('Hand');
  expect(await type('gitnomic status --as bo')).not.toContain(hands.get('ana')?.join(', ') ?? 'Your cards');
});
