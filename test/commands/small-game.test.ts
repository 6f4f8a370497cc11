// Commands about folders and files: what they answer in a small game, and about a library.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runIn } from '../../src/main/fixtures/run-in.ts';

const NOW = '2030-06-03T09:00:00Z';
let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'small-game-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function answer(
  folder: string,
  line: string,
): Promise<{ readonly code: number; readonly said: string }> {
  const { code, said } = await runIn(folder, NOW, line.split(' '));
  return { code, said: said.replaceAll(root, 'ROOT') };
}

test('checks the types of a library, and reports each fault with its place', async () => {
  const packs = join(root, 'packs/core/tiny/core');
  mkdirSync(packs, { recursive: true });
  writeFileSync(join(root, 'packs/core/tiny/pack.yml'), 'name: tiny\ntitle: Tiny\n');
  writeFileSync(join(packs, 'votes.md'), '---\ntitle: Votes\norder: 1\n---\nPlayers vote.\n');
  writeFileSync(
    join(packs, 'votes.ts'),
    "import { action, integer, rule } from 'gitnomic/rules';\nexport default rule(() => ({ game: { oil: integer() }, actions: { fill: action({ effect({ game }) { game.oil = 'much'; } }) } }));\n",
  );
  const { code, said } = await answer(root, 'lint types --core tiny --library packs');
  expect(said).toMatch(/^core\/votes\.ts:2: /mu);
  expect(said).toMatch(/^1 problem$/mu);
  expect(code).toBe(1);
});

describe('a small game', () => {
  let game = '';
  beforeAll(async () => {
    await answer(root, 'init game --core fireside --name Harbour --player ana --player bo');
    game = join(root, 'game');
  });
  const links = (said: string): readonly string[] => said.match(/seat\/\S+/gu) ?? [];

  test('has links for those who are given one, until withdrawn', async () => {
    expect((await answer(game, 'links')).said).toContain('The game in ROOT/game has no links yet');
    for (const name of ['bo', ':host', ':newcomers'])
      expect((await answer(game, `links --give ${name}`)).code).toBe(0);
    const { said } = await answer(game, 'links --json');
    const all = JSON.parse(said) as { links: { for: string; address: string | null }[] };
    expect(all.links.map((one) => one.for).toSorted()).toEqual([':host', ':newcomers', 'bo']);
    const shown = (await answer(game, 'links')).said;
    expect(new Set(links(shown))).toEqual(new Set(all.links.map(({ address }) => address)));
    expect(shown).not.toContain('█');
    expect((await answer(game, 'links --codes')).said).toContain('█');
    const again = (await answer(game, 'links --give bo')).said;
    expect(links(again).filter((one) => !links(shown).includes(one))).toHaveLength(1);
    expect(links((await answer(game, 'links --withdraw bo')).said)).toHaveLength(2);
    expect((await answer(game, 'links --give bob')).said).toContain('did you mean bo?');
    expect((await answer(game, 'links --give :hots')).said).toContain('did you mean :host?');
    const nobody = await answer(game, 'links --withdraw zacharias');
    expect([nobody.code, nobody.said]).toEqual([1, expect.stringContaining(':host, :newcomers, ana, bo')]);
  });

  test('passes lint, is in the current format, and is named if start finds it', async () => {
    expect(await answer(game, 'lint')).toEqual({ code: 0, said: 'Nothing is wrong.\n' });
    expect(await answer(game, 'upgrade')).toEqual({
      code: 0,
      said: 'The game is in the format of this engine: nothing has to change.\n',
    });
    const { code, said } = await answer(root, 'start --once');
    expect(code).toBe(0);
    expect(said).toContain(
      'Opening the game in game/\nEverything is up to date.\nHarbour: 2 active Players, nothing pending\n',
    );
    expect(said).toContain('\nTry\n');
    expect((await answer(root, 'start --once --language de')).said).toContain('keeps the language');
    expect((await answer(root, 'start --once --sample')).said).toContain('It was there before');
    expect((await answer(root, 'init game --core fireside --player ana')).code).toBe(3);
  });

  test('shows what was edited, proposes it, and says what is wrong with it', async () => {
    const path = join(game, 'content/ruleset/core/votes.md');
    const text = readFileSync(path, 'utf8');
    expect((await answer(game, 'diff')).said).toBe('It changes nothing.\n');
    expect((await answer(game, 'propose --as ana')).said).toContain('There is nothing to propose');
    writeFileSync(path, `${text}\nNobody whistles.\n`);
    expect((await answer(game, 'diff')).said).toContain('Nobody whistles.+}');
    const proposed = await answer(game, 'propose --as ana');
    expect([proposed.code, proposed.said]).toEqual([
      0,
      expect.stringContaining('Post 1: Change votes, by ana'),
    ]);
    expect(readFileSync(path, 'utf8')).toBe(text);
    writeFileSync(path, text.replace('title:', 'titel:'));
    const broken = await answer(game, 'lint');
    expect([broken.code, broken.said]).toEqual([3, expect.stringMatching(/\d problems?\n$/u)]);
  });
});
