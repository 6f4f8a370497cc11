import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { renderReference } from '../../scripts/reference/render-reference.ts';

test('docs/reference says what the code says; `node scripts/write-reference.ts` writes it anew', async () => {
  for (const [name, text] of await renderReference()) {
    const committed = readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');
    expect(committed, name).toBe(text);
  }
});
