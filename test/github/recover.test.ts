import { expect, test, vi } from 'vitest';

import { ana, bo, cy, dee, eli, playOnGitHub } from './action-game.ts';

vi.setConfig({ testTimeout: 240_000 });

const BELLS = 'content/ruleset/dynastic/bells.md';

test('a game goes back once enough players consented, by a comment and a run of the workflow', async () => {
  const game = await playOnGitHub();
  const { table, standIn } = game;
  try {
    const to = (await game.mainTip()).slice(0, 10);
    const post = await game.propose(bo, 'Bells', {
      [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n',
    });
    for (const person of [ana, bo, cy, dee, eli]) await table.comment(person, String(post.number), ':for:');
    standIn.world.now = standIn.world.now.replace(
      /^(\d{4})-(\d\d)-(\d\d)/u,
      (_, y: string, m: string, d: string) => `${y}-${m}-${String(Number(d) + 3).padStart(2, '0')}`,
    );
    await game.tick();
    expect((await game.content()).has(BELLS)).toBe(true);
    const back = await table.open(dee, { kind: 'story', title: 'Back', text: 'Shall we?' });
    for (const person of [ana, bo]) await table.comment(person, back, `I consent to ${to}.`);
    // Somebody who asks consents: three of six are too few.
    await table.comment(dee, back, `/recover ${to}`);
    await game.tick();
    expect((await game.content()).has(BELLS)).toBe(true);
    expect(game.said()).toContain('It takes the consent of more than half');
    await table.comment(cy, back, `I consent to ${to}.`);
    await table.comment(dee, back, `/recover ${to}`);
    await game.tick();
    expect((await game.content()).has(BELLS)).toBe(false);
    expect(game.said()).toContain(`The game is back at ${to}`);
    await game.tick();
    expect((await game.content()).has(BELLS)).toBe(false);
  } finally {
    await standIn.close();
  }
});
