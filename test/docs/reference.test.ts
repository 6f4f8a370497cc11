import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { renderReference } from '../../scripts/reference/render-reference.ts';

test('docs/reference matches the code; `node scripts/write-reference.ts` rewrites it', async () => {
  for (const [name, text] of await renderReference()) {
    const committed = readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');
    expect(committed, name).toBe(text);
  }
});
