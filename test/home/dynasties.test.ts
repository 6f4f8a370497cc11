// A dynasty of each pack, played through pages alone by several browsers at once.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { openHome } from './open-home.ts';
import { Sitting } from './sitting.ts';

interface Played {
  readonly core: string;
  readonly dynasty?: string;
  /** An action that a player takes at once, and what its page says then. */
  readonly act: {
    readonly by: 'ana' | 'bo' | 'cy';
    readonly action: string;
    readonly with?: Record<string, string>;
    readonly says: RegExp;
  };
  readonly post: string;
  /** How many hours a declaration of victory takes; without it nobody declares one. */
  readonly declared?: number;
}

const ROLL = { by: 'bo', action: 'roll', with: { roll: 'DICE6' }, says: /DICE6: \d/u } as const;
const GAMES: readonly Played[] = [
  { core: '2021', dynasty: 'crypt', act: ROLL, post: 'story', declared: 13 },
  { core: '2008', dynasty: 'clans', act: ROLL, post: 'story', declared: 25 },
  { core: '2019', dynasty: 'menagerie', act: ROLL, post: 'story' },
  { core: '2021', dynasty: 'gallery', act: ROLL, post: 'story' },
  { core: '2021', dynasty: 'crypt-cleanup', act: ROLL, post: 'story' },
  { core: 'suber', act: { by: 'ana', action: 'throw-die', says: /Points/u }, post: 'plain' },
];
const MOST_MS = 300_000;

const unseen = findBrowser() === null && process.env['CI'] === undefined;
// In every run `browser` and `friends-in-browser` press the same buttons, and `other-cores` plays without dynasties.
const skipped = unseen
  ? 'left out: no Chromium, which CHROMIUM may name'
  : process.env['GITNOMIC_LIVE'] !== 'whole' && 'left out: played by `npm run test:long`';

describe.skipIf(skipped !== false)(skipped === false ? 'in browsers' : skipped, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.each(GAMES)('$core $dynasty', { timeout: MOST_MS }, async ({ core, dynasty, act, post, declared }) => {
    const home = await openHome({ core, ...(dynasty === undefined ? {} : { dynasty }) });
    try {
      const at = await Promise.all(
        ['ana', 'bo', 'cy'].map(
          async (who) => [who, await (await Sitting.of(browser, home.server.url)).sitAs(who)] as const,
        ),
      );
      const seats = Object.fromEntries(at) as Record<'ana' | 'bo' | 'cy', Sitting>;
      const guest = await Sitting.of(browser, home.server.url);
      const [matter] = await Promise.all([
        seats.ana.propose('Bells', 'A bell rings at noon.'),
        guest.askToJoin('Zed'),
      ]);
      await everybodyVotes(seats, matter);
      expect(await seats.bo.post(post, 'How it began')).toMatch(/^\d+$/u);
      expect(await seats.ana.act('join', { player: 'zed' })).toContain('Done.');
      expect(await guest.read('')).not.toContain('haven’t joined the game yet');
      expect(await seats.cy.forward(49)).toContain('Bells');
      expect(await guest.read('ruleset/')).toContain('A bell rings at noon.');
      expect(await seats[act.by].act(act.action, act.with)).toMatch(act.says);
      if (declared !== undefined) await ascend(seats, declared);
    } finally {
      await home.close();
    }
  });
});

/** Three at once, and then two more at one of their browsers. */
async function everybodyVotes(
  { ana, bo, cy }: Record<'ana' | 'bo' | 'cy', Sitting>,
  matter: string,
): Promise<void> {
  await Promise.all([ana, bo, cy].map((one) => one.vote(matter, 'FOR')));
  for (const who of ['dee', 'eli']) {
    await cy.sitAs(who);
    await cy.vote(matter, 'FOR');
  }
  await cy.sitAs('cy');
}

async function ascend(seats: Record<'ana' | 'bo' | 'cy', Sitting>, hours: number): Promise<void> {
  const { ana, bo, cy } = seats;
  const dov = await bo.post('dov', 'It is all mine');
  await everybodyVotes(seats, dov);
  expect(await ana.forward(hours)).toContain('It is all mine');
  await bo.go('do/act/?action=ascend');
  expect(await bo.page.getByLabel('theme of the next dynasty').getAttribute('required')).not.toBeNull();
  expect(await bo.act('ascend', { theme: 'Lamps on the water' })).toContain('Done.');
  expect(await cy.read('')).toMatch(/First Dynasty of Bo/iu);
}
