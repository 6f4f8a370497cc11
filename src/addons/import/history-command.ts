import { flag, valued } from '../../host/command.ts';
import { basename, resolve } from 'node:path';
import { dateDynasties } from './history/date-dynasties.ts';
import { addPast } from './history/add-past.ts';
import { readPast } from './history/read-past.ts';
import { kindsOfUnclear, type UnclearPastKind } from './history/unclear-kinds.ts';
import { writePast } from './history/write-past.ts';
import type { HomeGame } from '../../host/game.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import { type Changes, writeCommit } from '../../repository/write-commit.ts';
import { adminsOf, readGame } from '../../store/read-game.ts';
import { readDynasties } from '../../store/dynasties/list-past.ts';
import { defineCommand, type Ending, failure } from '../../cli/command.ts';
import { counted } from '../../cli/local/text-table.ts';
import { actingOptions, actorOf, homeGameOf } from '../../cli/local/game-options.ts';

export const command = defineCommand({
  usage: 'import history [options] FILE|FOLDER…',
  details:
    'Imports a game’s earlier history: a table (.csv) of matters with dates, authors and outcomes, a table of dynasties with their beginnings, an RSS or Atom export of its blog, or a MediaWiki dump with page histories. They become past dynasties, matters, people and the ruleset’s history, marked as imported. They are shown and searched like all others, but are not part of a replay. It asks no questions, and changes nothing that was played.',
  examples: [
    { line: 'import history matters.csv dynasties.csv --as ana', does: 'two tables; Ana is an Admin' },
    { line: 'import history before/ --ruleset-page Ruleset --as ana', does: 'all exports of a folder' },
    { line: 'import history before/ --as ana --dry-run', does: 'only show what would be imported' },
  ],
  options: {
    ...actingOptions,
    'ruleset-page': valued('TITLE', 'the wiki page with the rules (default: Ruleset or Rules)'),
    name: valued('NAME', 'the name of the whole if no dynasties are known (default: The game before)'),
    'dry-run': flag('write nothing'),
  },
  operands: { name: 'FILE|FOLDER', summary: 'the exports, or folders of them', min: 1, max: 50 },
  async run(context): Promise<Ending> {
    const { operands, values, folder, give } = context;
    const game = await homeGameOf(context);
    const by = await actorOf(context, game);
    const main = await game.main();
    const current = await game.content();
    const { game: about, ...rest } = readGame(current);
    if (!adminsOf({ ...rest, game: about }).includes(by.id))
      throw failure('refused', 'not-an-admin', 'Only an Admin can import a history.');
    const now = game.now();
    const past = await readPast(
      operands.map((path) => resolve(folder, path)),
      values['ruleset-page'] ?? null,
    );
    const isNothing =
      past.matters.length + past.dynasties.length + past.pages.rules.length + past.pages.pages.size === 0;
    if (isNothing)
      throw failure('broken', 'nothing-to-import', 'No matter, dynasty or page was found there.');
    const dynasties = dateDynasties(past, past.pages.saved, now, values.name ?? 'The game before');
    const from = operands.map((path) => basename(path));
    const imported = { at: now, from };
    const written = writePast(
      dynasties,
      past.pages,
      { name: about.name, terms: rest.terms, imported },
      past.unclear,
    );
    const files = new Map([...current, ...(await readDynasties(game.forge.repository, main))]);
    const placing = { at: now, by: by.id, from, dynasties: dynasties.length };
    const changes = addPast(files, written.files, dynasties.at(-1)?.number ?? 0, placing);
    const isDry = values['dry-run'] === true;
    const commit = isDry ? null : await keep(game, main, changes, dynasties.length);
    const { matters, people, revisions } = written;
    const facts = {
      dynasties: dynasties.length,
      matters,
      people,
      revisions,
      unclear: kindsOfUnclear(past.unclear),
      commit,
    };
    return give(facts, () => render(facts));
  },
});

async function keep(game: HomeGame, main: string, changes: Changes, dynasties: number): Promise<string> {
  const { forge } = game;
  const author = { name: forge.engine.name, email: '', at: game.now() };
  const message = `Import the history of ${counted(dynasties, 'dynasty', 'dynasties')} from elsewhere\n`;
  const commit = await writeCommit(forge.repository, { parents: [main], changes, author, message });
  if ((await forge.advance('main', main, commit)) === 'moved')
    throw failure('refused', 'contended', 'Somebody else moved main in the meantime.', {
      next: 'Try again.',
    });
  await refreshCheckout(game);
  return commit;
}

interface Facts {
  readonly dynasties: number;
  readonly matters: number;
  readonly people: number;
  readonly revisions: number;
  readonly unclear: readonly UnclearPastKind[];
  readonly commit: string | null;
}

function render({ dynasties, matters, people, revisions, unclear, commit }: Facts): string {
  const counts = [
    counted(dynasties, 'dynasty', 'dynasties'),
    counted(matters, 'matter'),
    counted(people, 'person', 'people'),
    counted(revisions, 'change of a rule', 'changes of rules'),
  ].join(', ');
  const questions = unclear.map(
    ({ message, count, examples }) =>
      `  ${message} (${count})\n${examples.map(({ where, text }) => `    ${where}${text === '' ? '' : `: ${text}`}\n`).join('')}`,
  );
  return [
    `${counts} ${commit === null ? 'would be imported' : 'imported'}.\n`,
    questions.length === 0 ? 'Nothing was unclear.\n' : `\nPlease check\n${questions.join('')}`,
  ].join('');
}
