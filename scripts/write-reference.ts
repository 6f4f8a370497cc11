// `node scripts/write-reference.ts` regenerates the pages of docs/reference from the code.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { renderReference } from './reference/render-reference.ts';

const folder = fileURLToPath(new URL('../docs/reference', import.meta.url));
for (const [name, text] of await renderReference()) {
  writeFileSync(`${folder}/${name}`, text);
  console.log(`docs/reference/${name}`);
}
