// What `lint` and `lint types` say of rules of all sorts. Each compiles types, which takes long.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';

import { runIn } from '../../src/main/fixtures/run-in.ts';
import { Typed } from '../../src/cli/commands/fixtures/typed.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';

const NOW = '2030-06-03T09:00:00Z';
const root = mkdtempSync(join(tmpdir(), 'linted-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function answer(line: string): Promise<readonly [number, string]> {
  const { code, said } = await runIn(root, NOW, line.split(' '));
  return [code, said.replaceAll(root, 'ROOT')];
}

/** The same with rules that run beside the test, which is quicker. */
async function lint(line: string): Promise<readonly [number, string]> {
  const host = { kind: 'local', schema: () => Promise.resolve(z.looseObject({})), find: () => null };
  const typed = await Typed.in({ core: 'fireside' }, { folder: root, host });
  const { code, out, err } = await typed.type(line);
  return [code, (out + err).replaceAll(root, 'ROOT')];
}

const put = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

/** A game's content without its forge, as in a clone; returns its folder. */
let count = 0;
async function content(changes: Readonly<Record<string, string>>): Promise<string> {
  const folder = `game-${(count += 1)}`;
  const files = await (await homeWith({ core: 'fireside' })).content();
  for (const [path, text] of files) put(`${folder}/${path}`, text);
  for (const [path, text] of Object.entries(changes)) put(`${folder}/${path}`, text);
  return folder;
}

const rule = (title: string): string => `---\ntitle: ${title}\norder: 5\n---\n${title} is a rule.\n`;
const clause = (inside: string): string =>
  `import { action, integer, rule, text } from 'gitnomic/rules';\nexport default rule((g) => (${inside}));\n`;

test('checks the content of a folder, and again after words have changed', async () => {
  const well = await content({});
  expect(await lint(`lint ${well}`)).toEqual([0, 'Nothing is wrong.\n']);
  expect(JSON.parse((await lint(`lint ${well} --json`))[1])).toEqual({ problems: [], notes: [] });
  // Words of a rule without a clause change nothing of that.
  put(`${well}/content/ruleset/dynastic/manners.md`, rule('Manners'));
  expect(await lint(`lint ${well}`)).toEqual([0, 'Nothing is wrong.\n']);
});

test('reports rules that stop the game, and an unknown forge', async () => {
  const stop = (most: number): string =>
    `${rule('Stop')}\nAt most [${most}](#value:most) rules are changed.\n`;
  const folder = await content({
    'content/ruleset/dynastic/stop.md': stop(9),
    'content/ruleset/dynastic/stop.ts': clause(
      "{ hooks: { 'may-enact': (_, next) => (g.value('most') > 0 ? next() : g.refuse('never')) } }",
    ),
  });
  expect(await lint(`lint ${folder}`)).toEqual([0, 'Nothing is wrong.\n']);
  // Words that a clause reads do change that.
  put(`${folder}/content/ruleset/dynastic/stop.md`, stop(0));
  expect(await lint(`lint ${folder}`)).toEqual([
    3,
    expect.stringMatching(
      /^error\[stopped\] {2}.*\.\n {2}next {6}Change that rule, so that some matter can still change the rules\.\n\n1 problem\n$/su,
    ),
  ]);
  const game = 'name: Harbour\nforge: { kind: shelf }\n';
  expect(await lint(`lint ${await content({ 'content/game.yml': game })}`)).toEqual([
    3,
    'error[unknown-forge]  forge.kind: It is "shelf".\n  where     content/game.yml:2\n  expected  one of local\n  next      For example: kind: local\n\n1 problem\n',
  ]);
});

test('types of a library: faults of packs, of clauses that don’t load, and of types', async () => {
  put('packs/core/tiny/pack.yml', 'name: tiny\ntitle: Tiny\n');
  put('packs/core/tiny/core/votes.md', rule('Votes'));
  put('packs/core/tiny/core/votes.ts', clause('{ game: { oil: integer() } }'));
  expect(await answer('lint types --core tiny --library packs')).toEqual([0, '0 problems\n']);
  put(
    'packs/core/tiny/core/votes.ts',
    clause(
      "{ game: { oil: integer(), ink: integer() }, actions: { fill: action({ effect({ game }) { game.oil = 'much'; game.ink = 'little'; } }) } }",
    ),
  );
  const [code, said] = await answer('lint types --core tiny --library packs');
  expect([code, said.replaceAll(/(?<=:2: ).*/gu, '…')]).toEqual([
    1,
    'core/votes.ts:2: …\ncore/votes.ts:2: …\n2 problems\n',
  ]);
  put('packs/core/tiny/core/votes.ts', 'export default 1 +;\n');
  expect(await answer('lint types --core tiny --library packs')).toEqual([
    1,
    expect.stringMatching(/^core\/votes\.ts:1: .*\n1 problem\n$/su),
  ]);
  put('packs/core/tiny/core/votes.md', 'No front matter.\n');
  expect(await answer('lint types --core tiny --library packs --json')).toMatchInlineSnapshot(`
    [
      1,
      "{
      "problems": [
        {
          "file": "",
          "line": 0,
          "message": "core/votes.md:1: title: It is missing. Expected the name of the rule in one line, without marks such as [Active], for example title: Idle Players"
        }
      ]
    }
    ",
    ]
  `);
  expect(await answer('lint types --core tiny --library packs --dynasty tide')).toEqual([
    2,
    expect.stringContaining('--dynasty'),
  ]);
  expect(await answer('lint types --core prose')).toEqual([0, '0 problems\n']);
});
