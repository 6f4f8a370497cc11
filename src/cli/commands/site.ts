import { flag, valued } from '../../host/command.ts';
import { join, resolve } from 'node:path';
import { putFile } from '#platform/files.ts';
import type { Caches } from '../../cache/caches.ts';
import { noticeFilesOf } from '../../host/receiver-state.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readContentIn } from '../../store/content-folder.ts';
import { readFolder, givesWay } from '../../store/library.ts';
import { currentContentForPages } from '../../tick/current-content.ts';
import { findHome, gameIn, type Host, type ShownGame } from '../../host/host.ts';
import { ENGINE_FOLDER, type OpenOptions } from '../../host/game.ts';
import { isCompiled } from '../../sandbox/own-file.ts';
import { type Addon, defineCommand, type Ending, failure, Failure } from '../command.ts';
import { fileInTheWay } from '../explain-error.ts';
import { gameOptions, assertFolder, optionsOf } from '../local/game-options.ts';
import { buildPages, type PagesOf } from '../local/build-pages.ts';
import { followChanges, type Following } from '../local/follow-changes.ts';
import { untilStopped } from '../local/listen.ts';
import { serveFolder } from '../local/serve-folder.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { listDynasties, readDynastyOver, readDynasties } from '../../store/dynasties/list-past.ts';
import { toTime } from '../../kernel/time.ts';

const DEFAULT_PORT = 4321;

export const command = defineCommand({
  usage: 'site [--out FOLDER] [--watch]',
  details:
    'Builds the pages of a game from its content folder: rules, matters, gamestate, maps, ledger. They need no server and no JavaScript.',
  examples: [
    { line: 'site', does: 'build the pages of this folder’s game into dist/' },
    {
      line: 'site --out public --base /my-game/',
      does: 'build them for a site served from /my-game/',
    },
    { line: 'site --as-files', does: 'build pages that can be opened from the folder, without a server' },
  ],
  options: {
    out: valued('FOLDER', 'the folder for the pages (default: dist)'),
    base: valued('PATH', 'the path from which the site is served (default: /)'),
    origin: valued(
      'ADDRESS',
      'the address of the published site, such as https://harbour.example; for feeds and the sitemap',
    ),
    'as-files': flag('let the pages be opened from the folder as files, without a server'),
    at: valued(
      'TIME',
      'the time as of which to show the game (default: now, or the last recorded time of a game without its forge)',
    ),
    watch: flag('serve the pages on this machine, and rebuild them whenever the game changes'),
    live: flag('let open pages reload after a rebuild; --watch implies it'),
    ...gameOptions,
  },
  async run(context): Promise<Ending> {
    const { values: given, hosts, addons, caches, folder, give, say, progress, terminal } = context;
    assertPlaces(given);
    const at = given.at === undefined ? undefined : momentGiven(given.at);
    const values = { ...given, at, hosts, addons, caches, opening: optionsOf(context) };
    const home = resolve(folder, values.game ?? '.');
    if (given.game !== undefined) assertFolder(home, given.game, hosts);
    const out = resolve(folder, values.out ?? 'dist');
    // Checked first, because making the pages takes long.
    const file = fileInTheWay(out);
    if (file !== null)
      throw failure('usage', 'not-a-folder', `${file} is a file, not a folder.`, {
        next: 'Name another folder with --out.',
      });
    const begunMs = performance.now();
    // On a terminal the time is shown anyway.
    const said = setInterval(() => {
      if (terminal.watched !== true)
        progress(`building the pages … ${Math.floor((performance.now() - begunMs) / 1_000)} s`);
    }, 1_000);
    const first = buildOnce(home, out, values, say).finally(() => clearInterval(said));
    const following = values.watch === true ? followBuilds(first, home, out, values, say) : null;
    try {
      const built = await first;
      give({ out, ...built }, ({ problems }) => [...problems, `The pages are in ${out}.`, ''].join('\n'));
      if (following !== null) await serveUntilEnded(out, say);
    } finally {
      following?.close();
    }
    return 'ok';
  },
});

/** `2024-03-01` means the beginning of that day. */
function momentGiven(given: string): string {
  const ms = /^\d{4}-\d{2}-\d{2}/u.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(ms)) return toTime(ms);
  throw failure('usage', 'bad-option-value', `--at takes a moment, not “${given}”.`, {
    expected: 'a day such as 2024-03-01, or a time such as 2024-03-01T09:00:00Z',
  });
}

