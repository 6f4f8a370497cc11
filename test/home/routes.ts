import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { LINKS } from '../../src/cli/home/lobby.ts';
import { FORM_NAMES } from '../../src/seat/forms/registry.ts';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const PAGES = `${SOURCE}/site/pages`;
/** Where the server itself answers, below which nothing is made by the pages. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  changed: ['/changed'],
  do: [...FORM_NAMES, LINKS].map((kind) => `/do/${kind}/`),
  healthz: ['/healthz'],
  seat: ['/seat/guessed'],
};

/** The first words of the addresses that the server’s own code compares with. */
export function ownWords(): readonly string[] {
  const texts = globSync(`${SOURCE}/cli/home/*.ts`).map((file) => readFileSync(file, 'utf8'));
  const words = texts.flatMap((text) =>
    [...text.matchAll(/(?:=== '\/|\/\^\\\/)([a-z-]+)/gu)].map(([, word]) => word ?? ''),
  );
  return [...new Set(words)].sort();
}

export const KNOWN_WORDS: readonly string[] = Object.keys(OWN);

/** Every address at which something is answered at home, read off the code; `odd` stands where a page takes a name. */
export function routes(odd: string): readonly string[] {
  const pages = globSync('**/*.{astro,ts}', { cwd: PAGES }).map((file) => {
    const path = file.replace(/(?:\.astro|(?<=\.\w+)\.ts)$/u, '').replace(/(?:^|\/)index$/u, '');
    const named = path.replaceAll(/\[(?:\.\.\.)?\w+\]/gu, () => odd);
    return `/${named}${/\.\w+$/u.test(path) || named === '' ? '' : '/'}`;
  });
  return [...new Set([...pages, ...Object.values(OWN).flat()])].sort();
}
