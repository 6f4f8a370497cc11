import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forgeProblems } from '../../host/read-forge.ts';
import { describeUnread, lintGame, type Found } from '../../rehearse/lint/lint-game.ts';
import { defineCommand, type Context, type Ending } from '../command.ts';
import { gameAt, gameOptions, startFolder } from '../local/game-options.ts';
import { foldersFrom } from '../../host/host.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { renderProblems } from '../explain-error.ts';
import { counted } from '../local/text-table.ts';
import { inThisFormat } from '../../store/formats/migrations.ts';
import { checkPromises } from '../../care/doctor/check-content.ts';
import { rehearseGame } from '../../rehearse/why-stopped.ts';
import { sayLocks, whyNotOn } from '../../session/play/say-rehearsal.ts';
import { madeOnceLater } from '../../ruleset/memo.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import {
  type ContentFiles,
  ENGINE,
  GAME_FILE,
  GAMESTATE,
  LEDGER,
  POSTS,
  RULESET,
} from '../../store/paths.ts';
import { filesOnDisk } from '../../store/content-folder.ts';

export const command = defineCommand({
  usage: 'lint [options] [FOLDER]',
  details:
    'Checks the content of a folder: front matter, live values, clauses and their types, hooks that nothing calls, variables that no text mentions, live values, lists and tables that nothing reads, numbers that stand both in a rule’s sentences and in its clause, values that the rules don’t allow, gamestate, ledger. It reads the files as they are, edited or not.',
  examples: [
    { line: 'lint', does: 'the content of the game you are in, as you have edited it' },
    { line: 'lint . --json', does: 'a working tree of a game, for a script' },
  ],
  options: { ...gameOptions },
  operands: { name: 'FOLDER', summary: 'a folder with content/ in it (default: the game’s)', min: 0, max: 1 },
  async run(context): Promise<Ending> {
    context.progress('checking the content');
    const { operands, folder, give, terminal } = context;
    const root = operands[0] === undefined ? await folderOfGame(context) : resolve(folder, operands[0]);
    // For a game that is played here, this shares the caches of other commands.
    if (isPlayedIn(root)) context.caches.keepIn(join(root, ENGINE_FOLDER, 'cache'));
    const { problems, notes } = await lintIn(context, root);
    give({ problems, notes }, () =>
      problems.length === 0
        ? `${['Nothing is wrong.', ...notes.map(({ what, where = '' }) => `Note: ${what} (${where})`)].join('\n')}\n`
        : `${renderProblems(problems, 'broken', terminal.paint)}\n${counted(problems.length, 'problem')}\n`,
    );
    return problems.length === 0 ? 'ok' : 'broken';
  },
});

/** Files can be checked wherever their forge is, even if it is lost. */
async function folderOfGame(context: Parameters<typeof gameAt>[0]): Promise<string> {
  try {
    return (await gameAt(context)).folder;
  } catch (error) {
    const { start, named } = startFolder(context);
    const isLost = error instanceof CodedError && error.code === 'forge-lost';
    const there = foldersFrom(start, named !== null).find((folder) => existsSync(join(folder, 'content')));
    if (!isLost || there === undefined) throw error;
    return there;
  }
}

const isPlayedIn = (root: string): boolean => existsSync(join(root, ENGINE_FOLDER, 'forge'));

/** A cache key of everything that decides whether a game can go on, which words of rules without clauses don't. */
function textOf(files: ContentFiles): string {
  const read = [...files].filter(([path]) => READ.some((place) => path.startsWith(place)));
  const isWords = (path: string): boolean =>
    path.startsWith(`${RULESET}dynastic/`) && path.endsWith('.md') && !files.has(`${path.slice(0, -3)}.ts`);
  const parts = read.map(([path, text]) => [path, isWords(path) ? splitFrontMatter(text).matter : text]);
  return JSON.stringify(parts.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

const READ = [GAME_FILE, RULESET, GAMESTATE, POSTS, LEDGER, ENGINE];

async function lintIn({ hosts, caches }: Pick<Context, 'hosts' | 'caches'>, root: string): Promise<Found> {
  if (existsSync(join(root, 'content'))) {
    const files = filesOnDisk(root);
    const { problems, notes } = await lintGame(files, caches);
    const others = (await forgeProblems(hosts, files)).map(describeUnread);
    if (problems.length > 0) return { problems: [...others, ...problems], notes };
    const now = inThisFormat(files);
    const rehearsal = await rehearseGame(now, undefined, caches, (make) =>
      madeOnceLater(caches.lasting, 'rehearsal', textOf(now), make),
    );
    const why = whyNotOn(rehearsal);
    const broken =
      why !== null
        ? []
        : await madeOnceLater(caches.lasting, 'promises', textOf(now), () =>
            checkPromises(now, undefined, caches),
          );
    const next = 'Change that rule, so that some matter can still change the rules.';
    return {
      problems: [...others, ...(why === null ? [] : [{ code: 'stopped', what: `${why}.`, next }])],
      notes: [
        ...notes,
        ...sayLocks(rehearsal).map((what) => ({ code: 'locked', what, where: RULESET })),
        ...broken.map(({ code, what, where = RULESET }) => ({ code, what, where })),
      ],
    };
  }
  const what = `There is no folder content in ${root}.`;
  return { problems: [{ code: 'no-content', what, next: 'Name a folder that has one.' }], notes: [] };
}
