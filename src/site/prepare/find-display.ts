import type { ContentFiles } from '../../store/paths.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readYamlFile } from '../../ruleset/front-matter.ts';

/** How the running dynasty is shown: the game's own site.yml, else that of the pack that it began with. */
export function findDisplay(files: ContentFiles, library: ContentFiles): string | null {
  const own = files.get('content/site.yml');
  if (own !== undefined) return own;
  const game = files.get(GAME_FILE);
  const { data } = game === undefined ? { data: {} } : readYamlFile(GAME_FILE, game);
  const pack = (data as { readonly pack?: unknown } | null)?.pack;
  return typeof pack === 'string'
    ? (files.get(`content/library/${pack}/site.yml`) ?? library.get(`${pack}/site.yml`) ?? null)
    : null;
}
