// What the preview of a new dynasty names is compared with what the compiler misses, for each rule kept alone.
import { expect, test } from 'vitest';

import { sessionWith, type SessionWish } from '../session/fixtures/session.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { toKebab } from '../kernel/names.ts';
import type { Play } from '../session/play/play.ts';
import { compareTypes, splitGone, unhandled } from '../rehearse/types/check-types.ts';
import { HAS_TIME } from '../../test/slowly.ts';
import { lackingRules } from './rules-that-stay.ts';

/** With the number of rules that name what they lack only in helpers, or in a type; and those whose lack the compiler can't tell. */
const PACKS = [
  ['2021', 'gallery', 0, []],
  ['2021', 'crypt', 2, []],
  ['2019', 'menagerie', 3, ['Creature']],
  ['2008', 'clans', 0, []],
] as const;

/** The play that is left when these rules are kept and the other dynastic ones go, with what they define. */
function keeping(play: Play, saved: string): Play & { readonly model: ModelDescription } {
  const isLeft = (path: string): boolean => !path.startsWith('dynastic/') || path === saved;
  const owned = <T extends { readonly rule: string }>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([, { rule }]) => isLeft(rule)));
  const { model, manifest, files, terms, wording } = play;
  const hooks = Object.entries(model.hooks).map(([id, rules]) => [id, rules.filter(isLeft)] as const);
  return {
    terms,
    wording,
    files: new Map(
      [...files].filter(([path]) => isLeft(path.replace(/\.\w+$/u, '')) || path.includes('/helpers/')),
    ),
    manifest: { ...manifest, rules: manifest.rules.filter(({ path }) => isLeft(path)) },
    model: {
      ...model,
      fields: Object.fromEntries(Object.entries(model.fields).map(([scope, all]) => [scope, owned(all)])),
      collections: owned(model.collections),
      views: owned(model.views),
      actions: owned(model.actions),
      hooks: Object.fromEntries(hooks.filter(([, rules]) => rules.length > 0)),
    },
  } as unknown as Play & { readonly model: ModelDescription };
}

const BOARD = {
  'dynastic/purse.md': '---\ntitle: Purse\norder: 1\n---\nPlayers have coins.\n',
  'dynastic/purse.ts': `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({ player: { coins: integer() } }));
`,
  'dynastic/board.md': '---\ntitle: Board\norder: 2\n---\nTo pin a note costs a coin.\n',
  'dynastic/board.ts': `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({ actions: { pin: action({ cost: { coins: 1 } }) } }));
`,
};

async function begun(wish: SessionWish): Promise<Play> {
  const desk = await sessionWith(wish);
  return desk.session.position.open.play;
}

test('names a rule kept without the one that defines its price', async () => {
  const play = await begun({ rules: BOARD });
  expect(lackingRules(keeping(play, 'dynastic/board'), play)).toEqual([
    'Board would lack something that Purse has. Keep that rule, too.',
  ]);
  expect(lackingRules(keeping(play, 'dynastic/purse'), play)).toEqual([]);
  expect(lackingRules(play, play)).toEqual([]);
});

test.runIf(HAS_TIME).each(PACKS)(
  'agrees with the compiler about missing rules in %s %s',
  async (core, pack, unseen, untold) => {
    const play = await begun({ core, dynasty: pack });
    const saved = play.manifest.rules.filter(
      ({ path, clause }) => /^dynastic\/[^/]+$/u.test(path) && clause !== null,
    );
    expect(saved.length).toBeGreaterThan(3);
    const [lacking, named]: [string[], string[]] = [[], []];
    for (const { path, title } of saved) {
      const left = keeping(play, path);
      const found = await compareTypes(left.files, left.model);
      const wasDefined = (name: string): boolean => JSON.stringify(play.model).includes(`"${toKebab(name)}"`);
      const { gone } = splitGone(unhandled(found, left.files, wasDefined), left.files, wasDefined);
      if (gone.some(({ file, name }) => file === `${path}.ts` && name !== null)) lacking.push(title);
      if (lackingRules(left, play).some((said) => said.startsWith(`${title} would lack`))) named.push(title);
    }
    expect(named.filter((one) => !lacking.includes(one))).toEqual(untold);
    expect(named.length).toBeGreaterThanOrEqual(lacking.length - unseen);
  },
  600_000,
);
