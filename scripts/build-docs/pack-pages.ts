import { stringify } from 'yaml';

import { choicesIn } from '../build-playground/choices.ts';
import type { ContentFiles } from '../../src/store/paths.ts';

/** Returns a page for each set of rules in the library, with a link that begins a game with it in the playground. */
export function packPages(library: ContentFiles, base: string): ReadonlyMap<string, string> {
  return new Map(
    choicesIn(library).map(({ core, dynasty, label, about }) => {
      const about_ = about === '' ? label : about;
      const title = { title: label, description: about_ };
      const address = `${base}play/?rules=${encodeURIComponent(`${core}/${dynasty}`)}`;
      const try_ = dynasty === '' ? 'Try these rules' : 'Try this dynasty';
      const name = dynasty === '' ? `core-${core}` : dynasty;
      return [
        `packs/${name}.md`,
        `---\n${stringify(title)}---\n\n${about_}\n\n[${try_}](${address}) in your browser: nothing is installed, and everything stays there.\n`,
      ];
    }),
  );
}
