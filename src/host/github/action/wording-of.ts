import { wordingIn, type Wording } from '../../../language/wording.ts';
import type { Oid } from '../../../repository/oid.ts';
import { readFileText } from '../../../repository/read-file.ts';
import type { Repository } from '../../../repository/repository.ts';
import { languageFileOf, languageOf } from '../../../store/read-language.ts';
import { SITE_FILE } from '../../../store/paths.ts';

/** Reads only the words of the game, so that it works even if the game can't be opened. */
export async function wordingOf(repository: Repository, main: Oid | null): Promise<Wording> {
  const files = new Map<string, string>();
  const add = async (path: string | null): Promise<void> => {
    const text = path === null || main === null ? null : await readFileText(repository, main, path);
    if (path !== null && text !== null) files.set(path, text);
  };
  await add(SITE_FILE);
  await add(languageFileOf(files));
  return wordingIn(languageOf(files));
}
