// What the pages' links and the issue forms make on GitHub, opened by somebody without rights, and what the engine reads of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { commandsIn } from '../../src/session/take/commands.ts';
import type { ForgeEvent } from '../../src/forge/events.ts';
import { formsTo } from '../../src/host/github/action/forge-forms.ts';
import { FORMS_FOLDER } from '../../src/host/github/action/forms.ts';
import type { ForgeForm } from '../../src/host/host.ts';
import type { ModelDescription } from '../../src/kernel/describe-model.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { fitInto } from '../../src/site/data/fill-in.ts';
import { playOnGitHub, type ActionGame } from './action-game.ts';
import { openAt } from './game-at.ts';
import { submitIssue } from './stand-in/issue-page.ts';
import type { Post } from './stand-in/world.ts';

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

const modelOf = async (): Promise<ModelDescription> => {
  const { play } = await openGame(await game.content(), { caches });
  const { model } = play;
  play.dispose();
  return model;
};
const open = (address: string, more: Partial<Parameters<typeof submitIssue>[0]> = {}): Post => {
  const { world } = game.standIn;
  return submitIssue({ world, by: world.account('newcomer'), address, ...more });
};
/** What the engine sees of a post. */
const eventsOf = async (post: Post): Promise<readonly ForgeEvent[]> => {
  const forge = await openAt(game.standIn, `${game.standIn.folder}/seeing-${post.number}`);
  const { events } = await forge.observe(null);
  return events.filter((event) => 'post' in event && event.post === String(post.number));
};

test('each link of the pages is read back as what it links for, even without a form or a label', async () => {
  const model = await modelOf();
  const { actions, posts, changes } = formsTo('o/r', model);
  const opened = (target: ForgeForm, words: Record<string, string>): Post =>
    open(fitInto(target, words).address);
  const acted = Object.entries(actions).map(
    ([id, target]) => [id, opened(target, { with: 'to: ana\nwhy so: She: asked' })] as const,
  );
  const said = Object.entries(posts).map(
    ([kind, target]) =>
      [kind, opened(target, { title: 'A & title', text: 'One.\n\n### Two\n\n#3?' })] as const,
  );
  const proposed = opened(changes, {
    title: 'Shorter',
    reason: 'Too long.',
    changes: '- repeal-rule: Votes',
  });
  expect(acted.length).toBeGreaterThan(5);
  const forge = await openAt(game.standIn, `${game.standIn.folder}/seeing`);
  const { events } = await forge.observe(null);
  const of = (post: Post): ForgeEvent | undefined =>
    events.find((event) => 'post' in event && event.post === String(post.number));
  for (const [id, post] of acted) {
    const event = of(post);
    expect(event).toMatchObject({ type: 'commented', by: { name: 'newcomer' } });
    expect(commandsIn(event?.type === 'commented' ? event.text : '')).toMatchObject([
      { name: 'act', operands: [id], words: { to: 'ana', 'why-so': 'She: asked' } },
    ]);
  }
  for (const [kind, post] of said)
    expect(of(post)).toMatchObject({ type: 'opened', kind, title: 'A & title' });
  expect(of(proposed)).toMatchObject({
    type: 'opened',
    kind: 'proposal',
    title: 'Shorter',
    text: 'Too long.',
  });
  expect(proposed.labels).toEqual([]);
  // What it proposes is on a branch of the engine's, as for a form.
  await game.tick();
  expect(game.standIn.world.refs().has(`refs/heads/form-${proposed.number}`)).toBe(true);
  expect(game.standIn.world.failures).toEqual([]);
});

test('a choice that nobody made is refused in a sentence, and does nothing', async () => {
  const { world } = game.standIn;
  const forge = await openAt(game.standIn);
  const { files } = await readTree(forge.repository, await game.mainTip(), {
    under: [FORMS_FOLDER.slice(0, -1)],
  });
  const forms = new Map([...files].map(([path, { text }]) => [path.slice(FORMS_FOLDER.length), text ?? '']));
  const before = await game.mainTip();
  const by = (name: string): Post =>
    open(`https://github.com/o/r/issues/new?template=${name}&title=Hello`, {
      forms,
      answers: { Text: 'Once upon a time.', With: 'to: ana' },
      // The engine answers somebody who doesn't play once a day.
      by: world.account(`newcomer-${name[0]}`),
    });
  const [acted, declared, asked] = [by('2-act.yml'), by('4-declare.yml'), by('5-ask.yml')];
  for (const post of [acted, declared, asked]) expect(post.body).toContain('– choose –');
  await game.tick();
  for (const post of [acted, declared, asked]) {
    expect(post.comments.map(({ body }) => body).join('\n')).toContain('you didn’t choose anything');
    expect(post).toMatchObject({ closed: true, locked: true });
  }
  expect(await game.mainTip()).toBe(before);
  expect((await eventsOf(declared)).map(({ type }) => type)).toEqual(['commented']);
  expect(world.failures).toEqual([]);
});

test('only one place in the engine makes links that begin an issue', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url));
  const makers = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.(?:ts|astro)$/u.test(path))
    .filter((path) => readFileSync(join(src, path), 'utf8').includes('issues/new'));
  expect(makers).toEqual([join('host', 'github', 'action', 'forge-forms.ts')]);
});
