import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isFreeFolder, putFile } from '#platform/files.ts';
import { gitIn } from '#platform/run-git.ts';
import { unpackGame } from '../../cli/local/unpack-game.ts';
import type { Asked, CommandResult } from '../../host/command.ts';
import { MoveError, releasedEngine } from '../../host/github/template/upgrade-clone.ts';
import { thinFiles } from '../../host/github/template/thin-files.ts';
import { shellWord } from '../../language/shell-word.ts';
import { readGame } from '../../store/read-game.ts';
import { assertRepository, moveInto, pushIt } from './command.ts';

/** `init --github OWNER/NAME --game FILE`: a game from a browser goes on in a repository, whose folder is ready to be pushed. */
export async function initFromFile(asked: Asked): Promise<CommandResult> {
  const { values, operands, folder } = asked;
  const repository = String(values['github'] ?? '');
  const path = resolve(folder, String(values['game']));
  const into = resolve(folder, operands[0] ?? repository.split('/')[1] ?? '');
  const made: string[] = [];
  try {
    if (values['game'] === undefined)
      throw new MoveError({
        code: 'no-game-file',
        what: '--account has an effect only together with --game.',
        next: 'Add --game FILE, or leave --account out.',
      });
    assertRepository(repository);
    const engine = releasedEngine(values['engine'] === undefined ? undefined : String(values['engine']));
    if (!isFreeFolder(into))
      throw new MoveError({
        code: 'folder-not-empty',
        what: `There is something in ${into} already.`,
        next: 'Name another folder, or delete that one.',
      });
    const unpacked = unpackGame(path);
    if (unpacked !== null) made.push(unpacked.folder);
    if (unpacked?.isForReaders === true)
      throw new MoveError({
        code: 'for-readers',
        what: 'This file has no secrets, so the game can be read and checked, but not continued.',
        next: 'Save it again with “Save it with the secrets”.',
      });
    const game = await asked.homeGame(unpacked?.folder ?? path);
    made.push(into);
    const { name } = readGame(await game.content()).game;
    for (const [file, text] of thinFiles(engine, name)) putFile(join(into, file), text, { durable: false });
    for (const words of [
      ['init', '--quiet', '-b', 'main'],
      ['add', '-A'],
      [...AUTHOR, 'commit', '--quiet', '-m', `Begin with Gitnomic ${engine.version}`],
    ])
      gitIn(into)(...words);
    const accounts = [values['account'] ?? []].flat().map(String);
    const { report, text } = await moveInto(game, { ...asked, into, repository, accounts });
    return { result: report, text: `${text}${pushFirst(into, repository, report.branches)}` };
  } catch (error) {
    for (const one of made) rmSync(one, { recursive: true, force: true });
    if (!(error instanceof MoveError)) throw error;
    return { refused: error.problems };
  }
}

const AUTHOR = ['-c', 'user.name=Gitnomic', '-c', 'user.email=gitnomic@example.org'];

function pushFirst(into: string, repository: string, branches: readonly string[]): string {
  return [
    'Make that repository on GitHub, empty. ',
    pushIt(branches, `https://github.com/${repository}`).replace('\n', `\n  cd ${shellWord(into)}\n`),
    '\nThen: Settings → Pages → Source: GitHub Actions; and Actions → Tick → Run workflow, once.\n',
  ].join('');
}
