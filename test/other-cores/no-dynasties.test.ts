import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/cli/fixtures/run-in.ts';
import { sayHelp } from '../../src/decide/words.ts';
import { doorsTo } from '../../src/host/github/action/form-doors.ts';
import { formsOf } from '../../src/host/github/action/forms.ts';
import { labelsFor } from '../../src/host/github/action/labels-for.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { Play } from '../../src/play/play.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { foreignIn, shownIn } from './foreign-words.ts';
import { libraryWithMoot } from './moot.ts';

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
const CORES: Readonly<
  Record<string, { vote: string; voters: readonly string[]; moves: readonly (readonly string[])[] }>
> = {
  suber: {
    vote: 'FOR',
    voters: NAMES,
    moves: [
      ['act', 'throw-die', '--as', 'ana'],
      ['propose', '--as', 'bo', '--transmute', '116', '--title', 'Free it'],
      ['post', 'cfj', 'Is it free?', '--as', 'cy'],
      ['act', 'forfeit', '--as', 'cy'],
    ],
  },
  moot: {
    vote: 'AYE',
    voters: ['ana', 'cy'],
    moves: [
      ['act', 'take-the-chair', '--as', 'bo'],
      ['propose', '--as', 'bo', '--add-rule', 'Gloves', '--text', 'No gloves.', '--title', 'Gloves'],
    ],
  },
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
function foreignOf(places: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    foreignIn(text).map((word) => `${place}: ${word}`),
  );
}

test.each(Object.entries(CORES))(
  'nothing that a game of %s shows says anything of dynasties, an emperor or quorum',
  async (core, { vote, voters, moves }) => {
    const players = NAMES.map((id) => ({ id, name: id, admin: id === 'ana' }));
    const folder = join(root, core);
    await beginLocalGame(
      folder,
      libraryWithMoot,
      { name: 'Table', core, players },
      { now: () => AT, caches },
    );
    const gitnomic = async (...words: readonly string[]): Promise<string> => {
      const { code, said } = await runIn(root, AT, [...words, '--game', core]);
      expect(code, `${words.join(' ')}: ${said}`).toBe(0);
      return said;
    };
    const said: Record<string, string> = { begin: '' };
    for (const words of [
      change,
      ...voters.map((by) => ['vote', vote, '1', '--as', by]),
      ['tick'],
      ...moves,
      ['tick'],
      ...LOOKS,
    ])
      said[words.join(' ')] = await gitnomic(...words);
    expect(said['show 1']).toMatch(/enacted/u);
    expect(foreignOf(said)).toEqual([]);
    // That a proposal may change one rule alone locks none of the others.
    expect([said['lint'], said['doctor']].join('')).not.toContain('nobody could');

    // Its files, and what the engine has said below posts.
    const files = filesBelow(
      folder,
      /^content\/(?:game\.yml|gamestate\/.*|posts\/.*\.(?:md|json))$|^\.gitnomic\/(?!cache).*\.jsonl$/u,
    );
    expect(files).toContain('content/game.yml');
    expect(foreignIn(files.join('\n'))).toEqual([]);
    expect(files.some((path) => path.endsWith('.jsonl'))).toBe(true);
    expect(foreignOf(Object.fromEntries(files.map((path) => [path, textAt(folder, path)])))).toEqual([]);

    // On GitHub: forms, labels, doors and the answer to /help.
    const { files: rules, terms } = composeRuleset(libraryWithMoot, { core });
    const play = await Play.start({ files: rules, terms, state: null, draw: () => 1, caches });
    const { model } = play;
    play.dispose();
    const actions = Object.entries(model.actions).map(([id, one]) => ({
      id,
      title: one.title,
      with: Object.keys(one.with),
    }));
    const onGitHub = {
      forms: [...formsOf(model).values()].join('\n'),
      labels: JSON.stringify(labelsFor(model)),
      doors: JSON.stringify(doorsTo('ana/harbour', model)),
      help: sayHelp(actions, IN_ENGLISH, Object.keys(model.submissions).length > 0),
    };
    expect(onGitHub.forms).not.toBe('');
    expect(foreignOf(onGitHub)).toEqual([]);

    if (!LONG) return;
    await gitnomic('site', '--out', `${core}-pages`);
    const pages = filesBelow(join(root, `${core}-pages`), /\.(?:html|xml|json|ics|txt|webmanifest|svg)$/u);
    expect(pages).toContain('matters/1/index.html');
    expect(pages).not.toContain('dynasties/index.html');
    const shown = pages.map((path) => [path, shownIn(textAt(join(root, `${core}-pages`), path))] as const);
    expect(foreignOf(Object.fromEntries(shown))).toEqual([]);
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
