import { checkPromises } from './check-promises.ts';
import type { Finding } from './finding.ts';
import { Caches } from '../../cache/caches.ts';
import { lintGame } from '../../rehearse/lint/lint-game.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { adminsOf } from '../../store/admins.ts';
import type { Status } from '../../apply/status.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { readGame } from '../../store/read-game.ts';
import { FORMAT, readFormat } from '../../store/formats/format.ts';
import { inThisFormat } from '../../store/formats/migrations.ts';
import { rehearseGame } from '../../rehearse/why-stopped.ts';
import { sayLocks, whyNotOn } from '../../play/say-rehearsal.ts';
import { ENGINE_FAILED, saySetAside, setAside } from '../../decide/set-aside.ts';
import { shellWord } from '../../language/shell-word.ts';

/** What the status of a game says of matters that stand still and of acts that fail. The engine's own failures are found in the ledger. */
export function checkStandstill(failing: Status['failing']): readonly Finding[] {
  return failing
    .filter((what) => !what.startsWith(ENGINE_FAILED))
    .map((what) => ({
      code: 'stands-still',
      level: 'problem',
      what: `${capitalised(what)}.`,
      next: '`gitnomic status` and `gitnomic why` say more. If a rule keeps a matter from its end, `gitnomic doctor recover --dry-run` shows what an Admin can do.',
    }));
}

/** The findings of `gitnomic lint`, and whether this engine can read the game's format. */
export async function checkContent(
  files: ContentFiles,
  now?: string,
  caches = new Caches(),
): Promise<readonly Finding[]> {
  const format = readFormat(files);
  if (format > FORMAT)
    return [
      {
        code: 'newer-format',
        level: 'problem',
        what: `The game is in format ${format}, and this engine knows formats up to ${FORMAT}: a newer engine has played it.`,
        next: 'Use that newer engine, or a later one.',
      },
    ];
  const older: readonly Finding[] =
    format < FORMAT
      ? [
          {
            code: 'older-format',
            level: 'note',
            what: `The game is in format ${format}, and this engine writes format ${FORMAT}.`,
            next: '`gitnomic upgrade` brings it up to date; the next tick does it too.',
          },
        ]
      : [];
  const { problems } = await lintGame(files, caches);
  const rehearsal = await rehearseGame(inThisFormat(files), now, caches);
  const stopped = whyNotOn(rehearsal);
  const [admin = 'ADMIN'] = adminsOf(readGame(files));
  const back = `While this is so nothing can happen in the game. If it was enacted so, an Admin goes back to the rules that worked: \`gitnomic doctor recover --as ${shellWord(admin)}\`.`;
  const nothingWrong: readonly Finding[] =
    stopped === null || problems.length > 0
      ? []
      : [{ code: 'stopped', level: 'problem', what: `The game can’t go on: ${stopped}.`, next: back }];
  return [
    ...older,
    ...nothingWrong,
    ...setAside(readGame(files).ledger).map((one): Finding => ({
      code: 'set-aside',
      level: 'note',
      what: `${saySetAside(one)}.`,
      next: 'Nobody has to do anything: the first tick of a newer engine takes it in. Please report it, so that there is one.',
    })),
    ...sayLocks(rehearsal).map((what): Finding => ({
      code: 'locked',
      level: 'note',
      what: `As the rules are, ${what}.`,
      next: 'If that is not intended, change the rule that says so by a proposal.',
    })),
    ...(stopped === null ? await checkPromises(inThisFormat(files), now, caches) : []),
    ...problems.map(({ code, what, where, next }): Finding => ({
      code,
      level: 'problem',
      what,
      ...(where === undefined ? {} : { where }),
      next: stopped !== null ? back : (next ?? 'A proposal puts it right; `gitnomic lint` shows where.'),
    })),
  ];
}
