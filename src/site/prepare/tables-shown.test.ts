import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { emptyState } from '../../kernel/state.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { Play } from '../../session/play/play.ts';
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

test('below a table run by the engine, shows how it’s read where the words leave it open, and its code', async () => {
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
  expect(variables).toContain('Coins are never below zero');
  expect(events).toContain('if several share the place, each of them');
  expect(clause).toMatch(/row: "when", .* on: "round-ends"/u);
});

test('beside a promise, shows who made it and what its last search found', async () => {
  const { files: suber, terms } = composeRuleset(shippedLibrary, { core: 'suber' });
  const says = 'Points stays between 0 and 99';
  const text = `---\ntitle: Bounds\norder: 301\n---\nThis rule promises that ${says}.\n`;
  const files = new Map([...suber, ['core/bounds.md', text]]);
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const { model } = play;
  play.dispose();
  const values = { before: [], after: [] };
  const made = {
    at: '2024-03-01T09:00:00Z',
    post: '7',
    rule: 'core/bounds',
    before: 'Nothing.',
    after: text,
  };
  const asked = { path: 'core/bounds', rule: 'Bounds', line: 5, says, at: '2024-03-02T09:00:00Z' };
  const shown = rulesData({
    rules: readRuleset(files, terms).manifest.rules,
    files,
    model,
    terms,
    state: emptyState(),
    changes: [{ ...made, values }],
    tracked: [],
    rendered: new RenderedCache(),
    wording: IN_ENGLISH,
    asked: [{ ...asked, moves: 12, states: 9, way: null }],
  });
  expect(shown.find(({ title }) => title === 'Bounds')?.promises).toEqual([
    {
      says,
      made: '7',
      searched: {
        at: '2024-03-02T09:00:00Z',
        found: 'No way to break it was found within 12 moves and 9 states.',
      },
    },
  ]);
  // Nobody has voted on the core's own promise, and it hasn't been searched yet.
  expect(shown.find(({ title }) => title === 'Never Shut')?.promises).toMatchObject([
    { made: null, searched: null },
  ]);
});
