import { readFileSync } from 'node:fs';

import { defineCommand } from '../command.ts';

export const command = defineCommand({
  usage: 'version',
  examples: [{ line: 'version --json', does: 'the versions, for a script or a bug report' }],
  options: {},
  run({ give }) {
    const file = new URL('../../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    const versions = {
      gitnomic: version,
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    };
    return give(
      versions,
      ({ gitnomic, node, platform }) => `gitnomic ${gitnomic} (Node ${node}, ${platform})\n`,
    );
  },
});
