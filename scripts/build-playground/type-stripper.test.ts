// Whatever the playground's worker imports of Node has a stand-in. The whole playground is built and played in test/playground.
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { scriptOf, withoutNode } from './type-stripper.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test.each(['src/addons/playground/worker.ts', 'src/addons/import/ruleset/read-ruleset.ts'])(
  '%s is bundled for browsers',
  async (entry) => {
    const plugins = [withoutNode(ROOT)];
    const { text, inputs } = await scriptOf({ entryPoints: [entry], external: ['#shell'], plugins });
    expect(inputs).toContain(entry);
    expect(text).not.toMatch(/\brequire\("(?:node:|fs"|path")/u);
  },
);
