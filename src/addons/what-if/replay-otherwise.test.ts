import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { hosts } from '../../host/registry.ts';
import { runCli } from '../../main/run-cli.ts';
import { makeTerminal } from '../../cli/terminal.ts';

const clauseWith = (gain: string): string => `import { action, integer, player, rule } from 'gitnomic/rules';

export default rule(({ dice, value }) => ({
  player: { coins: integer() },
  actions: {
    'draw-water': action({ effect({ actor }) { const drawn = dice(1000); actor.gain('coins', value('bonus') + ${gain}); } }),
    pay: action({
      with: { to: player({ another: true }) },
      cost: { coins: 1 },
      effect({ to }) { to.gain('coins', 1); },
    }),
  },
}));
`;
let folder = '';
let hour = 9;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-what-if-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  const environment = { CI: '1', GITNOMIC_NOW: `2030-06-03T${String(hour).padStart(2, '0')}:00:00Z` };
  return { code: await runCli({ words, folder, environment, terminal, hosts, caches }), out };
}

interface Said {
  readonly set: Readonly<Record<string, unknown>>;
  readonly endings: readonly unknown[];
}
async function whatIf(...words: string[]): Promise<Said> {
  const { code, out } = await run('replay', '--game', 'g', '--json', ...words);
  expect(code, out).toBe(0);
  return (JSON.parse(out) as { readonly result?: Said } & Said).result ?? (JSON.parse(out) as Said);
}

async function coins(who: string): Promise<number> {
  return Number(/Coins: (\d+)/u.exec((await run('show', `players.${who}`, '--game', 'g')).out)?.[1]);
}

test('leaves out a line with what followed from it, or plays another clause from a line on; dice stay', async () => {
  const lay = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  lay('lib/wells/pack.yml', "name: wells\ntitle: Wells\ncore: '2021'\n");
  lay(
    'lib/wells/dynastic/well.md',
    '---\ntitle: Well\norder: 10\n---\nThere is a well that gives [0](#value:bonus) more.\n',
  );
  lay('lib/wells/dynastic/well.ts', clauseWith('drawn'));
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((id) => ['--player', id]);
  const begun = await run('init', 'g', '--library', 'lib', '--dynasty', 'wells', ...players);
  expect(begun.code, begun.out).toBe(0);
  const did = async (...words: string[]): Promise<void> => {
    hour += 1;
    const { code, out } = await run(...words, '--game', 'g');
    expect(code, out).toBe(0);
  };
  await did('act', 'draw-water', '--as', 'ana');
  await did('act', 'draw-water', '--as', 'bo');
  await did('act', 'pay', 'to=cy', '--as', 'ana');
  const [ana, bo] = [await coins('ana'), await coins('bo')];
  const log = (await run('log', '--game', 'g', '--json')).out;
  const lines = [...log.matchAll(/"n": ?(\d+)[^{}]*?"by": ?"(\w+)",\s*"what": ?"draw-water"/gu)];
  const [first = ''] = lines.map(([, n]) => n);
  expect(lines.map(([, , by]) => by)).toEqual(['ana', 'bo']);

  const without = await whatIf('--without', first);
  // Ana did nothing else that counts, so she wasn't active in this dynasty either.
  expect(without.set).toEqual({
    'players.ana.coins': 0,
    'players.ana.dynasties-active': [],
    'players.cy.coins': 0,
  });

  lay('well.ts', clauseWith('drawn + 5000'));
  const reported = await whatIf('--with-clause', 'well.ts', '--since', first);
  expect(reported.set).toEqual({ 'players.ana.coins': ana + 5000, 'players.bo.coins': bo + 5000 });
  const said = await run('replay', '--game', 'g', '--with-clause', 'well.ts', '--since', first);
  expect(said.out).toContain(`ana: Coins ${ana} → ${ana + 5000}`);
  expect([await coins('ana'), await coins('bo')]).toEqual([ana, bo]);

  await did(
    'propose',
    '--as=ana',
    '--title=A deeper well',
    '--rule=Well',
    '--replace=[0](#value:bonus)',
    '--with=[3000](#value:bonus)',
  );
  const why = (await run('why', '2', '--game', 'g')).out;
  expect(why).toContain(
    'The past weeks. Had this been in force since 2030-06-03 09:00 UTC, a replay by today’s rules would end otherwise (without it → with it):',
  );
  expect(why).toContain(`- ana: Coins ${ana} → ${ana + 3000}`);
  expect(why).toContain(`- bo: Coins ${bo} → ${bo + 3000}`);

  lay('well.ts', 'export default 7;');
  expect((await run('replay', '--game', 'g', '--with-clause', 'well.ts', '--since', first)).code).toBe(1);
  for (const words of [
    ['--without', '999'],
    ['--without', 'x'],
    ['--since', first],
    ['--with-clause', 'no.ts', '--since', first],
  ])
    expect((await run('replay', '--game', 'g', ...words)).code, words.join(' ')).toBeGreaterThan(0);
});
