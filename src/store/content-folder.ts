import { filesBelow, isThere, namesIn, readText } from '#platform/files.ts';
import { basename, join, resolve } from '#platform/paths.ts';

import { ENGLISH } from '../language/language.ts';
import { OWN_LANGUAGES, OWN_PAGES, OWN_STYLE, SITE_FILE, type ContentFiles } from './paths.ts';
import {
  completed,
  fileOfLanguage,
  languageMeant,
  languageTag,
  readLanguage,
  type LanguageChosen,
} from './read-language.ts';

const EDITABLE = /\.(md|ts|yml|json|jsonl|css)$/u;

export const isEditable = (path: string): boolean => EDITABLE.test(path);

/** A text in a folder, with the line ends that the engine writes, or null if there is none. */
export function textInFolder(folder: string, path: string): string | null {
  const full = join(folder, path);
  return isThere(full) ? readText(full).replace(/\r\n?/gu, '\n') : null;
}

/** The files in a folder that set the look of the group's own pages, whether committed or not. */
export function readContentIn(folder: string): ContentFiles {
  const own = (place: string, end: string): string[] => {
    const names = isThere(join(folder, place)) ? namesIn(join(folder, place)) : [];
    return names.filter((name) => name.endsWith(end)).map((name) => `${place}${name}`);
  };
  const paths = [SITE_FILE, OWN_STYLE, ...own(OWN_PAGES, '.md'), ...own(OWN_LANGUAGES, '.yml')];
  return new Map(
    paths.flatMap((path) => {
      const text = textInFolder(folder, path);
      return text === null ? [] : [[path, text] as const];
    }),
  );
}

/** All content files in a folder, whether committed or not. */
export function filesOnDisk(folder: string): ContentFiles {
  const root = join(folder, 'content');
  if (!isThere(root)) return new Map();
  const files = new Map<string, string>();
  for (const name of filesBelow(root)) {
    const path = `content/${name}`;
    if (isEditable(name) && !name.startsWith('library/')) files.set(path, textInFolder(folder, path) ?? '');
  }
  return files;
}

/** Finds a language by its name: `de` starts a file of translations, and `ours/de.yml` is an existing one. Returns problems if it can't. */
export async function chooseLanguage(
  given: string,
  folder: string,
): Promise<LanguageChosen | { readonly problems: readonly string[] }> {
  if (languageTag.safeParse(given).success) {
    const { MESSAGES } = await import('../language/catalogue.ts');
    return { tag: given, texts: completed(null, given === ENGLISH.tag ? [] : MESSAGES) };
  }
  const path = resolve(folder, given);
  const tag = basename(path).replace(/\.ya?ml$/u, '');
  if (!languageTag.safeParse(tag).success || !isThere(path)) {
    const meant = languageMeant(given);
    return {
      problems: [
        `${given} is neither the tag of a language, such as de or pt-BR, nor a file such as de.yml${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
      ],
    };
  }
  const texts = readText(path);
  const { problems } = readLanguage(tag, [{ path: fileOfLanguage(tag), text: texts }]);
  return problems.length > 0 ? { problems } : { tag, texts };
}
