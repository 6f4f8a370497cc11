// `node scripts/write-schemas.ts`: writes schemas/*.json anew from the zod schemas in src/ruleset/schema and those of the hosts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { forgeSchemas } from '../src/host/read-forge.ts';
import { hosts } from '../src/host/registry.ts';
import { renderJsonSchemas } from '../src/ruleset/schema/json-schema.ts';

const folder = fileURLToPath(new URL('../schemas', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of renderJsonSchemas(await forgeSchemas(hosts))) {
  writeFileSync(`${folder}/${name}`, text);
  console.log(`schemas/${name}`);
}
