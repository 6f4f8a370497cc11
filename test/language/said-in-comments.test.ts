import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { findUnsaid } from './find-unsaid.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files that make what people read in comments, notices, on pages and in forms. */
const SAYING = [
  'src/session/{summaries,position/tell-changes,take/{take-event,event-handlers,on-post}}.ts',
  'src/wording/{words,naming,say-*,why}.ts',
  'src/addons/notices/news.ts',
  'src/seat/{read-fields,read-form,take-step}.ts',
  'src/seat/forms/*.ts',
  'src/cli/home/*.ts',
  'src/host/github/summary/say-*.ts',
  'src/host/github/action/{quiet,labels-for,words,trouble}.ts',
  'src/rehearse/{say-trial,clause-in-words}.ts',
  'src/rehearse/scenarios/say-scenario.ts',
  'src/addons/chat-bridge/chat-commands.ts',
  'src/site/scripts/*.ts',
  'src/site/data/!(public-schema|display-schema|theme).ts',
  'src/site/prepare/collect!(-style)*.ts',
];

/** Names by which the engine finds a post or a line again, commands, and what only machines read. */
const THE_SAME_EVERYWHERE = new Set([
  'To act, comment here with a line that begins with `/act`. Comment `/help` to see all actions.\n',
  '`/why`, `/why ACTION` – ',
  'On purpose:',
  'Actions',
  'Open tasks',
  // As the kernel notes it.
  'lets it pass',
  'permits it',
  'text/calendar; charset=utf-8',
  'worked out',
  'label, legend',
  'main :is(p, li, dd, td)',
  'prose diff',
  'notice refused',
  'notice toast',
  'gitnomic seed\u0000',
  '`gitnomic doctor`',
  '`gitnomic diff`',
  '`gitnomic start --host ADDRESS`',
  '`gitnomic bridge --link NAME`',
  '`gitnomic bridge --withdraw ',
  '`/bridge none`',
  '`gitnomic admin game practice=on`',
  'the host',
  'the newcomers',
  'nobody at all',
  // Headings and cells of tables, which rules say in English.
  'votes needed',
  'the chosen player',
  'starts at',
  'at least',
  'at most',
  'can be',
  'kept by',
  'to get',
  'how often',
  'only if',
  'instead of',
  'in words',
  'as many {count} as {amount}',
  '{amount} of {options} at random',
  // How parts of a form stand.
  'side by side',
  'in a list',
]);

test('each text of comments, notices, forms, scripts and lists can be translated', () => {
  const paths = globSync(SAYING, { cwd: root, exclude: ['**/*.test.ts'] });
  expect(paths.length).toBeGreaterThan(15);
  const found = paths.flatMap((path) =>
    findUnsaid(readFileSync(`${root}/${path}`, 'utf8'))
      .filter((text) => !THE_SAME_EVERYWHERE.has(text))
      .map((text) => `${path}: ${text}`),
  );
  expect(found, 'Say it with say`…` of the wording that the play has.').toEqual([]);
});

test('finds an untranslated text, alone, in a template and in what fills a text', () => {
  expect(findUnsaid("const a: string = 'It is there';")).toEqual(['It is there']);
  expect(findUnsaid('const a = `${one} may not be`;')).toEqual([' may not be']);
  expect(findUnsaid("const a = say`by ${b ? 'the engine' : c}`;")).toEqual(['the engine']);
  expect(
    findUnsaid("import a from 'no text'; const b = say`It is there`; throw new Error('No text');"),
  ).toEqual([]);
});

test('finds an untranslated word of a form, and an untranslated error for a failed request', () => {
  expect(findUnsaid("const a = { name: 'Title', label: 'Title' };")).toEqual(['Title']);
  expect(findUnsaid("throw new FormProblem(404, () => 'No such page');")).toEqual(['No such page']);
});
