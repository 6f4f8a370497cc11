// An outsider whose request is refused is told how to join.
import { expect, test } from 'vitest';

import {
  ana,
  cy,
  onKernel,
  person,
  kernelGame,
  VOTES,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { Person } from '../../src/forge/events.ts';
import type { ModelDescription } from '../../src/kernel/describe-model.ts';
import { listPacks } from '../../src/ruleset/compose.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import { some } from '../slowly.ts';

const WAY_IN = /To join the game, make a post of the kind “[^”]+”/u;
const zed = person('zed');
/** Commands for the engine rather than for rules, each in a form that it refuses. */
const ENGINE = ['/enact', '/fail', '/merge abc', '/game name=Z', '/key x', '/seed x', '/reader-key x'];
const FEW = 15;

async function modelOf(game: TestGame): Promise<ModelDescription> {
  const open = await openGame(await game.content(), { caches, runner: onKernel });
  const { model } = open.play;
  open.play.dispose();
  return model;
}

/** Tries everything that can be done on a pending matter, and returns the refusals. */
async function refusedTo(
  game: TestGame,
  matter: string,
  who: Person,
  isPosting = false,
): Promise<readonly string[]> {
  const model = await modelOf(game);
  const before = (await game.said(matter)).length;
  const commands = [...ENGINE, ...Object.keys(model.actions).map((action) => `/act ${action}`)];
  for (let at = 0; at < commands.length; at += FEW)
    await game.table.comment(who, matter, commands.slice(at, at + FEW).join('\n'));
  await game.table.comment(who, matter, ':for: and :against:');
  const posts = [];
  const kinds = Object.keys(model.kinds).filter((one) => isPosting && model.kinds[one]?.purpose !== 'join');
  for (const kind of kinds)
    posts.push(await game.table.open(who, { kind, title: `A ${kind}`, text: 'Here.' }));
  await game.tick();
  const said = (await Promise.all(posts.map((post) => game.said(post)))).flat();
  return [...(await game.said(matter)).slice(before), ...said].filter((text) =>
    /\*\*Refused|does not count|was not accepted/u.test(text),
  );
}

test.each(some(listPacks(shippedLibrary).core, 9))(
  'tells a stranger how to join when something is refused under %s',
  async (core) => {
    const game = await kernelGame({ core });
    const text = (await game.content()).get(VOTES) ?? '';
    const head = await game.branch({
      'content/ruleset/core/greeting.md': '---\ntitle: Greeting\norder: 99\n---\nHello.\n',
      ...(text === '' ? {} : { [VOTES]: `${text}\nSo it is.\n` }),
    });
    const kind =
      Object.entries((await modelOf(game)).kinds).find(([, one]) => one.purpose === 'change')?.[0] ?? '';
    const matter = await game.table.open(ana, { kind, title: '[Core] Greeting', text: '', head });
    await game.tick();
    const refused = await refusedTo(game, matter, zed, true);
    expect(refused.length).toBeGreaterThan(ENGINE.length);
    expect(refused.filter((said) => !WAY_IN.test(said))).toEqual([]);
    // Players are not told, unless they have just left; nor are people who wait to be let in.
    const join =
      Object.entries((await modelOf(game)).kinds).find(([, one]) => one.purpose === 'join')?.[0] ?? '';
    await game.table.open(zed, { kind: join, title: 'May I?', text: '' });
    await game.tick();
    const reported = [...(await refusedTo(game, matter, zed)), ...(await refusedTo(game, matter, cy))];
    expect(reported.filter((said) => WAY_IN.test(said) && !said.includes('cy is not on the roster'))).toEqual(
      [],
    );
  },
);
