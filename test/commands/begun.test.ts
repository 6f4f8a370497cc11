// What `gitnomic init` understands, with a host that begins games in memory.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { Typed } from '../../src/cli/commands/fixtures/typed.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { Wish } from '../../src/host/host.ts';

const folder = mkdtempSync(join(tmpdir(), 'begun-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is said, and what the host is asked for. */
async function begin(...lines: readonly string[]): Promise<string> {
  const wishes: Wish[] = [];
  const home = {
    begin: (_: string, __: unknown, wish: Wish) => {
      wishes.push(wish);
      return homeWith(wish);
    },
  };
  const typed = await Typed.in({ core: 'fireside' }, { folder, host: { home } });
  const parts: string[] = [];
  for (const line of lines) {
    const said = await typed.transcript(line);
    const asked = wishes.splice(0).map(({ ruleset, language, ...wish }) => ({
      ...wish,
      ...(ruleset !== undefined && { ruleset: [...ruleset.keys()] }),
      ...(language !== undefined && { language: language?.tag }),
    }));
    parts.push(said, ...asked.map((wish) => `${JSON.stringify(wish)}\n`));
  }
  return parts.join('\n').replaceAll(folder, 'ROOT');
}
const golden = (name: string): string => `./__golden__/${name}.txt`;

test('the options of a new game, and those that contradict each other', async () => {
  await expect(
    await begin(
      'init --player ana --player bo',
      'init harbour --core fireside --player Ana --player bo --admin bo --emperor ana --player-term Sailor --resolution by-admin --practice --name Port --json',
      'init "a game" --core fireside --player ana --emperor-term Boss --pace weeks',
      'init x --core fireside --player ana --practice',
      'init x --core 2021 --player ana --player bo --player cy',
      'init x --core 2021 --player ana --player bo --player cy --player dee --player eli',
      'init x --dynasty crypt --player ana --player bo',
      'init x --dynasty dice-and-dares --core fireside --player ana --player bo --json',
      'init x --core fireside --player ana --player bo --language de --json',
      'init x --core fireside --player ana --player bo --language de',
      'init x',
      'init x --admin Ana --emperor Bo --core fireside',
      'init x --player ana --admin bob',
      'init x --player ana --player bo --emperor bob',
      'init x --player Ana --player ana',
      'init x --player ana --player ana',
      'init x --player "!!"',
      'init x --player ana --emperor "!!"',
      'init x --player ana --library lib',
      'init x --core fireside --dynasty crypt --player ana',
      'init x --core suber --dynasty crypt --player ana',
      'init x --core prose --emperor ana --player ana --player bo',
      'init x --core prose --emperor-term Boss --player ana',
      'init x --core prose --player ana --player bo',
      'init x --core nothing --player ana',
      'init x --dynasty nothing --player ana',
      'init x --core fireside --player ana --pace slowly',
      'init x --core fireside --player ana --resolution soon',
      'init x --core fireside --player ana --language "not a tag"',
      'init x y --player ana',
    ),
  ).toMatchFileSnapshot(golden('begun'));
});

test('a game with the group’s own rules: a folder of rule files, or a text', async () => {
  const rules = join(folder, 'rules/core');
  mkdirSync(join(rules, 'votes'), { recursive: true });
  writeFileSync(join(folder, 'rules/core.md'), '---\ntitle: Core\norder: 1\n---\nThe rules.\n');
  writeFileSync(join(rules, 'house.md'), '---\ntitle: House\norder: 1\n---\nNobody shouts.\n');
  writeFileSync(
    join(folder, 'lone.md'),
    '# Rules\n\n1. Nobody shouts.\n\n2. A proposal passes by one vote.\n',
  );
  mkdirSync(join(folder, 'mixed'));
  writeFileSync(join(folder, 'mixed/core.md'), 'The rules.\n');
  writeFileSync(join(folder, 'mixed/notes.txt'), 'Notes.\n');
  mkdirSync(join(folder, 'laws/laws'), { recursive: true });
  writeFileSync(join(folder, 'laws/laws.md'), '---\ntitle: Laws\norder: 1\n---\nThe laws.\n');
  writeFileSync(join(folder, 'laws/laws/one.md'), '---\ntitle: One\norder: 1\n---\nNobody shouts.\n');
  mkdirSync(join(folder, 'none'));
  await expect(
    await begin(
      'init x --ruleset rules --player ana --player bo',
      'init x --ruleset rules --player ana --player bo --json',
      'init x --ruleset laws --player ana --player bo',
      'init x --ruleset laws/laws --player ana --player bo',
      'init x --ruleset lone.md --player ana --player bo',
      'init x --ruleset mixed --player ana --player bo --json',
      'init x --ruleset none --player ana',
      'init x --ruleset nowhere --player ana',
      'init x --ruleset rules --core fireside --player ana --player bo',
    ),
  ).toMatchFileSnapshot(golden('own-rules'));
});
