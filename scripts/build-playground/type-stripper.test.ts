// Whatever the playground's worker imports of Node has a stand-in. The whole playground is built and played in test/playground.
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { Buffer as StandIn } from '../../src/platform/web/stand-ins/buffer.ts';
import { scriptOf, withoutNode } from './type-stripper.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** They ask for Node only where Git, another process or Astro's compiler is at work. */
const NEVER_HERE = ['src/care/doctor/finding.ts', 'src/forge/github/remote.ts', 'src/site/render/shell.ts'];

test.each(['src/addons/playground/worker.ts', 'src/addons/import/ruleset/read-ruleset.ts'])(
  'bundles %s for browsers, without anything that only Node has',
  async (entry) => {
    const plugins = [withoutNode(ROOT)];
    const { text, inputs } = await scriptOf({
      entryPoints: [entry],
      external: ['#shell'],
      plugins,
      minify: false,
    });
    expect(inputs).toContain(entry);
    expect(text).not.toMatch(/\brequire\("(?:node:|fs"|path")/u);
    const used = new Set([...text.matchAll(/\bBuffer\d*\.([a-z]\w*)/gu)].map(([, name]) => name ?? ''));
    expect([...used].filter((name) => !(name in StandIn))).toEqual([]);
    const parts = text.split(/^ *\/\/ (?=(?:src|node_modules|scripts|content)\/)/mu);
    const own = parts.filter((one) => one.startsWith('src/'));
    expect(own.length).toBeGreaterThan(10);
    const asking = own
      .filter((one) => /(?<![.\w$#])(?:process\.|setImmediate\()/u.test(one.replaceAll(/\/\*.*?\*\//gsu, '')))
      .map((one) => one.slice(0, one.indexOf('\n')));
    expect(asking.filter((path) => !NEVER_HERE.includes(path))).toEqual([]);
  },
);
