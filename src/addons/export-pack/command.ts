import { valued } from '../../host/command.ts';
import { join, resolve } from 'node:path';
import type { Caches } from '../../cache/caches.ts';
import { exportPack, titleOfPlayed, type PackOut } from './export-pack.ts';
import { packPage } from './write-page.ts';
import { slug } from '../../kernel/names.ts';
import { ScenarioError } from '../../rehearse/scenarios/format.ts';
import { isFreeFolder, makeFolder } from '#platform/files.ts';
import { listPacks } from '../../ruleset/compose.ts';
import { runScenario } from '../../scenario/run.ts';
import { readLibrary } from '../../store/library.ts';
import { readGame, type GameRead } from '../../store/read-game.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { defineCommand, type Context, type Ending, Failure, failure } from '../../cli/command.ts';
import { counted } from '../../cli/local/text-table.ts';
import { gameOptions, openGameOf } from '../../cli/local/game-options.ts';
import { shellWord } from '../../language/shell-word.ts';

export const command = defineCommand({
  usage: 'export-pack [options]',
  details:
    'Makes a pack from the rules of the running dynasty or a past one: the rules in which the game differs from the library’s core rules, the starting state, a scenario for each action as it was once taken, and a page. Scenarios that fail under the final rules are left out. ' +
    '`gitnomic init --library FOLDER --dynasty NAME` begins a game with it elsewhere.',
  examples: [
    { line: 'export-pack --out our-dynasties', does: 'the running dynasty, named by its title' },
    {
      line: 'export-pack --dynasty 2 --name tide --out our-dynasties',
      does: 'the second dynasty, as the pack tide',
    },
  ],
  options: {
    ...gameOptions,
    dynasty: valued('NUMBER', 'a past dynasty (default: the running one)'),
    name: valued('NAME', 'the name of the pack (default: from the dynasty’s title)'),
    out: valued('FOLDER', 'the folder in which to make the pack (default: packs)'),
  },
  async run(context): Promise<Ending> {
    const { values, folder, give, caches } = context;
    const game = await openGameOf(context);
    const content = await game.content();
    const read = readGame(content, caches);
    const library = readLibrary();
    const dynasty = dynastyIn(content, values.dynasty);
    const name = nameFor(values.name, read, library);
    assertCore(read, library);
    const place = join(resolve(folder, values.out ?? 'packs'), name);
    if (!isFreeFolder(place))
      throw failure('usage', 'folder-not-empty', `${place} is not empty.`, {
        next: 'Name another folder with --out, or another pack with --name, so that nothing is lost.',
      });
    const pack = await exportPack(content, library, { name, dynasty }, caches);
    const tried = await tryCandidates(pack, library, context);
    const unshown = pack.candidates.flatMap(({ action }) => (tried.has(action) ? [] : [action]));
    const page = packPage({ pack, from: read.game.name, at: game.now(), shown: [...tried.keys()], unshown });
    const files = new Map([...pack.files, ['README.md', page]]);
    for (const [action, text] of tried) files.set(`scenarios/${action}.yml`, text);
    makeFolder(place, files);
    const facts = {
      folder: place,
      name,
      title: pack.title,
      core: pack.core,
      files: [...files.keys()],
      unshown,
      unread: pack.unread,
    };
    return give(facts, () =>
      [
        `${pack.title} is a pack now, with ${counted(files.size, 'file')} and ${counted(tried.size, 'scenario')}: ${place}\n`,
        unshown.length === 0
          ? ''
          : `Of ${unshown.join(', ')} no scenario holds under the rules as they are.\n`,
        ...pack.unread.map((row) => `Left out, as in the game, because it can’t be read: the row ${row}.\n`),
        `\nTry\n  gitnomic init my-game --core ${shellWord(pack.core)} --dynasty ${shellWord(name)} --library ${shellWord(values.out ?? 'packs')}\n`,
      ].join(''),
    );
  },
});

type Library = ReadonlyMap<string, string>;

/** For each action, the first candidate that passes. */
async function tryCandidates(
  { name, files, candidates }: PackOut,
  library: Library,
  { progress, caches }: Pick<Context, 'progress' | 'caches'>,
): Promise<ReadonlyMap<string, string>> {
  const all = new Map(library);
  for (const [path, text] of files) all.set(`${name}/${path}`, text);
  const held = new Map<string, string>();
  for (const { action, texts } of candidates) {
    progress(`trying ${action}`);
    for (const text of texts) {
      if (!(await holds(text, all, caches))) continue;
      held.set(action, text);
      break;
    }
  }
  return held;
}

async function holds(text: string, library: Library, caches: Caches): Promise<boolean> {
  try {
    return (await runScenario('', text, library, caches)).failures.length === 0;
  } catch (error) {
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}

function dynastyIn(content: ContentFiles, wanted: string | undefined): number | null {
  if (wanted === undefined) return null;
  const over = [...content.keys()].flatMap(
    (path) => /^content\/dynasties\/(\d+)\/last\.json$/u.exec(path)?.[1] ?? [],
  );
  if (over.includes(wanted)) return Number(wanted);
  throw new Failure('usage', {
    code: 'no-such-dynasty',
    what: `There is no past dynasty ${wanted}.`,
    expected: over.length === 0 ? 'none is: leave --dynasty out' : `one of ${over.join(', ')}`,
  });
}

function nameFor(wanted: string | undefined, read: GameRead, library: Library): string {
  const name = wanted ?? slug(titleOfPlayed(read));
  if (!/^[a-z0-9][a-z0-9-]*$/u.test(name))
    throw failure('usage', 'bad-name', `“${name}” can’t be the name of a pack.`, {
      expected: 'lower-case letters, digits and hyphens, given with --name',
    });
  if (listPacks(library).dynasties.includes(name))
    throw new Failure('usage', {
      code: 'pack-name-taken',
      what: `The library that comes with the engine has a pack ${name} itself.`,
      next: 'Give it another name with --name.',
    });
  return name;
}

function assertCore({ game }: GameRead, library: Library): void {
  const { core: cores } = listPacks(library);
  if (game.core !== undefined && cores.includes(game.core)) return;
  throw new Failure('refused', {
    code: 'no-such-core',
    what: `The library has no core rules ${game.core ?? ''}, which the game is played under.`,
    expected: `one of ${cores.join(', ')}, as core in game.yml`,
  });
}
