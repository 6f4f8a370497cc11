import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { sayHelp } from '../../src/wording/words.ts';
import { formsTo } from '../../src/host/github/action/forge-forms.ts';
import { formsOf } from '../../src/host/github/action/forms.ts';
import { labelsFor } from '../../src/host/github/action/labels-for.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { SECTIONS } from '../../src/kernel/manifest.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { Play } from '../../src/session/play/play.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { foreignIn, shownIn } from './foreign-words.ts';
import { libraryWithMadeUp, MADE_UP } from './made-up.ts';

const NAMES = ['ana', 'bo', 'cy'];
const AT = '2026-03-02T10:00:00Z';
const root = mkdtempSync(join(tmpdir(), 'no-dynasties-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Pages take a minute to make, so they are looked at in the long suite; commands, forms and files always. */
const LONG = process.env['GITNOMIC_LIVE'] === 'whole';
const LONG_MS = 300_000;

const change = [
  'propose',
  '--as',
  'ana',
  '--add-rule',
  'Boots',
  '--text',
  'Boots are worn.',
  '--title',
  'Boots',
];
interface CoreInPlay {
  readonly vote: string;
  readonly voters: readonly string[];
  readonly moves: readonly (readonly string[])[];
  /** Where people talk about going back. */
  readonly talk: string;
  /** The rule that the first proposal makes. */
  readonly boots: string;
  /** Sections that the core has not, and a new rule can't go to. */
  readonly without: readonly string[];
  readonly own?: RegExp | undefined;
}

const MOOT_MOVES: CoreInPlay['moves'] = [
  ['act', 'take-the-chair', '--as', 'bo'],
  ['propose', '--as', 'bo', '--add-rule', 'Gloves', '--text', 'No gloves.', '--title', 'Gloves'],
  ['propose', '--as', 'cy', '--repeal-rule', 'Boots', '--title', 'Barefoot'],
  ['vote', 'AYE', '4', '--as', 'ana'],
  ['vote', 'AYE', '4', '--as', 'cy'],
  ['post', 'word', 'Shall we go back?', '--as', 'ana'],
];

const CORES: Readonly<Record<string, CoreInPlay>> = {
  suber: {
    vote: 'FOR',
    voters: NAMES,
    moves: [
      ['act', 'throw-die', '--as', 'ana'],
      ['propose', '--as', 'bo', '--transmute', '116', '--title', 'Free it'],
      ['post', 'cfj', 'Is it free?', '--as', 'cy'],
      ['act', 'forfeit', '--as', 'cy'],
    ],
    talk: '4',
    boots: 'core/boots.md',
    without: SECTIONS.slice(1),
  },
  ...Object.fromEntries(
    Object.entries(MADE_UP).map(([name, { sections, usual, own }]) => [
      name,
      {
        vote: 'AYE',
        voters: ['ana', 'cy'],
        moves: MOOT_MOVES,
        talk: '5',
        boots: `${usual}/boots.md`,
        without: SECTIONS.filter((section) => !sections.includes(section)),
        own,
      },
    ]),
  ),
};

/** What a game says of itself wherever somebody looks; its second post is where actions are taken. */
const LOOKS: readonly (readonly string[])[] = [
  ['status'],
  ['status', '--json'],
  ['show', '1'],
  ['show', '1', '--json'],
  ['show', '3'],
  ['why', '3'],
  ['can', '--as', 'bo'],
  ['can', '--as', 'bo', '--json'],
  ['log'],
  ['log', '--json'],
  ['diff', '3'],
  ['lint'],
  ['doctor'],
];

function filesBelow(folder: string, wanted: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => wanted.test(path));
}

/** `status: emperor`, for each place that says something that it should not. */
function foreignOf(places: Readonly<Record<string, string>>, own?: RegExp): readonly string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    foreignIn(text)
      .filter((word) => own?.test(word) !== true)
      .map((word) => `${place}: ${word}`),
  );
}

/** The others are played in the long suite. */
const SHORT: readonly string[] = ['suber', 'with-glossary', 'seasons'];

