import { base64Of } from '../platform/web/bytes.ts';
import { filesBelow, readBytes } from '../platform/web/files.ts';
import { join } from '../platform/web/paths.ts';

/** Files that the engine makes again, and one that belongs to this browser alone. */
const LEFT_OUT = /^\.gitnomic\/(?:cache|site|writing)\/|^\.gitnomic\/browsers\.json$/u;

/** The whole game as one file, with which it goes on elsewhere: src/cli/local/unpack-game.ts reads it. */
export function packGame(folder: string, name: string): string {
  const files = filesBelow(folder)
    .filter((path) => !LEFT_OUT.test(path))
    .sort()
    .map((path) => [path, base64Of(readBytes(join(folder, path)))]);
  return `${JSON.stringify({ 'gitnomic-game': 1, name, files: Object.fromEntries(files) }, null, 1)}\n`;
}
