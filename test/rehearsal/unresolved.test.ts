// Once the rule is gone that says when a Proposal passes, those that are pending wait for another such rule. Nobody invents an end for them: voters hear it before,
// and everybody afterwards.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  memoryVault,
  kernelGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { openSession } from '../../src/tick/open-session.ts';
import { readStatus, type Status } from '../../src/tick/read-status.ts';
import { whyOfMatter } from '../../src/wording/why.ts';
import type { Position } from '../../src/session/position/position.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { tryMatter } from '../../src/rehearse/try-matter.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const RULE = 'content/ruleset/core/proposals/resolution-of-proposals';
const BELLS = 'content/ruleset/dynastic/bells.md';
const WAITS =
  /no rule decides any more when it passes or fails, so it stays open; anybody can propose a rule/u;

async function seen<T>(game: TestGame, read: (position: Position) => T): Promise<T> {
  const { forge, now } = game;
  const { position } = await openSession({ forge, now, vault: memoryVault(), caches }, await game.mainTip());
  try {
    return read(position);
  } finally {
    position.open.play.dispose();
  }
}

test.each(ALL ? ['2019', '2021'] : ['2021'])(
  '%s: warns, before and after a rule goes, of matters that it would have resolved, until there’s a new one',
  async (core) => {
    const game = await kernelGame({ core });
    const before = await game.content();
    const post = async (
      kind: string,
      title: string,
      changes: Parameters<TestGame['branch']>[0],
    ): Promise<string> => {
      const head = await game.branch(changes);
      const opened = await game.table.open(bo, { kind, title, text: 'Please.', head });
      await game.tick();
      return opened;
    };
    const enact = async (opened: string): Promise<void> => {
      for (const person of [ana, cy, dee, eli]) await game.table.comment(person, opened, ':for:');
      game.later(25);
      expect((await game.tick()).stuck).toEqual([]);
    };
    const bells = await post('proposal', 'Bells', {
      [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n',
    });
    const gone = await post('cfj', '[Core] No resolution', { [`${RULE}.md`]: null, [`${RULE}.ts`]: null });
    const state = await seen(game, ({ open }) => open.play.state());
    const { warnings } = await tryMatter(before, state, '2', game.now, caches);
    expect(warnings).toContain(
      'no rule would say when a Proposal passes or fails: “Bells” would stay pending until one does',
    );
    await enact(gone);
    expect((await game.content()).has(`${RULE}.md`)).toBe(false);
    const status = await seen(game, (position): Status => {
      expect(whyOfMatter(position.open.play, game.now, '1')).toMatch(/no rule lets anything pass/u);
      return readStatus(position, game.now);
    });
    expect(status.queue).toMatchObject([{ title: 'Bells', fault: expect.stringMatching(WAITS) as string }]);
    expect(status.failing.join('\n')).toMatch(WAITS);
    expect((await game.said(bells)).join('\n')).toMatch(WAITS);
    const back = Object.fromEntries(
      ['md', 'ts'].map((end) => [`${RULE}.${end}`, before.get(`${RULE}.${end}`) ?? '']),
    );
    for (const person of [ana, cy, dee, eli]) await game.table.comment(person, bells, ':for:');
    await enact(await post('cfj', '[Core] Resolution', back));
    expect((await game.content()).has(BELLS)).toBe(true);
  },
);