function assertPlaces({ base, origin }: Pick<Values, 'base' | 'origin'>): void {
  const isPath = (text: string): boolean =>
    /^\/(?!\/)[^\s?#\\]*$/u.test(text) && !text.split('/').includes('..');
  if (base !== undefined && base !== '' && !isPath(base))
    throw failure('usage', 'bad-option-value', `--base takes a path, not “${base}”.`, {
      expected: 'one that begins with a slash, such as /my-game/',
    });
  const url = origin === undefined ? null : URL.parse(origin);
  if (
    origin === undefined ||
    (url !== null && /^https?:$/u.test(url.protocol) && url.href === `${url.origin}/`)
  )
    return;
  throw failure('usage', 'bad-option-value', `--origin takes the address of a site, not “${origin}”.`, {
    expected: 'one such as https://harbour.example, without a path',
  });
}

interface Values {
  readonly hosts: readonly Host[];
  readonly addons: readonly Addon[];
  readonly opening: OpenOptions;
  readonly base?: string | undefined;
  readonly origin?: string | undefined;
  readonly at?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly live?: boolean | undefined;
  readonly 'as-files'?: boolean | undefined;
  readonly caches: Caches;
}

async function buildOnce(
  home: string,
  out: string,
  values: Values,
  say: (line: string) => void,
): Promise<Built> {
  const { clock, receiver, of, game, ...pages } = await contentOf(home, values);
  const isForReaders = values['as-files'] !== true && values.watch !== true && values.live !== true;
  const shown = isForReaders ? game : null;
  const adding = values.addons.flatMap((one) => (shown === null ? [] : (one.besidePages?.(shown) ?? [])));
  const beside = new Map((await Promise.all(adding)).flatMap((files) => [...files]));
  say('Building the pages …');
  const { base, origin } = values;
  const report = await buildPages(pages, {
    // A game that is no longer played keeps its own time: by today's, everything pending would be overdue.
    ...(clock === null && values.at === undefined ? {} : { now: values.at ?? clock }),
    out,
    // The package may be installed in a read-only place; then each game keeps a cache of its own.
    ...(isCompiled ? { cache: resolve(home, ENGINE_FOLDER, 'cache', 'site') } : {}),
    pictures: resolve(home, 'content', 'pictures'),
    ...(values.watch === true || values.live === true ? { live: true } : {}),
    ...(receiver === null ? {} : { receiver }),
    ...(values['as-files'] === true ? { asFiles: true } : {}),
    beside: [...beside.keys()],
    ...(base === undefined ? {} : { base }),
    ...(origin === undefined ? {} : { origin }),
  });
  if (report.unplayable !== undefined) {
    throw new Failure(
      'broken',
      report.unplayable.map((what) => ({
        code: 'unplayable',
        what,
        next: 'Fix the rules; `gitnomic lint` lists everything that is wrong.',
      })),
    );
  }
  for (const [path, content] of beside) putFile(join(out, path), content, { durable: false });
  const isUnchecked = isForReaders && game === null && values.addons.some((one) => one.besidePages);
  return { problems: [...(report.problems ?? []), ...(isUnchecked ? [UNCHECKED] : [])], of };
}

const UNCHECKED =
  'The game’s journal is not here, so these pages have neither “Check it yourself” nor “What if?”.';

interface Built {
  readonly problems: readonly string[];
  readonly of: ShownAt | null;
}

/** Identifies the contents of the pages, by the commits of main and of the journal. */
interface ShownAt {
  readonly main: string;
  readonly journal: string | null;
}

/** Rebuilds the pages whenever something changes, even while the first build is running. */
function followBuilds(
  first: Promise<unknown>,
  home: string,
  out: string,
  values: Values,
  say: (line: string) => void,
): Following {
  return followChanges(home, () =>
    // If the rules can't be read, that is reported, and the pages stay as they were.
    first
      .then(() => buildOnce(home, out, values, say))
      .then(
        ({ problems }) => problems.forEach((problem) => say(problem)),
        (error: unknown) => say(error instanceof Error ? error.message : String(error)),
      ),
  );
}

async function serveUntilEnded(out: string, say: (line: string) => void): Promise<void> {
  const served = await serveFolder(out, DEFAULT_PORT);
  const stopped = untilStopped();
  say(`The pages are at ${served.url} and follow what changes (Ctrl+C ends it).`);
  await stopped;
  await served.close();
}

async function shownGame(
  home: string,
  hosts: readonly Host[],
  opening: OpenOptions,
): Promise<ShownGame | null> {
  const here = findHome(hosts, home, true);
  if (here !== null) return here.home.open(home, opening);
  const found = gameIn(hosts, home, true);
  return (await found?.host.asJournalled?.(home, opening)) ?? null;
}

/** The game as it is now, with its journal if available; otherwise just the contents of the folder. */
async function contentOf(
  home: string,
  { hosts, opening }: Values,
): Promise<
  PagesOf & {
    /** The time in the game; null if it is no longer played. */
    readonly clock: string | null;
    readonly receiver: string | null;
    readonly of: ShownAt | null;
    /** Null if only its files are here. */
    readonly game: ShownGame | null;
  }
> {
  const game = await shownGame(home, hosts, opening);
  if (game !== null) {
    const { repository } = game.forge;
    const main = await game.main();
    const { past, others } = await listDynasties(repository, main);
    return {
      past,
      read: (number) => readDynastyOver(repository, main, number),
      of: { main, journal: await journalTip(repository) },
      files: new Map([
        ...(await currentContentForPages(game)),
        ...(await readDynasties(repository, main, others)),
        // The look of the pages is kept only in the folder.
        ...readContentIn(home),
        ...(await noticeFilesOf(game.forge)),
        ...(game.trials?.beside() ?? []),
      ]),
      clock: game.now(),
      receiver: game.vault.key?.recipient ?? null,
      game,
    };
  }
  try {
    const files = new Map(
      [...readFolder(resolve(home, 'content'))].map(([path, text]) => [`content/${path}`, text]),
    );
    // This game is played on a forge elsewhere; only its files are here.
    const still = givesWay(files.get(GAME_FILE) ?? '');
    const clock = still ? null : toTime(Date.now());
    return { files, clock, receiver: null, of: null, game: null };
  } catch (error) {
    throw new Failure(
      'usage',
      {
        code: 'no-game',
        what: `There is no content folder in ${home}.`,
        next: 'Go to the folder of a game, or name it with --game.',
      },
      { cause: error },
    );
  }
}
