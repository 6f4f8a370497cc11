import { flag, valued } from '../../host/command.ts';
import { sayCounts } from '../../wording/ballot.ts';
import { join, relative } from 'node:path';
import { readContentIn } from '../../store/content-folder.ts';
import { readLibrary } from '../../store/library.ts';
import type { LanguageChosen } from '../../store/read-language.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import type { HomeGame } from '../../host/game.ts';
import { findHome, homeIn } from '../../host/host.ts';
import type { Status } from '../../tick/read-status.ts';
import { hasGameFiles } from '../../care/doctor/check-content.ts';
import { beginSample, samplesIn } from '../../seat/sample.ts';
import { tellAtHome } from '../local/tell-at-home.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { statusAt, readNames } from '../../seat/read-table.ts';
import { NoGameError } from '../../tick/tick.ts';
import { portGiven } from '../read-arguments.ts';
import { defineCommand, type Context, type Ending, failure, type Failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import { calledAs } from '../called-as.ts';
import { describeSaved, describeReport } from '../local/acting.ts';
import { gameOptions, optionsOf, startFolder } from '../local/game-options.ts';
import { assertFree } from '../local/serve-folder.ts';
import { unpackGame } from '../local/unpack-game.ts';
import { PageThread, toShow } from '../home/page-thread.ts';
import { assertKnownBy, serveGame } from '../serve-game.ts';
import { nextOf } from '../local/next-of-matter.ts';
import { counted } from '../local/text-table.ts';
import { firstProposal } from '../local/first-steps.ts';
import { toTime } from '../../kernel/time.ts';
import { shellWord } from '../../language/shell-word.ts';

const DEFAULT_PORT = 4321;

export const command = defineCommand({
  usage: 'start [options] [SAMPLE]',
  operands: {
    name: 'SAMPLE',
    summary: 'with --sample, the core pack whose sample it is (default: that of the library)',
    min: 0,
    max: 1,
  },
  details:
    'Serves a game on this machine, its pages and what can be done on them, and runs the engine for everything that is due. An existing game is continued. If there is none, the game in content/ is continued as a copy in game/, with its own clock; if there is no content/ either, a small sample game begins.',
  examples: [
    { line: 'start', does: 'the same as `npm start`' },
    { line: 'start --game harbour --port 8080', does: 'another game, at another port' },
    {
      line: 'start --game our-game.gitnomic.json',
      does: 'continue a game from a browser, in a folder beside its file',
    },
    { line: 'start --sample PACK', does: 'begin the sample of a core pack that has one' },
    {
      line: 'start --sample --language de',
      does: 'a sample whose pages speak German, once their texts are translated',
    },
    { line: 'start --once', does: 'set up and tick, without serving pages' },
  ],
  options: {
    ...gameOptions,
    port: valued('N', `the port (default: ${DEFAULT_PORT} or the next free one)`),
    host: valued(
      'ADDRESS',
      'the address to listen on, for others in this network (default: this machine only)',
    ),
    name: valued('NAME,…', 'names of this machine by which others open the game, such as harbour.local'),
    behind: valued('ADDRESS', 'the address of a proxy or tunnel, as browsers open it'),
    sample: flag(
      'if there is no game yet, begin the library’s small sample even if there is a content/; SAMPLE is a core pack that has one',
    ),
    language: valued(
      'TAG|FILE',
      'if a sample begins, the language of its pages, such as de, or a file of translations, such as de.yml (default: English)',
    ),
    once: flag('exit after the tick'),
  },
  async run(context): Promise<Ending> {
    const { values, folder, give } = context;
    assertSampleMeant(context.operands, values.sample === true);
    assertKnownBy(values);
    const { start, named } = startFolder(context);
    const unpacked = named === null ? null : unpackGame(start);
    if (unpacked?.isForReaders === true) {
      return give({ folder: unpacked.folder, begun: false, reader: true }, () =>
        sayForReaders(unpacked.folder),
      );
    }
    // Started early, because it takes as long to begin as catching up does.
    const pages = values.once === true ? null : new PageThread();
    const port = await portFor(values);
    const path =
      named === null
        ? (findHome(context.hosts, folder, false)?.folder ?? join(folder, 'game'))
        : (unpacked?.folder ?? start);
    const { game, begun } = await openOrBegin(context, path, pages);
    if (pages !== null) {
      // While the game is served, another thread tries pending matters, and the game that is opened now stays open.
      game.trials?.leaveToOthers();
      game.keepOpen();
    }
    const report = await game.tick();
    const tellAll = async (): Promise<void> => {
      // Refreshing the checkout later makes the first page appear sooner.
      const saved = await refreshCheckout(game);
      const status = await statusAt(game);
      const names = await readNames(game);
      const shown = relative(folder, path) || '.';
      const steps = await tryThese(game, shown, status, calledAs(context.environment));
      const lines = [
        sayBegun(begun, shown),
        ...(begun === null && values.sample === true ? [sayPassedOver(context)] : []),
        ...(report.commits.length === 0
          ? ['Everything is up to date.']
          : ['Since last time:', ...describeReport(report, names).map((line) => `  ${line}`)]),
        ...describeSaved(saved),
        ...describeStatus(status),
      ];
      give(
        { folder: path, begun: begun !== null, commits: report.commits, status },
        () => `${[...lines, '', ...steps].join('\n')}\n`,
      );
    };
    if (pages !== null) {
      const tries = values.port === undefined ? 20 : 1;
      await serveGame(context, { port, tries, pages, game, tellAll });
      return 'ok';
    }
    await tellAll();
    for (const line of await tellAtHome(game, context)) context.terminal.err(`${line}\n`);
    return 'ok';
  },
});

function sayForReaders(folder: string): string {
  return [
    `This file has no secrets, so the game can be read and checked, but not continued. It is in ${folder}.`,
    '',
    'Next',
    `  gitnomic site --game ${shellWord(folder)} --out ${shellWord(join(folder, 'pages'))}`,
    `  gitnomic replay --clone ${shellWord(join(folder, 'game.git'))}`,
    '',
  ].join('\n');
}

function sayUnplayable(error: unknown): never {
  if (!(error instanceof UnplayableError)) throw error;
  throw failure('broken', error.code, `The game in content/ can’t be played: ${error.message}`, {
    next: 'Correct this in content/, and run the same command again. `gitnomic lint` lists everything that is wrong.',
  });
}

/** --game names a folder, so no other game may be opened instead. */
function assertSampleMeant([operand]: readonly string[], isSample: boolean): void {
  if (operand === undefined || isSample) return;
  throw failure('usage', 'unexpected-operand', `start does not know what to do with '${operand}'.`, {
    expected: 'a core pack, and --sample with it',
    next: `If ${operand} is the folder of a game: \`gitnomic start --game ${shellWord(operand)}\`.`,
  });
}

/** The origin of the game that is played; null if it already existed. */
type Begun = 'taken over' | 'sample' | null;

function sayBegun(begun: Begun, folder: string): string {
  if (begun === 'sample') return `A sample game has begun in ${folder}/.`;
  if (begun === null) return `Opening the game in ${folder}/`;
  return `The game in content/ is continued in ${folder}/, with its own forge; content/ stays as it is.`;
}

function sayPassedOver({ operands, environment }: Pick<Context, 'operands' | 'environment'>): string {
  const words = ['start', '--game', 'sample', '--sample', ...operands];
  return `It was there before, so no sample game has begun. To begin one in a folder of its own: ${calledAs(environment)} ${words.join(' ')}`;
}

async function openOrBegin(
  context: Pick<Context, 'progress' | 'environment' | 'folder' | 'hosts' | 'caches'> & {
    values: { sample?: boolean | undefined; language?: string | undefined };
    operands: readonly string[];
  },
  path: string,
  pages: PageThread | null,
): Promise<{ game: HomeGame; begun: Begun }> {
  const options = optionsOf(context);
  const found = findHome(context.hosts, path, true);
  const there = (await found?.home.open(path, options)) ?? null;
  const { language } = context.values;
  if (there !== null && (await hasBegun(there))) {
    if (language !== undefined) throw speaksAlready(language);
    return { game: there, begun: null };
  }
  const home = found?.home ?? homeIn(context.hosts);
  if (context.values.sample !== true && path !== context.folder && hasGameFiles(context.folder)) {
    if (language !== undefined) throw speaksAlready(language);
    context.progress('setting up the game of content/');
    const content = readContentIn(context.folder);
    const taken = home.takeOver(path, context.folder, {
      ...options,
      checksOutLater: true,
      // Pages are made meanwhile; if that fails, the next request reports it.
      composed: (made, texts) => {
        const files = new Map([...texts, ...content, ...(made.trials?.beside() ?? [])]);
        void pages?.show(toShow(made, files)).catch(() => undefined);
      },
    });
    return { game: await taken.catch(sayUnplayable), begun: 'taken over' };
  }
  const now = context.environment['GITNOMIC_NOW'] ?? toTime(Date.now());
  const library = readLibrary();
  await beginSample(home, path, library, now, context.progress, {
    caches: context.caches,
    of: sampleMeant(library, context.operands),
    language: language === undefined ? null : await chosenLanguage(language, context.folder),
  });
  return { game: await home.open(path, options), begun: 'sample' };
}

/** Imported only here, since nothing else needs to read translations. */
async function chosenLanguage(given: string, folder: string): Promise<LanguageChosen | null> {
  const { languageFor } = await import('../local/ask-for-game.ts');
  return languageFor(given, folder);
}

/** A game that already exists has its own language. */
function speaksAlready(language: string): Failure {
  return failure(
    'usage',
    'game-there',
    `--language is for a new game; this one keeps the language in its content/site.yml.`,
    { next: `To change it, write \`language: ${language}\` there, and propose it.` },
  );
}

function sampleMeant(library: ReadonlyMap<string, string>, [name]: readonly string[]): string | undefined {
  const known = samplesIn(library);
  if (name === undefined || known.includes(name)) return name;
  const meant = meantBy(name, known);
  throw failure('usage', 'no-such-sample', `There is no sample of ${name}.`, {
    expected: known.join(', '),
    next: meant === undefined ? undefined : `Did you mean ${meant}?`,
  });
}

async function hasBegun(game: HomeGame): Promise<boolean> {
  try {
    await game.main();
    return true;
  } catch (error) {
    if (error instanceof NoGameError) return false;
    throw error;
  }
}

function describeStatus(status: Status): readonly string[] {
  const { name, roster, terms, queue } = status;
  const active = roster.filter(({ state }) => state === 'active').length;
  const pending = queue.map(
    (matter) => `  ${matter.id}  ${matter.title}: ${sayCounts(matter.counts)}; ${nextOf(matter, status)}`,
  );
  return [
    `${name}: ${counted(active, `active ${terms.player}`, `active ${terms.players}`)}, ${queue.length === 0 ? 'nothing pending' : 'and pending:'}`,
    ...pending,
  ];
}

async function tryThese(
  game: HomeGame,
  folder: string,
  { roster, queue, practice }: Status,
  run: string,
): Promise<readonly string[]> {
  const [matter] = queue;
  const playing = roster.filter(({ emperor, state }) => emperor !== true && state === 'active');
  const who = playing.find(({ id }) => matter?.votes[id] === undefined) ?? playing[0];
  const where = folder === 'game' ? '' : ` --game ${shellWord(folder)}`;
  const first = who === undefined ? null : await firstProposal(game, { ...who, bot: false });
  const words = first?.words ?? null;
  return [
    'Try',
    `  ${run} status${where}`,
    ...(matter === undefined || who === undefined
      ? []
      : [`  ${run} vote for ${shellWord(matter.id)} --as ${who.id}${where}`]),
    ...(words === null ? [] : [`  ${run} propose ${words}${where}`]),
    // Friends would not like their clock to be moved.
    ...(practice || roster.length === 1 ? [`  ${run} tick --forward 2d${where}`] : []),
    ...(first?.reasons ?? []),
  ];
}

async function portFor({
  port: wanted,
  once,
}: {
  port?: string | undefined;
  once?: boolean | undefined;
}): Promise<number> {
  const port = wanted === undefined ? DEFAULT_PORT : portGiven(wanted);
  if (wanted !== undefined && once !== true) await assertFree(port);
  return port;
}
