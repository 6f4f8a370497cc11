// Whether games can go on as they are, under rules that count votes themselves and under rules by which Admins resolve matters.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { sessionWith, type SessionWish } from '../session/fixtures/session.ts';
import type { RulesRehearsal } from '../session/play/play-options.ts';
import { GOES_ON } from '../session/play/say-rehearsal.ts';
import { rehearseAsItIs, whyFrozen } from './rehearse-rules.ts';

const guard = (body: string, more = ''): SessionWish => ({
  rules: {
    'dynastic/guard.md': '---\ntitle: Guard\norder: 95\n---\nIt guards.\n',
    'dynastic/guard.ts': `import { action, rule } from 'gitnomic/rules';\n${more}\nexport default rule((g) => (${body}));\n`,
  },
});
const refuses = (hook: string, test = 'true'): SessionWish =>
  guard(`{ hooks: { '${hook}'({ matter, change, actor, refuse }) { if (${test}) refuse('no gulls'); } } }`);

async function found(
  wish: SessionWish,
): Promise<{ readonly rehearsal: RulesRehearsal; readonly frozen: string | null }> {
  const { session, now: at } = await sessionWith(wish);
  const { play } = session.position.open;
  const { files, terms } = play;
  const game = { files, terms, state: play.state(), at, ledger: { length: 0, at: () => null }, caches };
  return { rehearsal: rehearseAsItIs(game), frozen: whyFrozen(game) };
}

const WHY = 'no gulls (Guard, dynastic/guard)';
const OPENS = `{
  game: { open: boolean() },
  actions: { open: action({ effect({ game }) { game.open = true; } }) },
  hooks: { 'may-post'({ refuse }) { if (!g.game.open) refuse('shut'); } },
}`;

test.each<readonly [rules: string, wish: SessionWish, found: Partial<RulesRehearsal>]>([
  ['let nothing be changed', refuses('may-change', "change.verb !== 'set'"), { freezes: 'no gulls' }],
  ['are opened by an action', guard(OPENS, "import { boolean } from 'gitnomic/rules';"), {}],
])('rules that %s', async (_, wish, rehearsal) => {
  const { stops = null, freezes = null } = rehearsal;
  expect(await found(wish)).toEqual({ rehearsal: { ...GOES_ON, ...rehearsal }, frozen: stops ?? freezes });
});

/** Rules by which Admins enact what people voted for. */
const BY_HAND: SessionWish = { core: 'prose', dynasty: undefined as never };

test.each<readonly [rules: string, wish: SessionWish, stops: string | null]>([
  ['as they are', {}, null],
  ['that let nothing be enacted', refuses('may-enact'), WHY],
  ['that let it be enacted some hours later', refuses('may-enact', "g.now < '2024-03-01T16:00:00Z'"), null],
  ['that let nobody comment', refuses('may-comment'), WHY],
])('rules by which Admins resolve matters, %s', async (_, wish, stops) => {
  expect(await found({ ...BY_HAND, ...wish })).toEqual({ rehearsal: { ...GOES_ON, stops }, frozen: stops });
});

/** Rules that are few, and under which matters come into force by themselves. */
const FEW: SessionWish = { core: 'suber', dynasty: undefined as never };
const once = (hook: string, test: string, more = ''): SessionWish =>
  guard(
    `{ ${more} hooks: { '${hook}'({ matter, change, actor, title, refuse }) { if (!(${test})) refuse('no gulls'); } } }`,
    "import { boolean, integer } from 'gitnomic/rules';",
  );
const FAILED = "[...g.posts].some(({ status }) => status === 'failed')";
/** The second action is possible only where the first was not taken. */
const OPENED = `
  game: { isShut: boolean(), isOpen: boolean() },
  actions: {
    shut: action({ effect({ game }) { game.isShut = true; } }),
    unlock: action({ effect({ game, refuse }) { if (game.isShut) refuse('it is shut'); game.isOpen = true; } }),
  },`;

test.each<readonly [rules: string, wish: SessionWish, why: string | null]>([
  ['once another has failed', once('may-enact', FAILED), null],
  ['once another has failed, by hand', { ...BY_HAND, ...once('may-enact', FAILED) }, null],
  ['by one author, who comes last', once('may-enact', "matter.author?.id === 'fay'"), null],
  ['at one hour of the day', once('may-enact', "g.now.slice(11, 13) < '03'"), null],
  ['if the change is asked in words', once('may-change', "change.verb !== 'file'"), null],
  ['after an action, of which another spoils it', once('may-post', 'g.game.isOpen', OPENED), null],
  [
    'after an action that is not there',
    once('may-post', 'g.game.isOpen', OPENED.replace('game.isOpen = true', '')),
    WHY,
  ],
  ['never', once('may-post', 'false'), WHY],
])('rules by which a matter comes into force only %s', async (_, wish, stops) => {
  for (const core of [FEW, BY_HAND])
    expect(await found({ ...core, ...wish })).toMatchObject({ frozen: stops });
});
