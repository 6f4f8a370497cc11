import type { Terms } from '../kernel/manifest.ts';
import { recognise } from '../tables/forms.ts';
import { sayRow } from '../tables/say-row.ts';
import { parseBody } from './markdown.ts';

/** The rows of a text's tables that the engine carries out, in words. */
export function rowsInWords(body: string, terms: Terms): readonly string[] {
  return parseBody('', body, 1).all.flatMap(({ header, rows }) => {
    const found = recognise(header, terms);
    if (found === null) return [];
    return rows.map(({ cells }) =>
      sayRow(
        found.form.is,
        header[0] ?? '',
        new Map(found.columns.map((one, at) => [at === 0 ? '' : one, cells[at] ?? ''])),
      ),
    );
  });
}
