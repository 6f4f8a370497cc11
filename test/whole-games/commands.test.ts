// Commands in comments, and how a game answers them.
import { expect, test } from 'vitest';

import { ana, bo, cy, kernelGame, VOTES, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';

/** The engine's comments, in order. */
async function answers({ disk }: TestGame): Promise<string[]> {
  const log = new TextDecoder().decode((await disk.read('events.jsonl')) ?? new Uint8Array());
  return log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; key?: string; text?: string })
    .flatMap(({ type, key, text }) =>
      type === 'engine-said' && key?.startsWith('c-') === true ? [text ?? ''] : [],
    );
}

async function game(): Promise<{ game: TestGame; post: string }> {
  const begun = await kernelGame();
  const text = (await begun.content()).get(VOTES) ?? '';
  const head = await begun.branch({
    [VOTES]: text.replace('[48 hours](#value:window)', '[72 hours](#value:window)'),
  });
  const draft = { kind: 'proposal', title: '[Core] Longer', text: '', head, branch: 'longer' };
  return { game: begun, post: await begun.table.open(bo, draft) };
}

test('why: of the matter it’s asked on, of an action, and of what doesn’t exist', async () => {
  const { game: played, post } = await game();
  await played.table.comment(ana, post, '/why\n/why ask-idle\n/why nothing\n/why roll DICE6');
  await played.tick();
  const [matter, action, nothing, dice] = await answers(played);
  expect(matter).toMatch(
    /^> \/why\n\nEnacted: no, .+\.\nFailed: no, .+\.\n\nRule by rule:\n\n- can be enacted: /su,
  );
  expect(action).toContain('ana could do that now.');
  expect(nothing).toContain('nothing is neither an open vote nor an action.');
  expect(dice).toContain('ana could do that now.');
  expect((await played.content()).get('content/gamestate/players/ana.md')).toContain('idle-asked: null');
});

test('idle without a name is for oneself, and with a name it takes an Admin', async () => {
  const { game: played, post } = await game();
  await played.table.comment(bo, post, '/idle');
  await played.table.comment(bo, post, '/idle ana');
  await played.tick();
  const [own, others] = await answers(played);
  expect(own).toMatch(/^> \/idle\n\n\*\*Done/u);
  expect(others).toMatch(/^> \/idle ana\n\n\*\*Refused/u);
  const content = await played.content();
  expect(content.get('content/gamestate/players/bo.md')).toContain('idle-asked: 20');
  expect(content.get('content/gamestate/players/ana.md')).toContain('idle-asked: null');
});

test('ignores commands in quotations and in code', async () => {
  const { game: played, post } = await game();
  await played.table.comment(
    bo,
    post,
    '> /ask-idle\n\n```\n/ask-idle\n```\nand `/ask-idle`, and\n    /ask-idle',
  );
  await played.tick();
  expect(await answers(played)).toEqual([]);
});

test('seal-key answers anybody with the key, and only the emperor’s side can set another', async () => {
  const { game: played, post } = await game();
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const key = await identityToRecipient(await generateX25519Identity());
  await played.table.comment(bo, post, `/seal-key\n/seal-key ${key}`);
  await played.table.comment(cy, post, `/seal-key ${key}`);
  await played.table.comment(bo, post, '/seal-key');
  await played.tick();
  const [none, others, own, said] = await answers(played);
  expect(none).toContain('no key has been published yet');
  expect(others).toContain('**Refused**');
  expect(own).toContain('**Done');
  expect(said).toContain(`Result: ${key}`);
});
