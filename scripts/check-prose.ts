// Part of `npm run check`: looks for turns of phrase that read translated, in comments, docs and messages.
import { fileURLToPath } from 'node:url';

import { findOdd } from './prose/find-odd.ts';
import { readProse } from './prose/read-prose.ts';

const findings = findOdd(readProse(fileURLToPath(new URL('..', import.meta.url))));
for (const says of findings) console.error(says);
process.exitCode = findings.length === 0 ? 0 : 1;
