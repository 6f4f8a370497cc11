// An override that is never heard is an error which says where it would be heard. The oracle asks each question and sees whether the
// override was called: it reads no order of rules.
import { expect, test } from 'vitest';

import type { ModelDescription } from '../../src/kernel/describe-model.ts';
import { Play } from '../../src/session/play/play.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { sayUnheard } from '../../src/rehearse/lint/lint-rules.ts';
import { AT, BrickGame } from './brick-game.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const HEARD = 'a gull was heard';

/** Where a rule can stand: at the top of each section, and below a rule that answers something. */
const PLACES = [
  'core',
  'dynastic',
  'appendix',
  'special-case',
  'core/votable-matters/votes',
  'core/votable-matters',
];
const PLACES_IN: Readonly<Record<string, readonly string[]>> = {
  2008: ['core', 'dynastic', 'appendix', 'core/enactment'],
  2019: ['core', 'dynastic', 'appendix', 'core/votable-matters'],
  2021: PLACES,
  fireside: ['core', 'dynastic'],
  suber: ['core'],
  prose: ['core', 'core/by-hand'],
};

async function start(game: BrickGame, files: ReadonlyMap<string, string>): Promise<Play> {
  return Play.start({ files, terms: game.edition.terms, state: game.state, draw: () => 1, caches });
}

/** Views that can be asked without knowing a thing of the game. */
function viewsOf({ views }: ModelDescription): readonly (readonly [id: string, subject: string])[] {
  const subjects: Readonly<Record<string, string>> = {
    game: 'game',
    player: 'ana',
    text: 'proposal',
    matter: '1',
    post: '1',
  };
  return Object.entries(views).flatMap(([id, { of, rule }]) => {
    const subject = subjects[of];
    return subject === undefined || rule.includes('gulls') ? [] : [[id, subject] as const];
  });
}

/** A rule that answers all of these, each by a refusal that can be recognised. */
function overriding(ids: readonly string[], hooks: readonly string[]): string {
  const answers = (names: readonly string[], words: string): string =>
    names
      .map((id) => `'${id}'(${words}, next) { if (next !== null) refuse('${HEARD}'); return next(); }`)
      .join(', ');
  return `import { rule } from 'gitnomic/rules';\n\nexport default rule(({ refuse }) => ({ views: { ${answers(ids, '_')} }, hooks: { ${answers(hooks, '_')} } }));\n`;
}

for (const [core, places] of Object.entries(PLACES_IN)) {
  const opened = BrickGame.begin({ core }, undefined, caches);
  test.each(ALL ? places : places.slice(0, 2))(
    `${core}: overrides at %s take effect or are reported`,
    async (place) => {
      const game = await opened;
      const plain = await start(game, game.edition.files);
      const model = plain.sandbox.describe();
      const views = viewsOf(model);
      plain.dispose();
      const path = `${place}/gulls`;
      const files = new Map([
        ...game.edition.files,
        [`${path}.md`, '---\ntitle: Gulls\norder: 95\n---\nGulls watch.\n'],
        [
          `${path}.ts`,
          overriding(
            views.map(([id]) => id),
            ['tally', 'figures', 'needed'],
          ),
        ],
      ]);
      const play = await start(game, files);
      try {
        const { unheard } = play.sandbox.describe();
        const dead = new Set(unheard.filter(({ rule }) => rule === path).map(({ id }) => id));
        play.sandbox.take({
          type: 'post',
          at: AT,
          by: 'ana',
          id: '1',
          kind: 'proposal',
          title: 'Bells',
          text: 'Bells.',
          changes: [],
        });
        const isHeard = (...asked: string[]): boolean => {
          try {
            play.sandbox.query(AT, [asked]);
            return false;
          } catch (error) {
            return String(error).includes(HEARD);
          }
        };
        const wrong = views.filter(([id, subject]) => {
          const heard = subject === 'game' ? isHeard('views', id) : isHeard('views', id, subject);
          // One that is reported is never heard; of the others some are asked of what isn't there.
          return heard && dead.has(id);
        });
        expect(wrong).toEqual([]);
        const silent = views.filter(
          ([id, subject]) => subject === 'game' && !dead.has(id) && !isHeard('views', id),
        );
        expect(silent).toEqual([]);
        // Each report says where it would be heard, and there it is.
        const said = sayUnheard(files, play.sandbox.describe(), (file) => file === `${path}.ts`);
        expect(said).toHaveLength(dead.size);
        for (const one of said)
          expect(one).toMatch(
            core === 'suber' ? /It would be heard /u : /It would be heard (?:with over: \[|in a rule at )/u,
          );
        for (const { id, at } of unheard.filter(({ rule, at }) => rule === path && at !== null).slice(0, 3)) {
          const moved = new Map(files);
          for (const end of ['md', 'ts']) {
            moved.set(`${at ?? ''}.${end}`, files.get(`${path}.${end}`) ?? '');
            moved.delete(`${path}.${end}`);
          }
          const there = await start(game, moved);
          expect(there.sandbox.describe().unheard.filter((one) => one.id === id && one.rule === at)).toEqual(
            [],
          );
          there.dispose();
        }
      } finally {
        play.dispose();
      }
    },
  );
}

test('reports weighted votes, delegation and secret votes at the top of the core', async () => {
  const game = await BrickGame.begin({ core: '2021' }, undefined, caches);
  const files = new Map([
    ...game.edition.files,
    ['core/weights.md', '---\ntitle: Weights\norder: 95\n---\nVotes weigh.\n'],
    [
      'core/weights.ts',
      `import { rule } from 'gitnomic/rules';\n\nexport default rule(() => ({ views: { 'votes-on': (matter, next) => next(), popular: (matter, next) => next() } }));\n`,
    ],
  ]);
  const play = await start(game, files);
  const said = sayUnheard(files, play.sandbox.describe(), (path) => path === 'core/weights.ts').join('\n');
  play.dispose();
  expect(said).toContain('core/weights.ts');
  expect(said).toMatch(/It would be heard .*in a rule at (?:dynastic\/weights|core\/votable-matters)/u);
});
