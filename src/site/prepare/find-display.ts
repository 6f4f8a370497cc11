import { type ContentFiles, GAME_FILE, SITE_FILE } from '../../store/paths.ts';
import { readYamlFile } from '../../ruleset/front-matter.ts';

export interface DisplayFile {
  readonly path: string;
  readonly text: string;
}

/** The look of the running dynasty: the game's own site.yml, else that of the pack that it began with. */
export function findDisplay(files: ContentFiles, library: ContentFiles): DisplayFile | null {
  const own = files.get(SITE_FILE);
  if (own !== undefined) return { path: SITE_FILE, text: own };
  const game = files.get(GAME_FILE);
  const { data } = game === undefined ? { data: {} } : readYamlFile(GAME_FILE, game);
  const pack = (data as { readonly pack?: unknown } | null)?.pack;
  if (typeof pack !== 'string') return null;
  const path = `content/library/${pack}/site.yml`;
  const text = files.get(path) ?? library.get(`${pack}/site.yml`);
  return text === undefined ? null : { path, text };
}
