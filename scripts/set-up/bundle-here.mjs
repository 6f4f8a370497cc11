// Set-up runs this on the Node that the project brings, if it runs on another one itself.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeBundle } from './bundle.mjs';

await makeBundle(join(dirname(fileURLToPath(import.meta.url)), '../..'));
