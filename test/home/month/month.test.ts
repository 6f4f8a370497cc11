// A month without care: a game at home, played by commands and pages on a machine whose clock jumps, whose disk fills,
// that sleeps, and whose Node and engine change. All of it in `test:long`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { olderNode } from '../../package/install.ts';
import { anotherEngine } from './another-engine.ts';
import { endServer, GROUP, kilobytesIn, megabytesOf, Month, type Said } from './month.ts';

const DAYS = 30;
const SLEEPS_ON = [1, 4, 11, 19, 28];
const CLOCK_BACK_ON = [1, 7, 18];
const CLOCK_AHEAD_ON = [0, 2, 12, 23];
const FULL_ON = [0, 5, 8, 13, 17, 21, 26];
const READ_ONLY_ON = [1, 14, 25];
const NEW_ENGINE_ON = 15;
/** Where a full disk stops a command: at its first write, in the middle, near the end. */
const WRITES = [3, 0, 8, 20];
/** docs/scale.md: what a matter adds at home, with what the engine keeps of it. */
const KILOBYTES_OF_A_MATTER = 12;
const PORT = 47_390;

const clone = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'month-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The Nodes that are here, in turn; `npm run test:nodes` fetches the older ones. */
const nodes = [process.execPath, ...[22, 24].map(olderNode).filter((path) => existsSync(path))];
const on = (day: number): string => nodes[day % nodes.length] ?? process.execPath;
const player = (n: number): string => GROUP[n % GROUP.length] ?? 'ana';

interface Ledger {
  readonly lines: readonly { readonly what: string }[];
}

/** A person reads these messages: they say what is wrong, in sentences, and show nothing of the inside. */
function expectPlain({ text }: Said): void {
  expect(text).not.toMatch(/^\s+at .*:\d+:\d+\)?$|TypeError|ERR_[A-Z]|\[object Object\]/mu);
}

test(`${DAYS} days without care lose nothing`, { timeout: 1_200_000 }, async () => {
  const bins = {
    first: join(clone, 'bin/gitnomic.mjs'),
    second: await anotherEngine(clone, join(folder, 'engine')),
  };
  const month = new Month(folder, { node: on(0), bin: bins.first });
  const proposed: string[] = [];
  const memory: number[] = [];
  let throws = 0;

  const did = (...words: string[]): string => {
    const said = month.run(words);
    expect([words.join(' '), said.code, said.text]).toEqual([words.join(' '), 0, said.text]);
    return said.text;
  };
  const ruleFile = (title: string): string =>
    join(month.game, `content/ruleset/dynastic/${title.toLowerCase().replace(' ', '-')}.md`);
  const start = month.run(['init', month.game, ...GROUP.flatMap((name) => ['--player', name])]);
  expect(start.code, start.text).toBe(0);
  const sizeAtFirst = kilobytesIn(month.game);

  for (let day = 0; day < DAYS; day++) {
    month.program = { node: on(day), bin: day < NEW_ENGINE_ON ? bins.first : bins.second };
    month.at(day);
    const title = `Custom ${day}`;
    const [author, ...voters] = [0, 1, 2].map((n) => player(day + n));
    did(
      'propose',
      '--as',
      author ?? '',
      '--add-rule',
      title,
      '--text',
      `On day ${day} everybody says good morning.`,
    );
    proposed.push(title);

    if (CLOCK_BACK_ON.includes(day)) month.withClock(-5, () => expect(did('status')).toContain(title));
    if (CLOCK_AHEAD_ON.includes(day)) {
      // Years ahead of everything that happened: a machine with a wrong clock asks before it decides anything.
      const wrong = month.withClock(5 * 8_766, () => month.run(['tick']));
      expect(wrong.code, wrong.text).not.toBe(0);
      expectPlain(wrong);
      expect(did('status')).toContain(title);
    }
    if (READ_ONLY_ON.includes(day)) {
      const refused = month.withDisk({ mode: 'read-only', from: 0 }, () =>
        month.run(['vote', 'for', title, '--as', voters[0] ?? '']),
      );
      expect(refused.code, refused.text).not.toBe(0);
      expectPlain(refused);
    }
    if (FULL_ON.includes(day)) {
      const from = WRITES[FULL_ON.indexOf(day) % WRITES.length] ?? 0;
      const full = month.withDisk({ mode: 'full', from }, () =>
        month.run(['vote', 'for', title, '--as', voters[0] ?? '']),
      );
      expectPlain(full);
      if (full.code !== 0) expect(full.text).toMatch(/full|room|space/iu);
    }
    for (const voter of voters) did('vote', 'for', title, '--as', voter);

    month.at(day, 6);
    if (SLEEPS_ON.includes(day)) {
      const late = `Late ${day}`;
      did('propose', '--as', author ?? '', '--add-rule', late, '--text', 'Nobody is up any more.');
      proposed.push(late);
      // Too few to decide it at once: it is decided when the vote ends, and the machine sleeps by then.
      did('vote', 'for', late, '--as', voters[0] ?? '');
      const served = await month.serve(PORT);
      try {
        expect((await fetch(served.address)).status).toBe(200);
        served.child.kill('SIGSTOP');
        month.at(day, 16);
        served.child.kill('SIGCONT');
        const isDecided = async (): Promise<boolean> =>
          /“Late \d+” <[^>]*>passed/u.test(await (await fetch(served.address)).text());
        await expect.poll(isDecided, { timeout: 60_000 }).toBe(true);
        memory.push(megabytesOf(served) ?? 0);
      } finally {
        await endServer(served);
      }
    }
    month.at(day, 17);
    did('tick');
    // Seldom enough that nobody wins meanwhile.
    if (day % 3 === 1) {
      did('act', 'throw-the-die', '--as', author ?? '');
      throws += 1;
    }
  }

  month.at(DAYS);
  did('tick');
  const log = did('log', '--last', '10000');
  const times = (words: string): number => log.split(words).length - 1;
  expect(proposed.filter((title) => times(`“${title}” passed`) !== 1)).toEqual([]);
  expect(proposed.filter((title) => !existsSync(ruleFile(title)))).toEqual([]);
  const { lines } = JSON.parse(did('log', '--last', '10000', '--json')) as Ledger;
  expect(lines.filter(({ what }) => what.includes('throw-the-die'))).toHaveLength(throws);
  expect(did('replay')).toContain('the game is the same');
  did('log', 'journal', 'verify');
  expect(did('doctor')).toContain('Nothing is wrong');
  const grown = (kilobytesIn(month.game) - sizeAtFirst) / proposed.length;
  expect(grown).toBeLessThan(4 * KILOBYTES_OF_A_MATTER);
  // A server needs no more memory after weeks than after days.
  if (memory.length > 1 && memory[0] !== 0) expect((memory.at(-1) ?? 0) / (memory[0] ?? 1)).toBeLessThan(1.5);
});
