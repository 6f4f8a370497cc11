// While a dynasty is played and between two of them: whoever may press “Propose it” has proposed, and whoever may not is told why.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import { person } from '../../src/tick/fixtures/embedded-game.ts';
import { visitOf } from '../../src/seat/forms/fixtures/visit-of.ts';
import type { FilledForm, Visit } from '../../src/seat/forms/form.ts';
import { handlerNamed } from '../../src/seat/forms/registry.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { whyNobodyProposes } from '../../src/seat/preview.ts';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const CORES = listPacks(shippedLibrary).core.filter((core) => core !== 'suber');
const dynastyFor = (core: string): string | undefined =>
  listPacks(shippedLibrary).dynasties.find(
    (name) => readPackFile('', shippedLibrary.get(`${name}/pack.yml`) ?? '').pack?.core === core,
  );

interface Pressed {
  readonly offered: boolean;
  readonly why: string;
  readonly done: boolean;
}

async function press(core: string, interregnum: boolean): Promise<Pressed & { readonly closed: boolean }> {
  const dynasty = dynastyFor(core);
  const game = await homeWith({
    core,
    ...(dynasty !== undefined && { dynasty }),
    players: ['ana', 'bo', 'cy', 'dee', 'eli'].map((id, at) => ({ id, name: id, admin: at === 0 })),
    ...(interregnum && { given: { 'dynasty.interregnum': true, 'dynasty.emperor': 'ana' } }),
  });
  const visit = (words: Record<string, string>): Visit => visitOf(game, person('bo'), words);
  const rule = {
    change: 'add',
    name: 'Lamps',
    section: core === 'prose' ? 'core' : 'dynastic',
    body: 'Lamps are lit.',
  };
  const form: FilledForm = await handlerNamed('rule').open(visit(rule));
  const button = form.buttons.find(({ value }) => value === 'propose');
  const kind = form.fields.find(({ name }) => name === 'kind')?.given[0];
  const sent = {
    ...rule,
    title: 'Lamps',
    text: 'Please.',
    do: 'propose',
    ...(kind !== undefined && { kind }),
  };
  const answer = await handlerNamed('rule').send(visit(sent));
  const closed = await withPosition(
    game,
    ({ open: { play } }) => whyNobodyProposes(play, game.now()) !== null,
  );
  return {
    offered: button !== undefined && (button.refusal ?? null) === null,
    why: button?.refusal ?? '',
    done: 'step' in answer && answer.step.ok,
    closed,
  };
}

test.each(CORES)('under the %s rules, what can be pressed is done', async (core) => {
  const played = await press(core, false);
  expect(played).toMatchObject({ offered: true, done: true, closed: false });
  if (core === 'prose') return;
  const between = await press(core, true);
  expect(between.done).toBe(between.offered);
  expect(between.closed).toBe(!between.offered);
  if (!between.offered) expect(between.why).toMatch(/^[A-Z].+\.$/u);
});

test('between two dynasties of the evening’s rules nobody is offered to propose', async () => {
  expect(await press('fireside', true)).toMatchObject({
    offered: false,
    why: expect.stringContaining('is over, and the next has not begun') as string,
    done: false,
    closed: true,
  });
});
