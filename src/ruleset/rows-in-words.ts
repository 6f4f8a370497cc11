import type { Terms } from '../kernel/manifest.ts';
import { sayRow } from '../tables/say-row.ts';
import { mechanicRowsIn } from './read-rows.ts';

/** The rows of a text's tables that the engine carries out, in words. */
export function rowsInWords(body: string, terms: Terms): readonly string[] {
  return mechanicRowsIn(body, terms).map(({ found, header, cells }) =>
    sayRow(found.form.is, header[0] ?? '', cells),
  );
}
