import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOfPosition } from '../../src/tick/current-content.ts';
import { ana, kernelGame } from '../../src/tick/fixtures/embedded-game.ts';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { Trials, trialsIn } from '../../src/rehearse/trials.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { openToShow } from '../../src/site/prepare/game-shown.ts';

const RULE = 'content/ruleset/dynastic/proving-ground';

test('a matter’s page says where words and clause would diverge, and how its trial went', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'consequences-'));
  try {
    const game = await kernelGame();
    const text = (await game.content()).get(`${RULE}.md`) ?? '';
    const propose = async (title: string, words: string): Promise<void> => {
      const head = await game.branch({
        [`${RULE}.md`]: text.replace('of no use whatever', 'of <b>great</b> use'),
      });
      await game.table.open(ana, { kind: 'proposal', title, text: words, head });
    };
    await propose('Use', 'Please.');
    await propose('Use, and we mean it', 'On purpose: Proving Ground');
    const trials = new Trials(join(folder, 'trials.json'));
    const saved = new CachedGame();
    await game.tick({ trials, cached: saved });
    const { position } = saved;
    if (position === null) throw new Error('no game is kept');
    const content = contentOfPosition(position, await game.content());
    saved.close();
    const posts = async (files: typeof content) => {
      const shown = await openToShow(content, game.now, caches);
      return (await collectSite(shown, { now: game.now, trialOf: trialsIn(files) })).site.posts;
    };
    const tried = await posts(new Map([...content, ...trials.beside()]));
    expect(tried.map(({ title }) => title)).toEqual(['Use, and we mean it', 'Use']);
    const [meant, plain] = tried;
    expect(plain?.consequences).toMatch(
      /Only the words of Proving Ground change\. The code goes on with .*The text now says .*If that is intended, add the line/u,
    );
    expect(meant?.consequences).toContain('The proposal says that this is on purpose.');
    for (const post of [meant, plain])
      expect(post?.consequences).toContain(
        '<strong>Test run</strong> in a copy of the game, with everybody in favour: it works.',
      );
    // A game is shown even if its files contain no trials.
    const [untried] = await posts(content);
    expect(untried?.consequences).toContain('Only the words of');
    expect(untried?.consequences).not.toContain('Test run');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
