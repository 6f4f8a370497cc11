import { base64Of } from '../../platform/web/bytes.ts';
import { filesBelow, readBytes, readText } from '../../platform/web/files.ts';
import { join } from '../../platform/web/paths.ts';

/** The engine can make these files again; the last two belong to this browser alone. */
const LEFT_OUT = /^\.gitnomic\/(?:cache|site|writing)\/|^\.gitnomic\/(?:browsers\.json|browser\.txt)$/u;
const REPOSITORY = '.gitnomic/forge/repository.git/';

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/^\.gitnomic\/private\/dice\.seed$/u, 'The seed of the dice, which tells all rolls in advance.'],
  [/^\.gitnomic\/private\/secret\.seed$/u, 'The seed of secret choices.'],
  [/^\.gitnomic\/private\/.*\.key$/u, 'The key that opens what was sealed.'],
  [/^\.gitnomic\/private\/values\//u, 'Values that players and the head of the dynasty have hidden.'],
  [/^\.gitnomic\/(?:links|seats)/u, 'The players’ links.'],
];

/** Names the secrets in a game’s folder, in sentences. */
export function secretsIn(folder: string): readonly string[] {
  const held = filesBelow(folder).filter(
    (path) => !path.includes('/values/') || readText(join(folder, path)).trim() !== '{}',
  );
  return SECRETS.flatMap(([path, says]) => (held.some((one) => path.test(one)) ? [says] : []));
}

/**
 * Packs the whole game into one file, which src/cli/local/unpack-game.ts reads to continue it elsewhere. A copy
 * without secrets is for readers: it has the files, and the repository with everything that can be checked.
 */
export function packGame(folder: string, name: string, secrets: boolean): string {
  const taken = filesBelow(folder)
    .filter((path) => !LEFT_OUT.test(path))
    .sort();
  const placed = taken.flatMap((path): (readonly [string, string])[] => {
    if (secrets) return [[path, path]];
    if (path.startsWith(REPOSITORY)) return [[path, `game.git/${path.slice(REPOSITORY.length)}`]];
    return path.startsWith('content/') ? [[path, path]] : [];
  });
  const files = placed.map(([path, to]) => [to, base64Of(readBytes(join(folder, path)))]);
  const reader = secrets ? {} : { reader: true };
  return `${JSON.stringify({ 'gitnomic-game': 1, name, ...reader, files: Object.fromEntries(files) }, null, 1)}\n`;
}
