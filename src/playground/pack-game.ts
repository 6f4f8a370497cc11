import { base64Of } from '../platform/web/bytes.ts';
import { filesBelow, readBytes, readText } from '../platform/web/files.ts';
import { join } from '../platform/web/paths.ts';

/** Files that the engine recreates, and one that belongs to this browser alone. */
const LEFT_OUT = /^\.gitnomic\/(?:cache|site|writing)\/|^\.gitnomic\/browsers\.json$/u;
const REPOSITORY = '.gitnomic/forge/repository.git/';

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/^\.gitnomic\/private\/dice\.seed$/u, 'The seed of the dice: with it, rolls can be foreseen.'],
  [/^\.gitnomic\/private\/secret\.seed$/u, 'The seed of secret choices.'],
  [/^\.gitnomic\/private\/.*\.key$/u, 'The key that opens what was sealed.'],
  [/^\.gitnomic\/private\/values\//u, 'Values that players and the head of the dynasty have hidden.'],
  [/^\.gitnomic\/(?:links|seats)/u, 'The links with which players join.'],
];

/** Describes the secrets in a game's folder, a sentence each. */
export function secretsIn(folder: string): readonly string[] {
  const held = filesBelow(folder).filter(
    (path) => !path.includes('/values/') || readText(join(folder, path)).trim() !== '{}',
  );
  return SECRETS.flatMap(([path, says]) => (held.some((one) => path.test(one)) ? [says] : []));
}

/**
 * The whole game as a single file, which src/cli/local/unpack-game.ts reads elsewhere. Without its secrets it is a copy for readers: the
 * files, and the repository with everything that can be checked.
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
