import { journalTip } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { eventOf } from '../../store/journal/line.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import { verifyJournal } from '../../store/journal/verify-journal.ts';
import type { Game } from '../../host/game.ts';
import { namingOf } from '../../wording/naming.ts';
import { withPosition } from '../../seat/read-table.ts';
import type { ForgeEvent, Person } from '../../forge/events.ts';
import { observe } from '../../tick/observe.ts';
import { readFileText } from '../../repository/read-file.ts';
import type { Oid } from '../../repository/oid.ts';
import { choiceGiven, countGiven } from '../read-arguments.ts';
import { defineCommand, type Ending, failure, Failure } from '../command.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import { inspectJournal } from '../../store/journal/inspect-journal.ts';
import { minuteOf } from '../../kernel/time.ts';

export const command = defineCommand({
  usage: 'log journal [options] [verify]',
  details:
    'Shows what people did, as the forge reported it, each line chained to the previous one by hash. `verify` checks the whole chain, names the first broken line, and compares the journal with what main has read of it.',
  examples: [
    { line: 'log journal', does: 'the last twenty lines' },
    { line: 'log journal verify', does: 'check that no line was changed' },
  ],
  options: {
    ...gameOptions,
    last: { type: 'string', short: 'n', value: 'N', summary: 'the number of lines (default: 20)' },
  },
  operands: { name: 'verify', summary: 'check the whole chain', min: 0, max: 1 },
  async run(context): Promise<Ending> {
    const [given] = context.operands;
    const what = given === undefined ? undefined : choiceGiven('`gitnomic log journal`', given, ['verify']);
    const most = countGiven('last', context.values.last ?? '20');
    const game = await openGameOf(context);
    const { repository } = game.forge;
    if (what === 'verify') {
      const tip = await journalTip(repository);
      const verdict =
        tip === null
          ? { ok: true as const, lines: 0, hash: '', redacted: 0 }
          : await verifyJournal(repository, tip);
      if (!verdict.ok)
        throw failure('broken', 'journal-broken', `The journal is not valid: ${verdict.why}.`, {
          where: `${verdict.path}:${verdict.row}, line ${verdict.n} of the journal`,
          next: '`gitnomic tick` restores what main had read of it.',
        });
      await assertSameAsRead(game, tip);
      return context.give(
        verdict,
        ({ lines, redacted }) =>
          `${lines === 1 ? 'The one line is intact' : `All ${lines} lines are intact`}${redacted === 0 ? '' : `; the words of ${redacted} were removed on request`}.\n`,
      );
    }
    await observe(game.forge, await game.main(), game.now());
    const tip = await journalTip(repository);
    const lines = tip === null ? [] : (await readJournalLines(repository, tip)).slice(-most);
    const nameOf = await withPosition(game, ({ accounts, open }) => {
      const naming = namingOf(open.play);
      const { players } = open.play.state();
      return (by: Person): string => {
        const player = accounts.lookUp(by);
        return Object.hasOwn(players, player) ? naming.person(player) : by.name;
      };
    });
    return context.give({ lines }, () =>
      lines.length === 0
        ? 'Nobody has done anything yet.\n'
        : lines.map(
            (line) => `${line.n}  ${minuteOf(line.at)}  ${sayEvent(line.event.type, eventOf(line), nameOf)}`,
          ),
    );
  },
});

/** `Bo commented on 1: Well said.` */
function sayEvent(type: string, event: ForgeEvent | null, nameOf: (by: Person) => string): string {
  const { by, post, title, text, reaction } = (event ?? {}) as {
    by?: Person | null;
    post?: string;
    title?: string;
    text?: string;
    reaction?: string;
  };
  const done = Object.entries(DONE).find(([one]) => one === type)?.[1] ?? type;
  const [said = ''] = (title ?? text ?? reaction ?? '').split('\n');
  return `${by === null || by === undefined ? 'Somebody' : nameOf(by)} ${done}${post === undefined ? '' : ` ${post}`}${said === '' ? '' : `: ${said}`}`;
}

/** The number of the post follows. */
const DONE: Readonly<Record<ForgeEvent['type'], string>> = {
  opened: 'opened',
  edited: 'edited',
  categorised: 'changed the category of',
  pushed: 'pushed to the branch of',
  closed: 'closed',
  reopened: 'reopened',
  vanished: 'removed',
  commented: 'commented on',
  'comment-edited': 'edited a comment on',
  'comment-removed': 'removed a comment on',
  reviewed: 'reviewed',
  'review-edited': 'edited a review of',
  'review-dismissed': 'dismissed a review of',
  reacted: 'reacted to',
  unreacted: 'took back a reaction to',
  'main-pushed': 'pushed to main',
};

/** A valid chain may still be a different one, or end before the line up to which main had read it. */
async function assertSameAsRead(game: Game, tip: Oid | null): Promise<void> {
  const { repository } = game.forge;
  const record = parseRecord(await readFileText(repository, await game.main(), recordPath));
  const state = await inspectJournal(repository, tip, record);
  if (state === 'sound' || record === null) return;
  throw new Failure('broken', {
    code: `journal-${state}`,
    what:
      state === 'deleted'
        ? `The journal is gone: main had read ${record.n} lines of it.`
        : `The journal is not the one that main had read: its line ${record.n} is different or missing.`,
    where: `line ${record.n} of the journal`,
    next: '`gitnomic tick` restores what main had read of it.',
  });
}