test.each(Object.entries(CORES).filter(([core]) => LONG || SHORT.includes(core)))(
  'a game of %s never mentions dynasties, an emperor or quorum that it lacks, played or gone back',
  async (core, { vote, voters, moves, talk, boots, without, own }) => {
    const players = NAMES.map((id) => ({ id, name: id, admin: id === 'ana' }));
    const folder = join(root, core);
    const game = await beginLocalGame(
      folder,
      libraryWithMadeUp,
      { name: 'Table', core, players },
      { now: () => AT, caches },
    );
    const beginning = await game.main();
    const rule = join(folder, 'content/ruleset', boots);
    const gitnomic = async (...words: readonly string[]): Promise<string> => {
      const { code, said } = await runIn(root, AT, [...words, '--game', core]);
      expect(code, `${words.join(' ')}: ${said}`).toBe(0);
      return said;
    };
    const said: Record<string, string> = { begin: '' };
    const say = async (all: readonly (readonly string[])[], when = ''): Promise<void> => {
      for (const words of all) said[`${when}${words.join(' ')}`] = await gitnomic(...words);
    };
    await say([change, ...voters.map((by) => ['vote', vote, '1', '--as', by]), ['tick']]);
    expect(existsSync(rule)).toBe(true);
    for (const section of without) {
      const to = [...change, '--section', section, '--game', core];
      expect((await runIn(root, AT, to)).code, section).not.toBe(0);
    }
    await say([
      ...moves,
      ['tick'],
      ...(LONG || core === 'suber' ? LOOKS : LOOKS.filter((words) => !words.includes('--json'))),
    ]);
    expect(said['show 1']).toMatch(/enacted/u);
    expect(foreignOf(said, own)).toEqual([]);
    // That a proposal may change one rule alone locks none of the others.
    expect([said['lint'], said['doctor']].join('')).not.toContain('nobody could');

    // The way back that no rule can close is open to all cores.
    const consent = `Consent to ${beginning.slice(0, 10)}`;
    await say(['ana', 'bo', 'cy'].map((by) => ['comment', talk, consent, '--as', by]));
    await say([
      ['doctor', 'recover', '--to', beginning.slice(0, 10), '--post', talk, '--as', 'bo', '--dry-run'],
      ['doctor', 'recover', '--to', beginning.slice(0, 10), '--post', talk, '--as', 'bo'],
    ]);
    expect(existsSync(rule)).toBe(false);
    await say([['tick'], ['status'], ['show', '1'], ['doctor']], 'gone back: ');
    expect(foreignOf(said, own)).toEqual([]);

    // Its files, and what the engine has said below posts.
    const files = filesBelow(
      folder,
      /^content\/(?:game\.yml|gamestate\/.*|posts\/.*\.(?:md|json))$|^\.gitnomic\/(?!cache).*\.jsonl$/u,
    );
    expect(files).toContain('content/game.yml');
    const names = files.filter((path) => !/dynasty\.(?:md|json)$/u.test(path) || own === undefined);
    expect(foreignOf({ names: names.join('\n') })).toEqual([]);
    expect(files.some((path) => path.endsWith('.jsonl'))).toBe(true);
    expect(foreignOf(Object.fromEntries(files.map((path) => [path, textAt(folder, path)])), own)).toEqual([]);

    // On GitHub: forms, labels, doors and the answer to /help.
    const { files: rules, terms } = composeRuleset(libraryWithMadeUp, { core });
    const play = await Play.start({ files: rules, terms, state: null, draw: () => 1, caches });
    const { model } = play;
    play.dispose();
    const actions = Object.entries(model.actions).map(([id, one]) => ({
      id,
      title: one.title,
      with: Object.keys(one.with),
    }));
    const onGitHub = {
      forms: [...formsOf(model, '', IN_ENGLISH).values()].join('\n'),
      labels: JSON.stringify(labelsFor(model, '', IN_ENGLISH)),
      doors: JSON.stringify(formsTo('ana/harbour', model)),
      help: sayHelp(actions, { model, wording: IN_ENGLISH }, Object.keys(model.submissions).length > 0),
    };
    expect(onGitHub.forms).not.toBe('');
    expect(foreignOf(onGitHub, own)).toEqual([]);

    if (!LONG) return;
    await gitnomic('site', '--out', `${core}-pages`);
    const pages = filesBelow(join(root, `${core}-pages`), /\.(?:html|xml|json|ics|txt|webmanifest|svg)$/u);
    expect(pages).toContain('matters/1/index.html');
    expect(pages.includes('dynasties/index.html')).toBe(own?.test('dynasty') === true);
    const shown = pages.map((path) => [path, shownIn(textAt(join(root, `${core}-pages`), path))] as const);
    expect(foreignOf(Object.fromEntries(shown), own)).toEqual([]);
  },
  LONG_MS,
);

function textAt(folder: string, path: string): string {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    return '';
  }
}
