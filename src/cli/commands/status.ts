import { sayCounts } from '../../wording/ballot.ts';
import { sayFigure } from '../../wording/figures.ts';
import type { MatterStatus, Status } from '../../tick/read-status.ts';
import type { Waits } from '../../seat/waits.ts';
import { defineCommand, type Context, type Ending } from '../command.ts';
import { actingOptions, actorOf, gameOptions, openGameOf } from '../local/game-options.ts';
import { renderTable, counted } from '../local/text-table.ts';
import { shellWord } from '../../language/shell-word.ts';
import { nextOf } from '../local/next-of-matter.ts';
import { minuteOf, timeInWords } from '../../kernel/time.ts';
import { sayHas } from '../../wording/tracked-values.ts';
import { endSentence } from '../../wording/words.ts';

export const command = defineCommand({
  usage: 'status [options]',
  details:
    'Shows the queue with its tallies, when each matter could next change state, and the roster; with --as also what is waiting for that player. It changes nothing: `gitnomic tick` does what is due.',
  examples: [
    { line: 'status', does: 'the game you are in' },
    { line: 'status --json', does: 'the same for a script' },
    { line: 'status --as ana', does: 'also the votes, answers and deadlines that are waiting for ana' },
  ],
  options: { ...gameOptions, as: { ...actingOptions.as, summary: 'the player whose pending steps to show' } },
  async run(context): Promise<Ending> {
    if (context.values.as !== undefined) return statusOf(context);
    return context.give(await (await openGameOf(context)).status(), (all) => context.typed(render(all)));
  },
});

async function statusOf(
  context: Parameters<typeof actorOf>[0] & Pick<Context, 'give' | 'typed'>,
): Promise<Ending> {
  const game = await openGameOf(context);
  const who = await actorOf(context, game);
  // Loaded only here, because it loads everything needed to play.
  const [{ withPosition }, { waitsFor }] = await Promise.all([
    import('../../seat/read-table.ts'),
    import('../../seat/waits.ts'),
  ]);
  const waits = await withPosition(game, (position) => waitsFor(position, game.now(), who));
  const status = await game.status();
  return context.give({ ...status, waits }, (all) =>
    context.typed(`${render(all)}\n${renderWaits(waits, nameIn(status, waits.who))}`),
  );
}

function renderWaits({ own, votes, acts, resolutions, deadlines }: Waits, who: string): string {
  const as = shellWord(who);
  const seen = own.map(({ title, said }) => `${title}: ${said}\n`).join('');
  const lines = [
    ...votes.map(
      ({ matter, title, due }) =>
        `vote on ${matter} ${title}${due === null ? '' : `, which ends at ${timeInWords(due)} if the votes stay like this`}`,
    ),
    ...acts.map(({ action, title, on }) =>
      on === null
        ? `\`gitnomic act ${action} --as ${as}\`  ${title}`
        : `\`gitnomic act ${action} ${on.param}=${on.id} --as ${as}\`  ${title}: ${on.title}`,
    ),
    ...resolutions.map(({ matter, title, isChoice }) =>
      isChoice
        ? `\`gitnomic resolve ${matter} --as ${as}\`  ${title}, whose words an Admin chooses`
        : `\`gitnomic resolve ${matter} enacted --as ${as}\` or \`failed\`  ${title}, which the rules leave to an Admin`,
    ),
    ...deadlines.map(
      ({ at, title, actions, sends }) =>
        `${title} at ${timeInWords(at)}: ${[...actions.map((one) => `act ${one}`), ...sends.map((one) => `seal ${one}`)].map((one) => `\`gitnomic ${one} --as ${as}\``).join(', ')} until then`,
    ),
  ];
  return lines.length === 0
    ? `${seen}Nothing is waiting for ${who}.\n`
    : `${seen}Waiting for ${who}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function render(status: Status): string {
  const { name, terms, figures, queue, coming, failing, roster, now, victory } = status;
  const isTracked = roster.some(({ has }) => has.length > 0);
  const isSeen = roster.some(({ lastActive }) => lastActive !== null);
  const active = roster.filter(({ state }) => state === 'active').length;
  const figured = [
    counted(active, `active ${terms.player}`, `active ${terms.players}`),
    ...figures.map(sayFigure),
  ];
  return [
    `${name}${headOf(status)}\n`,
    `${figured.join(', ')}; it is ${timeInWords(now)}\n\n`,
    victory === undefined
      ? ''
      : `${nameIn(status, victory.winner)} has won${victory.begins === victory.winner ? ', and' : `. ${nameIn(status, victory.begins)}`} goes on with \`gitnomic act ${shellWord(victory.next)} --as ${shellWord(victory.begins)}\`.\n\n`,
    queue.length === 0
      ? 'Nothing is being voted on.\n'
      : `Pending\n${renderTable(
          ['No', 'Matter', 'Kind', 'By', 'Votes', 'State', 'Next'],
          queue.map((matter) => rowOf(matter, status)),
        )}`,
    coming.length === 0
      ? ''
      : `\nComing\n${renderTable(
          ['At', 'What'],
          coming.map(({ at, title }) => [minuteOf(at), title]),
        )}`,
    failing.map((one) => `\n${endSentence(one)}\n`).join(''),
    `\nRoster\n${renderTable(
      ['Name', 'State', 'Role', ...(isSeen ? ['Last active'] : []), ...(isTracked ? ['Has'] : [])],
      roster.map((player) => [
        player.name,
        player.state,
        [
          player.emperor === true ? terms.emperor : '',
          player.admin ? 'Admin' : '',
          player.machine ? 'machine' : '',
        ]
          .filter(Boolean)
          .join(', '),
        ...(isSeen ? [player.lastActive?.slice(0, 10) ?? '–'] : []),
        ...(isTracked ? [sayHas(player.has)] : []),
      ]),
    )}`,
  ].join('');
}

/** Empty if the rules know no dynasties. */
function headOf(status: Status): string {
  const { dynasty, terms } = status;
  if (dynasty === undefined) return '';
  const { number, name, emperor } = dynasty;
  const title =
    name === null || name === '' ? `dynasty ${number ?? '–'}` : `dynasty ${number ?? '–'}, ${name}`;
  if (emperor === undefined || terms.emperor === undefined) return `: ${title}`;
  return `: ${title} (${emperor === null ? `no ${terms.emperor}` : `${terms.emperor}: ${nameIn(status, emperor)}`})`;
}

function rowOf(matter: MatterStatus, status: Status): readonly string[] {
  const { id, title, kindTitle, author, counts, state } = matter;
  return [
    id,
    shorten(title, 40),
    kindTitle,
    nameIn(status, author),
    sayCounts(counts),
    state,
    nextOf(matter, status),
  ];
}

function nameIn({ roster }: Status, id: string): string {
  return id === 'engine' ? 'the game' : (roster.find((one) => one.id === id)?.name ?? id);
}

function shorten(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}
