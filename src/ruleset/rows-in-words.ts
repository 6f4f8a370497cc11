import type { Terms } from '../kernel/manifest.ts';
import { sayRow } from '../tables/say-row.ts';
import { splitFrontMatter } from './front-matter.ts';
import { mechanicRowsIn } from './read-rows.ts';
import { puttingTerms } from './terms.ts';

/** The rows of a text's tables that the engine carries out, in words. */
export function rowsInWords(body: string, terms: Terms): readonly string[] {
  return mechanicRowsIn(body, terms).map(({ found, header, cells }) =>
    sayRow(found.form.is, header[0] ?? '', cells),
  );
}

/** The rows of a rule's file in the words of the game, and cell by cell. */
export function saidRows(file: string | null, terms: Terms): readonly { said: string; cells: string }[] {
  const { body } = splitFrontMatter(file ?? '');
  return mechanicRowsIn(body, terms).map(({ found, header: [lead = ''], cells }) => ({
    said: puttingTerms(terms)(sayRow(found.form.is, lead, cells)),
    cells: [...cells].flatMap(([column, is]) => (is === '' ? [] : `${column || lead}: ${is}`)).join(' | '),
  }));
}
