import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { appendToFile, putFile } from '#platform/files.ts';

const COMMAND = fileURLToPath(new URL('../../../../bin/gitnomic.mjs', import.meta.url));

/** Puts `gitnomic` on the path of the job's later steps. It uses the Node that runs Actions, so none has to be set up. */
export function offerCommandLine({ RUNNER_TEMP: temp, GITHUB_PATH: path }: NodeJS.ProcessEnv): void {
  if (temp === undefined || path === undefined)
    throw new Error('RUNNER_TEMP and GITHUB_PATH are not set: this has to be started by a runner of GitHub.');
  const folder = join(temp, 'gitnomic-bin');
  const file = join(folder, 'gitnomic');
  putFile(file, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`, {
    durable: false,
    mode: 0o755,
  });
  appendToFile(path, `${folder}\n`);
}
