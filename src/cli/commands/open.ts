import type { SubmissionData } from '../../kernel/state.ts';
import { sealedPictures } from '../../store/pictures/find-pictures.ts';
import { readInbox, type Inbox, type SentPicture } from '../../seat/read-inbox.ts';
import { withPosition } from '../../seat/read-table.ts';
import { inWords, namingOf, titleOfSubmission } from '../../decide/naming.ts';
import type { GameNames } from '../local/acting.ts';
import { sayProblems } from '../local/show-rehearsal.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { kindSealed } from './seal.ts';
import { sayTold, tellPrivately } from '../local/tell-privately.ts';
import { minuteOf } from '../../kernel/time.ts';

export const command = defineCommand({
  usage: 'open [options]',
  details:
    'Opens the submissions of this game with the key on this machine, fetches their pictures, and lists everybody whose submission can’t count. Without the key it shows only who sent which kind and when.',
  examples: [
    { line: 'open', does: 'all submissions, the oldest first' },
    { line: 'open --kind bid', does: 'submissions of one kind' },
    { line: 'open --tell --as ana', does: 'tell each sender in private what is wrong, once' },
  ],
  options: {
    ...actingOptions,
    kind: { type: 'string', value: 'KIND', summary: 'only submissions of this kind' },
    tell: {
      type: 'boolean',
      summary: 'tell the senders of submissions that can’t count, each in private: sealed to their own keys',
    },
  },
  async run(context): Promise<Ending> {
    const game = await openGameOf(context);
    const given = context.values.kind;
    const kind =
      given === undefined
        ? undefined
        : await withPosition(game, ({ open: { play } }) => kindSealed(given, play.model.submissions));
    const wanted = await withPosition(game, ({ open: { play } }) =>
      sealedPictures(play.model, play.state()).map(({ address }) => address),
    );
    await game.pictures.gather(wanted, (done, all) =>
      context.progress(`looking at pictures: ${done} of ${all}`),
    );
    const { inbox, naming, model } = await withPosition(game, (position) => ({
      inbox: readInbox(position, game),
      naming: namingOf(position.open.play),
      model: position.open.play.model,
    }));
    const found = inbox.submissions.filter((one) => kind === undefined || one.kind === kind);
    const told =
      context.values.tell === true ? await tellPrivately(game, await actorOf(context, game)) : null;
    context.give({ ...inbox, submissions: found, ...(told === null ? {} : { told }) }, () =>
      found.length === 0
        ? `Nothing was sealed.\n${told === null ? '' : sayTold(told)}`
        : [
            ...found.map((one) => saySubmission(one, inbox, { naming, model })),
            ...sayProblems(inbox, { naming, model }).map((line) => `${line}\n`),
            ...(told === null ? [] : ['\n', sayTold(told)]),
          ].join(''),
    );
    return 'ok';
  },
});

function saySubmission(
  { n, at, by, kind, open, contents, used }: SubmissionData,
  { pictures }: Inbox,
  { naming, model }: GameNames,
): string {
  const types = { ...model.submissions[kind]?.open, ...model.submissions[kind]?.with };
  const words = Object.entries({ ...open, ...contents }).map(
    ([key, value]) => `${types[key]?.title ?? inWords(key)}: ${naming.value(value, types[key])}`,
  );
  const sent = pictures.filter((picture) => picture.n === n).map(sayPicture);
  const lines = [...words, ...sent, ...(contents === null ? ['(sealed; its key is not here)'] : [])];
  const head = `${n}  ${minuteOf(at)}  ${naming.person(by)}: ${titleOfSubmission(model, kind)}${used ? ' (used)' : ''}\n`;
  return `${head}${lines.map((line) => `     ${line}\n`).join('')}`;
}

function sayPicture({ address, file, problem }: SentPicture): string {
  return file === null
    ? `can’t be loaded: ${address}: ${problem ?? 'not tried'}`
    : `to be looked at: ${file}`;
}
