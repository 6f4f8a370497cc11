// `node scripts/write-catalogue.ts` regenerates the list of all translatable texts from the sources.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { renderCatalogue } from './catalogue/render-catalogue.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
writeFileSync(`${root}/src/language/catalogue.ts`, await renderCatalogue(root));
console.log('src/language/catalogue.ts');
