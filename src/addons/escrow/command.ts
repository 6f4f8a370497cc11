import { valued } from '../../host/command.ts';
import { counted } from '../../cli/local/text-table.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { joinShares, MOST_PEOPLE, putSecrets, splitSecrets } from './escrow.ts';
import { ENGINE_FOLDER, type HomeGame } from '../../host/game.ts';
import { fileNameOf } from '../../store/paths.ts';
import { isFreeFolder, makeFolder } from '#platform/files.ts';
import { withPosition } from '../../seat/read-table.ts';
import { findPerson, namedPeople, personId, type Named } from '../../session/position/person-id.ts';
import { choiceGiven, countGiven } from '../../cli/read-arguments.ts';
import { defineCommand, type Context, type Ending, Failure, failure } from '../../cli/command.ts';
import { gameOptions, homeGameOf } from '../../cli/local/game-options.ts';

const SEALED = 'secrets.age';

const options = {
  ...gameOptions,
  of: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    summary: 'somebody who gets a share; repeat it for each person',
  },
  needed: valued('NUMBER', 'the number of shares needed to open the secrets (default: more than half)'),
} as const;

export const command = defineCommand({
  usage: 'seal escrow [options] [split FOLDER | join FOLDER]',
  details:
    'Lists the secrets that this machine keeps, and what would be lost if its owner were gone. ' +
    '`split` writes them sealed into a new folder, with a share for each of several people, so that enough of them together can open them, and fewer can’t. ' +
    '`join` reads the sealed file and enough shares from a folder, and adds the secrets to this game; it keeps those that it had.',
  examples: [
    { line: 'seal escrow', does: 'which secrets are here, and what would be lost without them' },
    {
      line: 'seal escrow split handover --of ana --of bo --of cy --needed 2',
      does: 'any two of three can take over the game',
    },
    { line: 'seal escrow join handover', does: 'use them, on another machine' },
  ],
  options,
  operands: {
    name: 'ACTION FOLDER',
    summary: 'split or join, and the folder (default: what is kept)',
    min: 0,
    max: 2,
  },
  async run(context): Promise<Ending> {
    const [action, folder] = context.operands;
    const game = await homeGameOf(context);
    if (action === undefined) return tellSaved(context, game);
    const what = choiceGiven('`gitnomic seal escrow`', action, ['split', 'join']);
    if (folder === undefined)
      throw new Failure('usage', {
        code: 'missing-operand',
        what: `Say which folder to ${what === 'split' ? 'write the shares into' : 'read the shares from'}.`,
        expected: `\`gitnomic seal escrow ${what} FOLDER\``,
      });
    const place = resolve(context.folder, folder);
    return what === 'split' ? writeShares(context, game, place) : takeUp(context, game, place);
  },
});

type Given = Pick<Context, 'give'> & {
  readonly values: { readonly of?: readonly string[] | undefined; readonly needed?: string | undefined };
};

function privateFolder({ folder }: HomeGame): string {
  return join(folder, ENGINE_FOLDER, 'private');
}

async function tellSaved({ give }: Given, game: HomeGame): Promise<Ending> {
  const { waiting, keys } = await withPosition(game, ({ open: { play }, secrets }) => ({
    waiting: Object.values(play.state().submissions).filter(({ used }) => !used).length,
    keys: secrets.keys.length,
  }));
  const sealed =
    waiting === 0
      ? 'no unopened submission depends'
      : `${counted(waiting, 'unopened submission')} depend${waiting === 1 ? 's' : ''}`;
  return give({ waiting, keys }, () =>
    [
      'This machine alone keeps, in .gitnomic/private:',
      `- the key that opens sealed submissions: ${sealed} on it`,
      '- the seeds of the dice and of secret choices, of which everybody has the hash',
      '- values that are private to the head of the dynasty, and pictures that were sent in secret',
      '',
      'Without them the game can still go on, and the record says so: a new key replaces the lost one, and people are asked to seal their submissions again; dice and choices',
      'are drawn from a new seed, and earlier ones can no longer be checked; private values start again as the rules define them. Everybody needs a new link to their seat.',
      '',
      'To let several people together keep them: gitnomic seal escrow split FOLDER --of NAME --of NAME …',
      '',
    ].join('\n'),
  );
}

