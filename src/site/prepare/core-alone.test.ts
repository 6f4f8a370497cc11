import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { emptyState, type State } from '../../kernel/state.ts';
import { Play } from '../../session/play/play.ts';
import { composeRuleset } from '../../ruleset/compose.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { rulesData, sectionsOf } from './collect-rules.ts';
import { columnsOf } from './collect-state.ts';
import { RenderedCache } from './rendered-cache.ts';

test('for a core without dynasties, pages show what its rules count, and each rule’s own number', async () => {
  const { files, terms } = composeRuleset(shippedLibrary, { core: 'suber' });
  const { rules } = readRuleset(files).manifest;
  const draw = (): number => 1;
  const play = await Play.start({ files, terms, state: null, draw, caches });
  const { model } = play;
  play.dispose();

  expect(columnsOf(model, model.fields['player']).map(({ id }) => id)).toContain('points');
  expect(sectionsOf(rules, IN_ENGLISH)).toEqual([{ id: 'core', title: 'Rules', number: '' }]);
  const byHand = rules.find(({ clause, mechanics }) => clause === null && mechanics === undefined);
  const reason = 'its code is switched off: it fails';
  const omitted = [{ change: `run the code of ${byHand?.title ?? ''}`, reason }];
  const posts = { 1: { kind: 'proposal', status: 'enacted', title: '', text: '', changes: [], omitted } };
  const shown = rulesData({
    rules,
    files,
    model,
    terms,
    state: { ...emptyState(), posts: posts as unknown as State['posts'] },
    changes: [],
    tracked: [],
    rendered: new RenderedCache(),
    wording: IN_ENGLISH,
  });
  // A depth of 1 is a section's own text, which is shown without a title.
  const untitled = shown.filter(({ depth }) => depth === 1).map(({ path }) => path);
  expect(untitled).toEqual([]);
  const off = shown.flatMap((rule) => (rule.off === undefined ? [] : [[rule.path, rule.off]]));
  expect(off).toEqual([[byHand?.path, 'Its code is switched off: it fails.']]);
  expect(shown.find(({ number }) => number === '208')).toMatchObject({ depth: 2, title: 'The Winner' });
});
