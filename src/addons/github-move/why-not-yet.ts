import type { Caches } from '../../cache/caches.ts';
import { sameValue } from '../../kernel/values.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import { openGame } from '../../session/play/open-game.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { splitState } from '../../store/private-values.ts';
import type { HomeGame } from '../../host/game.ts';
import type { AccountsByPlayer } from '../../host/github/template/accounts.ts';
import { MoveError, type MoveProblem } from '../../host/github/template/upgrade-clone.ts';
import type { Position } from '../../session/position/position.ts';

/** The steps that are needed before the game can move. `now` is the real time, as on the new forge. */
export async function whyNotYet(
  game: HomeGame,
  position: Position,
  files: ContentFiles,
  now: string,
): Promise<readonly MoveProblem[]> {
  const { open } = position;
  const state = open.play.state();
  const pending = Object.values(state.posts).filter(({ status }) => status === 'pending');
  const sealed = Object.values(state.submissions).filter(({ used }) => !used);
  const secret = await privateParts(position, files, game.caches);
  const last = await lastTime(game, open.read.facts.clock);
  const problems = [
    {
      code: 'matters-pending',
      found: pending.length > 0,
      what: `Matters are pending: ${pending.map(({ id, title }) => `${id}, ${title}`).join('; ')}.`,
      next: 'Have them enacted, failed or withdrawn first: open votes can’t be taken along.',
    },
    {
      code: 'sealed-pending',
      found: sealed.length > 0,
      what: `${sealed.length} sealed submissions have not been used yet, and only this machine has the key to them.`,
      next: 'Have the rules use them first.',
    },
    {
      code: 'private-values',
      found: secret.length > 0,
      what: `The rules keep something private (${secret.join(', ')}), which only this machine has.`,
      next: 'Move the game once it keeps nothing private, for example between two dynasties.',
    },
    {
      code: 'clock-ahead',
      found: last > now,
      what: `By the game’s own clock something happened at ${last}; on GitHub it is ${now}.`,
      next: 'Move it when that time has come: a clock that is ahead can’t be taken along.',
    },
  ];
  return problems.flatMap(({ found, ...problem }) => (found ? [problem] : []));
}

/** Uses the journal too, because votes make no commit. */
async function lastTime({ forge }: HomeGame, clock: string | null): Promise<string> {
  const tip = await journalTip(forge.repository);
  const lines = tip === null ? [] : await readJournalLines(forge.repository, tip);
  return lines.reduce((last, { at }) => (at > last ? at : last), clock ?? '');
}

/** Values that would be lost on a forge without the secrets, where private variables have their default. */
async function privateParts(
  { open: { play } }: Position,
  files: ContentFiles,
  caches: Caches,
): Promise<readonly string[]> {
  const { hidden } = splitState(play.state(), play.model);
  const elsewhere = await openGame(files, { caches });
  try {
    const { hidden: known } = splitState(elsewhere.play.state(), play.model);
    return Object.keys(hidden).filter(
      (part) => part !== 'submissions' && !sameValue(hidden[part], known[part]),
    );
  } finally {
    elsewhere.play.dispose();
  }
}

/** Every player on the roster needs an account, and every named player must exist. */
export function assertAccounts(
  roster: readonly string[],
  known: readonly string[],
  accounts: AccountsByPlayer,
): void {
  const missing = roster.filter((id) => !accounts.has(id));
  const strange = [...accounts.keys()].filter((id) => !known.includes(id));
  const ids = [...accounts.values()].flatMap((account) => (account === null ? [] : [account.id]));
  const twice = [...accounts].flatMap(([player, account]) =>
    account !== null && ids.filter((id) => id === account.id).length > 1 ? [player] : [],
  );
  const problems = [
    {
      code: 'no-account',
      found: missing,
      what: `These players have no account on GitHub yet: ${missing.join(', ')}.`,
      next: 'Give each one with --account PLAYER=LOGIN, or PLAYER=none for players who will not play there.',
    },
    {
      code: 'no-such-player',
      found: strange,
      what: `Nobody in the game is called ${strange.join(', ')}.`,
      next: '`gitnomic status` shows the roster.',
    },
    {
      code: 'account-twice',
      found: twice,
      what: `${twice.join(' and ')} can’t have the same account.`,
      next: 'Give each an account of their own.',
    },
  ].filter(({ found }) => found.length > 0);
  if (problems.length > 0) throw new MoveError(...problems);
}