async function writeShares({ give, values }: Given, game: HomeGame, folder: string): Promise<Ending> {
  const players = await withPosition(game, ({ open: { play } }) => namedPeople(play.state().players));
  const { people, strangers } = holdersOf(values.of ?? [], players);
  const needed =
    values.needed === undefined ? Math.floor(people.length / 2) + 1 : countGiven('needed', values.needed);
  const isPossible = needed >= 2 && needed <= people.length && people.length <= MOST_PEOPLE;
  if (!isPossible)
    throw new Failure('usage', {
      code: 'bad-shares',
      what: `Shares are for two people or more, and two or more of them are needed: ${people.length} named, ${String(values.needed ?? needed)} needed.`,
      next: 'Name each of them: --of ana --of bo --of cy --needed 2',
    });
  if (!isFreeFolder(folder))
    throw failure('usage', 'folder-taken', `${folder} is not empty.`, { next: 'Name a new folder.' });
  const name = await withPosition(game, (position) => position.name);
  const { sealed, shares } = await splitSecrets(privateFolder(game), { game: name, people, needed });
  const files = people.map((person) => `share-${fileNameOf(person)}.txt`);
  const written = files.map((file, at) => [file, shares[at] ?? ''] as const);
  makeFolder(folder, [...written, [SEALED, sealed]], { mode: 0o600 });
  return give({ folder, needed, people, files: [SEALED, ...files] }, () =>
    [
      `The secrets of ${name} are in ${join(folder, SEALED)}, and any ${needed} of ${people.length} shares open them.`,
      ...strangers.map((one) => `Nobody in this game is called ${one}: look whether that is who you mean.`),
      ...people.map((person, at) => `- give ${files[at] ?? ''} to ${person}, and to nobody else`),
      `- give ${SEALED} to each of them too; with fewer shares it opens nothing`,
      'Then delete the folder here. It does not contain values that become private later: make a new one now and then, at the latest when somebody else heads the dynasty.',
      '',
    ].join('\n'),
  );
}

/** Non-players may hold a share, but nobody holds two. */
function holdersOf(
  named: readonly string[],
  players: readonly Named[],
): { readonly people: readonly string[]; readonly strangers: readonly string[] } {
  const ids = named.map((one) => findPerson(players, one)?.id ?? personId(one));
  const at = ids.findIndex((id, place) => id === '' || ids.indexOf(id) < place);
  const wrong = named[at];
  if (wrong !== undefined)
    throw new Failure('usage', {
      code: 'bad-shares',
      what: ids[at] === '' ? `“${wrong}” is not a name.` : `${wrong} is named twice.`,
      expected: 'a name after each --of, and each person once',
    });
  return { people: named, strangers: named.filter((one) => findPerson(players, one) === null) };
}

async function takeUp({ give }: Given, game: HomeGame, folder: string): Promise<Ending> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (!names.includes(SEALED))
    throw failure('usage', 'no-escrow', `There is no ${SEALED} in ${folder}.`, {
      next: `Put ${SEALED} and enough of the share- files into one folder, and name that.`,
    });
  const shares = names.filter((name) => /^share-.*\.txt$/u.test(name)).sort();
  const texts = shares.map((name) => readFileSync(join(folder, name), 'utf8'));
  const files = await joinShares(readFileSync(join(folder, SEALED)), texts);
  const before = putSecrets(privateFolder(game), files);
  return give({ files: files.size, before }, () =>
    [
      `The secrets are back: ${files.size} files in .gitnomic/private.`,
      ...(before === null ? [] : [`Those that this game had are in ${before}.`]),
      'If the game is served, stop it and start it again. `gitnomic doctor` says whether dice and keys fit what is on record.',
      '',
    ].join('\n'),
  );
}
