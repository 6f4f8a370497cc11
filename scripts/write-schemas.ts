// `node scripts/write-schemas.ts` regenerates schemas/*.json from the zod schemas that read files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { publishedSchemas } from './published-schemas.ts';

const folder = fileURLToPath(new URL('../schemas', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of await publishedSchemas()) {
  writeFileSync(`${folder}/${name}`, text);
  console.log(`schemas/${name}`);
}
