// Every command that a game needs, run with what was packed on each Node that is supported. `npm run test:nodes` fetches
// these Nodes as npm packages and runs this; `npm test` plays on the Node that the project brings (`package.test.ts`).
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ALL, installIn, olderNode, packPackage, root, run } from './install.ts';
import { lookAtHome, makeSite, play, playGame } from './play.ts';

describe.skipIf(process.env['GITNOMIC_NODES'] === undefined)('from the package', { timeout: 300_000 }, () => {
  const nodes = [olderNode(22), olderNode(24), process.execPath];
  let [folder, bin] = ['', ''];

  beforeAll(async () => {
    const packed = await packPackage();
    folder = packed.folder;
    bin = installIn(folder, packed.file, ALL);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('these are Node 22, 24 and 26', () => {
    expect(nodes.map((node) => run(node, folder, ['--version']).stdout.slice(0, 4))).toEqual([
      'v22.',
      'v24.',
      'v26.',
    ]);
  });

  test.each(nodes)('plays a game on %s', async (node) => {
    const game = `game${nodes.indexOf(node)}`;
    playGame(node, bin, folder, game, ' --dynasty crypt');
    makeSite(node, bin, folder, game);
    await lookAtHome(node, bin, folder, [game, 47_210 + 10 * nodes.indexOf(node)]);
    const scenario = join(root, 'content/library/core/scenarios/admins.yml');
    expect(play(node, bin, folder, `scenario ${scenario}`)).toContain('1 passed');
    expect(play(node, bin, folder, `lint --game ${game}`)).not.toContain('no-compiler');
    expect(play(node, bin, folder, `version`)).toContain(
      run(node, folder, ['--version']).stdout.trim().slice(1),
    );
  });
});
