import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { isCompiled, ownFile } from '../../sandbox/own-file.ts';
import { stripTypes } from '../../sandbox/strip-types.ts';
import { putFile } from '#platform/files.ts';
import { valued, defineHostCommand, type CommandResult } from '../../host/command.ts';
import { readSettings, serve } from './service.ts';

const DEFAULT_PORT = 8787;
const MOST_PORT = 65_535;
const CANNOT_LISTEN: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']);

/** Starts the service if the file is run directly, but not if a host imports it. */
const BY_ITSELF = `
const started = globalThis.process?.argv?.[1];
if (import.meta.main ?? (started !== undefined && import.meta.url === new URL(started, 'file:').href)) {
  const { port } = await serve(readSettings(process.env), Number(process.env.PORT ?? ${DEFAULT_PORT}), process.env.HOST ?? '0.0.0.0');
  console.log(\`Players sign in through port \${port}.\`);
}
`;

export function serviceFile(): string {
  const text = readFileSync(ownFile(new URL('./service.ts', import.meta.url)), 'utf8');
  return `${isCompiled ? text : stripTypes(text)}${BY_ITSELF}`;
}

export const command = defineHostCommand({
  usage: 'sign-in [options]',
  details:
    'Lets players vote, comment, act and propose on the published pages in their own names. It is a small service that the group runs wherever it likes: it gives a page the token ' +
    'of a player from GitHub, since only it knows the secret of the group’s GitHub App. It stores nothing. Without it the pages link to GitHub. ' +
    'It reads GITNOMIC_SITE, GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.',
  examples: [
    { line: 'sign-in --write sign-in.mjs', does: 'the service as one file, to put on any host' },
    { line: 'sign-in --port 8787', does: 'runs it here' },
  ],
  options: {
    write: valued('FILE', 'write the service as one file, and run nothing'),
    port: valued('N', `the port (default: ${DEFAULT_PORT})`),
    host: valued('ADDRESS', 'the address to listen on (default: 127.0.0.1)'),
  },
  async run({ values, environment, folder, serves }): Promise<CommandResult> {
    if (values.write !== undefined) {
      const path = resolve(folder, values.write);
      putFile(path, serviceFile());
      return {
        result: { file: path },
        text: `The service is in ${values.write}: \`node ${values.write}\` runs it.\n`,
      };
    }
    const asked = values.port ?? String(DEFAULT_PORT);
    if (!/^[1-9]\d{0,4}$/u.test(asked) || Number(asked) > MOST_PORT)
      return {
        refused: [
          { code: 'bad-option-value', what: `--port takes a number from 1 to ${MOST_PORT}, not ${asked}.` },
        ],
      };
    let settings: ReturnType<typeof readSettings>;
    try {
      settings = readSettings(environment);
    } catch (error) {
      return {
        refused: [
          {
            code: 'no-sign-in-settings',
            what: (error as Error).message,
            next: 'docs/how-to/sign-in-on-the-pages.md says where each comes from.',
          },
        ],
      };
    }
    const host = values.host ?? '127.0.0.1';
    const served = await serve(settings, Number(asked), host).catch((error: NodeJS.ErrnoException) => {
      if (error.code === undefined || !CANNOT_LISTEN.has(error.code)) throw error;
      return null;
    });
    if (served === null)
      return {
        refused: [
          {
            code: 'cannot-listen',
            what: `Nothing can listen on port ${asked} of ${host}.`,
            next: 'Name another port with --port, or an address of this machine with --host.',
          },
        ],
      };
    const { port, close } = served;
    const stopped = new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
    serves(`Players of ${settings.site} sign in through port ${port} (Ctrl+C ends it).`);
    await stopped;
    await close();
    return { result: { port }, text: '' };
  },
});
