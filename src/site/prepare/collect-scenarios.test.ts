/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { Play } from '../../session/play/play.ts';
import { composeRuleset } from '../../ruleset/compose.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { collectScenarios } from './collect-scenarios.ts';
import { RenderedCache } from './rendered-cache.ts';

const rule = (title: string, text: string): string => `---\ntitle: ${title}\n---\n${text}\n`;
const SCENARIO = JSON.stringify({
  title: 'Hats are worn',
  rules: { core: 'club' },
  start: '2026-03-02T09:00:00Z',
  players: { ana: {} },
  steps: [],
  then: { ruleset: { Hats: { exists: true }, Scarves: { exists: false } } },
});
/** A core with sections of its own, and a dynasty that adds a rule to one of them. */
const LIBRARY: ReadonlyMap<string, string> = new Map([
  ['core/club/pack.yml', 'name: club\ntitle: The Club\nabout: A charter and statutes.\n'],
  ['core/club/charter.md', rule('Charter', 'What it is.')],
  ['core/club/charter/members.md', rule('Members', 'Whoever is in.')],
  ['core/club/statutes.md', rule('Statutes', 'What was decided.')],
  ['core/club/statutes/hats.md', rule('Hats', 'Hats are worn.')],
  ['core/club/statutes/scarves.md', rule('Scarves', 'So are scarves.')],
  ['core/club/scenarios/hats.yml', SCENARIO],
  ['winter/pack.yml', 'name: winter\ntitle: Winter\nabout: Cold.\ncore: club\n'],
  ['winter/statutes/gloves.md', rule('Gloves', 'So are gloves.')],
]);

test('runs scenarios under the rules in force, whatever their sections', async () => {
  const composed = composeRuleset(LIBRARY, { core: 'club', dynasty: 'winter' });
  expect(composed.problems).toEqual([]);
  const files = new Map(composed.files);
  files.delete('statutes/scarves.md');
  files.set('statutes/hats.md', rule('Hats', 'Hats are worn at table.'));
  const play = await Play.start({ files, terms: composed.terms, state: null, draw: () => 1, caches });
  const { model } = play;
  play.dispose();
  const { rules } = readRuleset(files).manifest;
  const under: (readonly string[])[] = [];
  const source = { library: LIBRARY, core: 'club', pack: 'winter', rules, files, model, engine: '1' };
  const run = async (_: unknown, library: ReadonlyMap<string, string>) => {
    const inForce = composeRuleset(library, { core: 'club', dynasty: 'winter' }).files;
    under.push([...inForce.keys()].toSorted());
    expect(new Map(inForce)).toEqual(files);
    return Promise.resolve([{ state: 'holds-now', why: null } as const]);
  };
  const [hats] = await collectScenarios({ ...source, run }, new RenderedCache());
  expect(hats).toMatchObject({ title: 'Hats are worn', rules: ['statutes/hats'], state: 'holds-now' });
  expect(under).toEqual([[...files.keys()].toSorted()]);
});

test('runs scenarios with a core’s own helpers and those that cores share', async () => {
  const clause = (imports: readonly string[]): string =>
    `import { rule } from 'gitnomic/rules';\n${imports.map((one) => `import '${one}';\n`).join('')}export default rule(() => ({}));\n`;
  const library = new Map([
    ['core/club/pack.yml', 'name: club\ntitle: The Club\nabout: A charter.\n'],
    ['core/club/core.md', rule('Charter', 'What it is.')],
    ['core/club/core/hats.md', rule('Hats', 'Hats are worn.')],
    ['core/club/core/hats.ts', clause(['./helpers/brims.ts', '#core/sizes.ts'])],
    ['core/club/core/helpers/brims.ts', 'export const brims = 1;\n'],
    ['core/club/scenarios/hats.yml', SCENARIO],
    ['core/helpers/sizes.ts', 'export const sizes = 1;\n'],
  ]);
  const composed = composeRuleset(library, { core: 'club' });
  expect(composed.problems).toEqual([]);
  const files = new Map(composed.files);
  files.set('core/hats.md', rule('Hats', 'Hats are worn at table.'));
  files.set('core/helpers/sizes.ts', 'export const sizes = 2;\n');
  const play = await Play.start({ files, terms: composed.terms, state: null, draw: () => 1, caches });
  const { model } = play;
  play.dispose();
  const { rules } = readRuleset(files).manifest;
  const run = async (_: unknown, under: ReadonlyMap<string, string>) => {
    const { files: inForce, problems } = composeRuleset(under, { core: 'club' });
    expect(problems).toEqual([]);
    expect(new Map(inForce)).toEqual(files);
    return Promise.resolve([{ state: 'holds-now', why: null } as const]);
  };
  const source = { library, core: 'club', pack: null, rules, files, model, engine: '1', run };
  const [hats] = await collectScenarios(source, new RenderedCache());
  expect(hats).toMatchObject({ state: 'holds-now' });
});

test('when pages are needed at once, scenarios not read before are listed under no rule', async () => {
  const { files, terms } = composeRuleset(LIBRARY, { core: 'club', dynasty: 'winter' });
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const { model } = play;
  play.dispose();
  const { rules } = readRuleset(files).manifest;
  const source = { library: LIBRARY, core: 'club', pack: 'winter', rules, files, model, engine: '1' };
  const rendered = new RenderedCache();
  const quick = () => collectScenarios({ ...source, run: null }, rendered);
  expect(await quick()).toEqual([
    {
      file: 'core/club/scenarios/hats.yml',
      title: expect.any(String),
      rules: [],
      state: 'not-run',
      why: null,
    },
  ]);
  const all = await collectScenarios({ ...source, run: () => Promise.resolve([]) }, rendered);
  expect(all).toMatchObject([{ title: 'Hats are worn', rules: ['statutes/hats'], state: 'holds' }]);
  expect(await quick()).toEqual(all);
});
