import { expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { runScenarioOn } from '../../rehearse/scenarios/run-on.ts';
import { onKernel } from './fixtures/on-kernel.ts';

const driver = onKernel();
/** `test/scenarios` plays the others. */
const files = [...shippedLibrary]
  .filter(([path]) => /(^|\/)scenarios\/.*\.ya?ml$/u.test(path))
  .filter((_, at) => at % 16 === 0);

test.each(files)('%s', async (file, text) => {
  const { failures } = await runScenarioOn(driver, file, text, { library: shippedLibrary, caches });
  expect(failures).toEqual([]);
});

const lamps = (then: string): string => `
title: Lamps
rules: { core: "2021" }
start: 2021-06-18T09:00:00Z
players: { ana: { admin: true }, bo: {}, cy: {}, di: {}, ed: {}, flo: {} }
steps:
  - { at: +1h, by: ana, propose: { title: "[Core] Longer", as: P1, changes: { edit-rule: { rule: Votes, replace: a, with: a } } } }
  - { at: +2h, by: bo, vote: FOR, on: P1, then: { matters: { P1: { status: ${then} } } } }
  - { at: +3h, by: bo, vote: FOR, on: P9, refused: no post P9 }
  - { at: +4h, by: bo, vote: FOR, on: P1, refused: never }
`;

test('a failed expectation is reported at its step', async () => {
  const messages = async (then: string): Promise<readonly string[]> =>
    (await runScenarioOn(driver, 'lamps.yml', lamps(then), { library: shippedLibrary, caches })).failures.map(
      ({ step, message }) => `${step}: ${message}`,
    );
  const accepted = '4: was accepted; expected to be refused with "never"';
  expect(await messages('pending')).toEqual([accepted]);
  expect(await messages('enacted')).toEqual([
    '2: matters.P1.status is "pending"; expected "enacted"',
    accepted,
  ]);
});

test('an enacted edit that changed nothing fails the scenario, unless the scenario expects it', async () => {
  const edited = (more: string): string => `
title: Lamps
rules: { core: "2021" }
start: 2021-06-18T09:00:00Z
players: { ana: { admin: true }, bo: {}, cy: { emperor: true }, di: {}, ed: {} }
steps:
  - { at: +1h, by: ana, cfj: { title: Longer, as: C1, changes: { edit-rule: { rule: Votes, replace: such words stand nowhere, with: a } } } }
  - { at: +1h, by: bo, vote: FOR, on: C1 }
  - { at: +1h, by: di, vote: FOR, on: C1 }
  - { at: +1h, by: ed, vote: FOR, on: C1 }
  - { at: +1h, tick: true, then: { matters: { C1: { status: enacted } }${more} } }
`;
  const failures = async (text: string): Promise<readonly string[]> =>
    (await runScenarioOn(driver, 'lamps.yml', text, { library: shippedLibrary, caches })).failures.map(
      ({ message }) => message,
    );
  expect(await failures(edited(''))).toEqual([
    expect.stringMatching(/^an edit of “Longer” changed nothing: .*The rule doesn’t say/u),
  ]);
  expect(
    await failures(edited(', posts: { C1: { omitted: { contains: { change: the text of “Votes” } } } }')),
  ).toEqual([]);
});
