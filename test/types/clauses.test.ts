import { expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../src/play/play.ts';
import { checkTypes } from '../../src/rehearse/types/check-types.ts';
import { composeRuleset, listPacks, readPackFile } from '../../src/ruleset/compose.ts';

const library = shippedLibrary;
const { core, dynasties } = listPacks(library);

/** Every core by itself, and every dynasty on the core that it was written for. */
const rulesets = [
  ...core.map((era) => ({ core: era })),
  ...dynasties.map((dynasty) => {
    const path = `${dynasty}/pack.yml`;
    return { core: readPackFile(path, library.get(path) ?? '').pack?.core ?? '', dynasty };
  }),
];

async function problemsOf(
  files: ReadonlyMap<string, string>,
  terms: Parameters<typeof Play.start>[0]['terms'],
): Promise<readonly string[]> {
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const problems = await checkTypes(files, play.sandbox.describe());
  play.dispose();
  return problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

test.each(rulesets)(
  'the clauses of $core $dynasty use what its rules define, and nothing else',
  async (choice) => {
    const { files, terms } = composeRuleset(library, choice);
    expect(await problemsOf(files, terms)).toEqual([]);
  },
);

test('a misspelt variable, view or event is an error at its line', async () => {
  const { files, terms } = composeRuleset(library, { core: core.at(-1) ?? '', dynasty: 'proving' });
  const clause = `import { action, rule } from 'gitnomic/rules';
export default rule(({ view }) => ({
  actions: {
    slip: action({
      effect({ actor }) {
        actor.pipps = 1;
        view('quorumm', 'players');
      },
    }),
  },
  on: { enactedd() {} },
}));
`;
  const slipped = new Map(files)
    .set('dynastic/slip.md', '---\ntitle: Slip\norder: 90\n---\nA slip.\n')
    .set('dynastic/slip.ts', clause);
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const problems = await checkTypes(slipped, play.sandbox.describe());
  play.dispose();
  expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'dynastic/slip.ts:6',
    'dynastic/slip.ts:7',
    'dynastic/slip.ts:11',
  ]);
});
