// Writes test/github/published/recorded-graph.json.br: GraphQL answers of GitHub to a bot's questions about pull requests,
// recorded from 2019 to 2024 in the tests of DefinitelyTyped/dt-mergebot (MIT licence). It takes a clone of that repository:
// `node scripts/write-recorded-graph.ts FOLDER`. People's texts are removed, and their names replaced by numbers.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const WRITTEN = new Set(['body', 'title', 'description', 'headline', 'message']);
const LEFT_OUT = /^(url|resourcePath|targetUrl|projectCards|status|workflowRun)$/u;
/** The authors of these edited them by hand, with comments from other pull requests or other times. */
const EDITED = /^(45627|45836|48652-retract.*)$/u;
const names = new Map<string, string>();

/** `{ __typename: 'User', login: 'bo' }` → `{ __typename: 'User', login: 'person-3' }`; a bot keeps its name. */
function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (typeof value !== 'object' || value === null) return value;
  const isBot = '__typename' in value && value.__typename === 'Bot';
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
      if (LEFT_OUT.test(key)) return [];
      if (WRITTEN.has(key) && typeof one === 'string') return [[key, 'x']];
      if (key !== 'login' || isBot || typeof one !== 'string') return [[key, lean(one)]];
      if (!names.has(one)) names.set(one, `person-${names.size + 1}`);
      return [[key, names.get(one)]];
    }),
  );
}

const fixtures = join(process.argv[2] ?? '', 'src/_tests/fixtures');
const answers = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !EDITED.test(entry.name))
  .map(({ name }) => name)
  .toSorted()
  .map((name) => lean(JSON.parse(readFileSync(join(fixtures, name, '_response.json'), 'utf8'))));
const file = fileURLToPath(new URL('../test/github/published/recorded-graph.json.br', import.meta.url));
writeFileSync(file, brotliCompressSync(JSON.stringify(answers)));
console.log(`${answers.length} answers are in ${file}.`);
