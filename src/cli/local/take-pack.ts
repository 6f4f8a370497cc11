import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Caches } from '../../cache/caches.ts';
import { canCheckTypes, NoCompilerError } from '../../rehearse/types/check-types.ts';
import { lintGame } from '../../rehearse/lint/lint-game.ts';
import { composeRuleset, listPacks, readPackFile } from '../../ruleset/compose.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { ScenarioError } from '../../rehearse/scenarios/format.ts';
import { runScenario } from '../../scenario/run.ts';
import { createGame } from '../../session/play/create-game.ts';
import { readFolder } from '../../store/library.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { failure, Failure, type Fault } from '../command.ts';

type Library = ReadonlyMap<string, string>;

export interface PackWish {
  /** A folder, or the name of a package installed in this folder or one further up. */
  readonly from: string;
  readonly dynasty: string;
}

/** The library extended by a pack from elsewhere. The pack is checked as a whole, and rejected if any check fails. */
export async function takePack(
  library: Library,
  folder: string,
  { from, dynasty }: PackWish,
): Promise<Library> {
  if (listPacks(library).dynasties.includes(dynasty))
    throw failure(
      'usage',
      'pack-name-taken',
      `The library that comes with the engine has a pack ${dynasty} itself.`,
      { next: 'Give the pack from elsewhere another name: that of its folder and the one in its pack.yml.' },
    );
  const pack = readPack(placeOf(folder, from), from, dynasty);
  const all = new Map(library);
  for (const [path, text] of pack) all.set(path, text);
  const problems = await problemsOf(all, pack, dynasty);
  if (problems.length > 0) throw new Failure('refused', problems);
  return all;
}

function placeOf(folder: string, from: string): string {
  const near = resolve(folder, from);
  if (existsSync(near) && statSync(near).isDirectory()) return near;
  for (let at = folder; ; at = dirname(at)) {
    const installed = join(at, 'node_modules', from);
    if (existsSync(installed)) return installed;
    if (at === dirname(at)) break;
  }
  throw failure(
    'usage',
    'no-library',
    `There is no folder ${from}, and no package of this name is installed.`,
    { next: `Name a folder that holds packs, or install the package first: \`npm install ${from}\`.` },
  );
}

/** The pack's files, laid out as in a library. The folder may be a whole library with the pack in it, or just the pack. */
function readPack(place: string, from: string, dynasty: string): Library {
  const below = [join(place, dynasty), place].find((one) => existsSync(join(one, 'pack.yml')));
  const files = below === undefined ? new Map<string, string>() : readFolder(below);
  const path = `${dynasty}/pack.yml`;
  const { pack, problems } = readPackFile(path, files.get('pack.yml') ?? '');
  if (below === undefined || (pack !== null && pack.name !== dynasty))
    throw failure('usage', 'no-such-pack', `There is no pack ${dynasty} in ${from}.`, {
      expected: `${path}, or a pack.yml that names it`,
    });
  if (pack === null)
    throw new Failure(
      'refused',
      problems.map((problem) => ({ code: problem.code, what: describeProblem(problem) })),
    );
  return new Map([...files].map(([file, text]) => [`${dynasty}/${file}`, text]));
}

/** The problems that `lint` finds in a game under these rules, including types, and the pack's scenarios that fail. */
async function problemsOf(library: Library, pack: Library, dynasty: string): Promise<readonly Fault[]> {
  if (!canCheckTypes()) throw new NoCompilerError();
  const core = readPackFile('', pack.get(`${dynasty}/pack.yml`) ?? '').pack?.core ?? '';
  const { terms } = composeRuleset(library, { core, dynasty });
  try {
    const players = ['ana', 'bo', 'cy', 'di', 'ed'].map((id) => ({ id, admin: true }));
    const { files } = await createGame(library, {
      name: dynasty,
      core,
      dynasty,
      terms,
      players,
      at: '2000-01-01T00:00:00Z',
    });
    const { problems } = await lintGame(files);
    if (problems.length > 0)
      return problems.map((one) => ({ ...one, next: one.next ?? `Mend ${one.where ?? 'it'} in the pack.` }));
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    return error.problems.map((what) => ({ code: error.code, what }));
  }
  const failed: Fault[] = [];
  const caches = new Caches();
  for (const [file, text] of pack)
    if (/\/scenarios\/.*\.ya?ml$/u.test(file))
      failed.push(...(await failuresOf(file, text, library, caches)));
  return failed;
}

async function failuresOf(
  file: string,
  text: string,
  library: Library,
  caches: Caches,
): Promise<readonly Fault[]> {
  try {
    const { failures } = await runScenario(file, text, library, caches);
    return failures.map(({ step, message }) => ({
      code: 'scenario-failed',
      what: message,
      where: `${file}, ${step === null ? 'end' : `step ${step}`}`,
    }));
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map((what) => ({ code: 'scenario-failed', what, where: file }));
  }
}
