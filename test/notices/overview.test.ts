import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openSession } from '../../src/tick/open-session.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import { ana, bo, cy, memoryVault, testGame } from '../../src/tick/fixtures/embedded-game.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { overviewOf } from '../../src/seat/overview.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';

test('the command tells Admins who hasn’t voted, who can be set idle for silence, and which notices fail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-overview-'));
  const run = async (now: string, line: string): Promise<string> => {
    // Nothing listens at port 1.
    const notices = '{"to":{"chat":{"as":"json","url":"http://127.0.0.1:1/"}}}';
    const environment = { CI: '1', NO_COLOR: '1', GITNOMIC_NOW: now, GITNOMIC_NOTICES: notices };
    let said = '';
    const write = { write: (text: string) => (said += text) };
    const terminal = makeTerminal(write, write, environment, () => 0);
    expect(await runCli({ words: line.split(' '), folder, environment, terminal, caches }), said).toBe(0);
    return said;
  };
  try {
    const [first, soon, late] = ['2030-06-03T09:00:00Z', '2030-06-08T10:00:00Z', '2030-06-11T10:00:00Z'];
    await run(first, 'init h --core 2021 --player ana --player bo --player cy --player dee --player eli');
    expect(await run(first, 'admin overview --game h')).toBe('Nothing is waiting for the Admins.\n');
    const words = ['admin', 'game', 'notices=chat opened', '--game', 'h', '--as', 'ana'];
    const quiet = makeTerminal({ write: () => undefined }, { write: () => undefined }, {});
    await runCli({ words, folder, environment: { CI: '1', GITNOMIC_NOW: first }, terminal: quiet, caches });
    await run(first, 'tick --game h');
    await run(soon, 'propose --game h --as ana --add-rule Manners --text Please.');
    expect(await run(soon, 'tick --game h')).toContain('The receiver chat can’t be told');
    expect(await run(soon, 'admin overview --game h')).toBe(`Not voted yet
  2  Manners: bo, cy, dee, eli

Silent
  bo, last active 2030-06-03 09:00 UTC: “Make somebody idle” can be taken within two days
  cy, last active 2030-06-03 09:00 UTC: “Make somebody idle” can be taken within two days
  dee, last active 2030-06-03 09:00 UTC: “Make somebody idle” can be taken within two days
  eli, last active 2030-06-03 09:00 UTC: “Make somebody idle” can be taken within two days

Undelivered messages
  chat: it can’t be reached, since 2030-06-08 10:00 UTC
`);
    await run(soon, 'site --game h --out pages');
    const page = readFileSync(join(folder, 'pages/overview/index.html'), 'utf8').replaceAll(
      /<[^>]*>|\s+/gu,
      ' ',
    );
    for (const words of [
      /Manners\s*: bo, cy, dee, eli/u,
      /eli\s*, last active [^:]*9?[^,]*“Make somebody idle”\s+available\s+within two days/u,
      /chat\s*: it can’t be reached, since/u,
    ])
      expect(page).toMatch(words);
    expect(await run(late, 'admin overview --game h')).toContain(
      'bo, last active 2030-06-03 09:00 UTC: “Make somebody idle” can be taken now',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the overview also reports conflicts, and stalled matters with the reason', async () => {
  const game = await testGame();
  const three = [
    { title: 'One', by: ana },
    { title: 'Two', by: bo },
    { title: 'Three', by: cy },
  ];
  for (const { title, by } of three) await game.table.open(by, { kind: 'proposal', title, text: '' });
  const vault = memoryVault();
  await game.tick({ vault });
  const here = { vault, pictures: openPictureStore('/nowhere'), caches };
  const { position } = await openSession({ forge: game.forge, now: game.now, ...here }, await game.mainTip());
  try {
    const { play } = position.open;
    const seen = readStatus(position, game.now);
    const [one, two, last] = seen.queue;
    if (one === undefined || two === undefined || last === undefined) throw new Error('three are pending');
    const queue = [
      { ...one, conflict: true },
      { ...two, fault: 'votes.ts:3 divides by nothing' },
      { ...last, enactFrom: null, failFrom: null },
    ];
    const { still, conflicts } = overviewOf(play, { ...seen, queue, stuck: [one.id] }, []);
    expect(conflicts.map(({ title }) => title)).toEqual(['One']);
    expect(still.map(({ title, why }) => `${title}: ${why}`)).toEqual([
      'One: it was due but could not be resolved: its post says why',
      'Two: votes.ts:3 divides by nothing',
      'Three: with these votes it stays undecided',
    ]);
  } finally {
    position.open.play.dispose();
  }
});
