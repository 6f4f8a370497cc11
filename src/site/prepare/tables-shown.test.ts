import { expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { emptyState } from '../../kernel/state.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { Play } from '../../play/play.ts';
import { composeRuleset } from '../../ruleset/compose.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { rulesData } from './collect-rules.ts';
import { RenderedCache } from './rendered-cache.ts';

const COINS = `---
title: Coins
order: 300
---
| Menu | Price |
| ---- | ----- |
| Soup | 3     |

| Each player has | starts at |
| --------------- | --------- |
| Coins           | 5         |

| When         | who                          | gets    |
| ------------ | ---------------------------- | ------- |
| a round ends | whoever has the fewest Coins | 3 Coins |
`;

test('below a table that the engine counts stands what its words leave open, and its code is shown', async () => {
  const { files: suber, terms } = composeRuleset(shippedLibrary, { core: 'suber' });
  const files = new Map([...suber, ['core/coins.md', COINS]]);
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const { model } = play;
  play.dispose();
  const shown = rulesData({
    rules: readRuleset(files, terms).manifest.rules,
    files,
    model,
    terms,
    state: emptyState(),
    changes: [],
    tracked: [],
    rendered: new RenderedCache(),
    wording: IN_ENGLISH,
  });
  const { html, clause } = shown.find(({ title }) => title === 'Coins') ?? {};
  const [, menu, variables, events] = (html ?? '').split('<table');
  expect(menu).not.toContain('<ul');
  expect(variables).toContain('Coins are never below nought');
  expect(events).toContain('if several share the place, each of them');
  expect(clause).toContain('row: "when", on: "round-ends"');
});
