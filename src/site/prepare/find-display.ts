import {
  type ContentFiles,
  GAME_FILE,
  OWN_LANGUAGES,
  OWN_PAGES,
  OWN_STYLE,
  SITE_FILE,
} from '../../store/paths.ts';
import { readYamlFile } from '../../ruleset/front-matter.ts';

export interface DisplayFile {
  readonly path: string;
  readonly text: string;
  /** The pages of the core rules, which follow those of the dynasty. */
  readonly core?: DisplayFile | null;
}

const LANGUAGE_ALONE = /^(?:#.*\n|\s*\n)*language: *["']?[\w-]+["']?\s*$/u;

/** The display settings of the running dynasty: the game's own site.yml, or that of its pack if there is none or it only names a language. */
export function findDisplay(files: ContentFiles, library: ContentFiles): DisplayFile | null {
  const own = files.get(SITE_FILE);
  if (own === undefined) return displayOfPack(files, library);
  const pack = LANGUAGE_ALONE.test(own) ? displayOfPack(files, library) : null;
  if (pack === null || /^language:/mu.test(pack.text)) return { path: SITE_FILE, text: own };
  return { path: pack.path, text: `${pack.text.trimEnd()}\n${own}` };
}

function displayOfPack(files: ContentFiles, library: ContentFiles): DisplayFile | null {
  const game = files.get(GAME_FILE);
  const { data } = game === undefined ? { data: {} } : readYamlFile(GAME_FILE, game);
  const { pack, core } = (data ?? {}) as { readonly pack?: unknown; readonly core?: unknown };
  const [ofPack, ofCore] = [pack, `core/${String(core)}`].map((folder) => {
    const path = `content/library/${String(folder)}/site.yml`;
    const text = files.get(path) ?? library.get(`${String(folder)}/site.yml`);
    return text === undefined ? null : { path, text };
  });
  return ofPack ? { ...ofPack, core: ofCore ?? null } : (ofCore ?? null);
}

/** The group's own style and pages, which past dynasties don't have. */
export interface StyleFiles {
  readonly css: DisplayFile | undefined;
  readonly pages: readonly DisplayFile[];
  readonly languages: readonly DisplayFile[];
}

export function ownStyleIn(files: ContentFiles): StyleFiles {
  const css = files.get(OWN_STYLE);
  return {
    css: css === undefined ? undefined : { path: OWN_STYLE, text: css },
    pages: filesIn(files, OWN_PAGES, '.md'),
    languages: filesIn(files, OWN_LANGUAGES, '.yml'),
  };
}

function filesIn(files: ContentFiles, place: string, end: string): readonly DisplayFile[] {
  return [...files]
    .flatMap(([path, text]) => (path.startsWith(place) && path.endsWith(end) ? [{ path, text }] : []))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
