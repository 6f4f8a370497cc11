// Run by the Node that the project brings, where set-up itself is run by another one.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeBundle } from './bundle.mjs';

await makeBundle(join(dirname(fileURLToPath(import.meta.url)), '../..'));
