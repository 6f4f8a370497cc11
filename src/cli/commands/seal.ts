import { withPosition, readNames } from '../../seat/read-table.ts';
import { refusedAs } from '../../session/play/aborted-calls.ts';
import { sealWords } from '../../seat/seal-words.ts';
import { toKebab } from '../../kernel/names.ts';
import { assertWords } from '../local/check-words.ts';
import { inWords } from '../../wording/naming.ts';
import { defineCommand, type Context, type Ending, failure } from '../command.ts';
import { readValue } from '../../session/take/commands.ts';
import { formFieldsOf } from '../../wording/form-field.ts';
import { askForWords } from '../local/action-words.ts';
import { canAsk } from '../local/ask.ts';
import { actAtOnce, describeReport, failIfRefused } from '../local/acting.ts';
import { carryFiles } from '../local/carry-files.ts';
import { actorOf, openGameOf } from '../local/game-options.ts';
import { placeMeant } from '../local/find-post.ts';
import { noSuchSubmission, options, submissionCalled, VERBS, type SealKinds } from '../local/seal-verbs.ts';
import { wordsOf } from './act.ts';
import type { Game } from '../../host/game.ts';
import { previewSeal } from '../../seat/preview.ts';
import { describeRefusal } from '../../wording/describe-outcome.ts';
import { asSentence } from '../../kernel/sentence.ts';
import type { Person } from '../../forge/events.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

export const command = defineCommand({
  usage: 'seal [options] [WHAT] [PARAMETER=VALUE…]',
  details:
    'Sends a submission that only its receiver can read. Everybody can see that it was sent, by whom and when, and the parts that the rule makes public. ' +
    'Without one it shows the kinds of submission. On a terminal it asks for missing parameters. In an embedded game the receiver’s key is kept on this machine, in .gitnomic/private.\n\n' +
    '`list` shows who sealed which kind of submission, when, and to which key. `open` opens them with the key on this machine, fetches their pictures, and lists everybody whose submission can’t count. ' +
    '`check` compares revealed submissions with those sent, without anybody’s key; `notes` shows messages that were sealed to you alone. ' +
    '`shares` shows your shares of submissions that several people open together and that may be opened now, such as the ballots of a vote that is over; enough shares let everybody read them.\n\n' +
    '`keys` shows the keys that submissions to the head of the dynasty are sealed to, present and past. Each is published on record, and never withdrawn. ' +
    '`keys publish` announces the key on this machine; `keys new` generates and publishes another, and keeps the old one here for older submissions; `keys reseal` opens submissions that were ' +
    'sealed to an older key and seals them to the key in force, each still the same submission with its own time, or with --to all of them for a new receiver. `keys mine` publishes your own key, as any player can: private messages from the head of the dynasty are sealed to it.\n\n' +
    'The head of the dynasty publishes the used submissions of a kind, as they were sent, with `reveal`. ' +
    'Its secret choices are drawn from a seed whose hash is published first: `seed` publishes one for a game that began without it. After a dynasty, `reveal --seed` publishes the seed itself and commits to another; anybody can then check every draw with `gitnomic replay`.',
  examples: [
    { line: 'seal', does: 'the kinds of submission' },
    { line: 'seal bid amount=3 --as bo', does: 'seal one' },
    {
      line: 'seal art title=Boats image=boats.png --as bo',
      does: 'a picture is a link or a file; files are scaled down and sealed with the rest',
    },
    { line: 'seal bid amount=3 --rehearse', does: 'see the rules’ response, and send nothing' },
    { line: 'seal open --kind bid', does: 'all submissions of one kind, the oldest first' },
    { line: 'seal check', does: 'check that revealed submissions are those that were sent' },
    { line: 'seal keys mine --as bo', does: 'let Bo receive private messages from now on' },
    {
      line: 'seal keys publish --as eli',
      does: 'Eli has just become the head of the dynasty: publish the key',
    },
    {
      line: 'seal keys new --because leaked --as eli',
      does: 'somebody else may have the old key: generate a new one',
    },
    { line: 'seal reveal --kind ballot --as ana', does: 'publish the ballots that were counted' },
    { line: 'seal shares --as bo', does: 'open, with the others who keep shares, what may be opened now' },
  ],
  options,
  operands: {
    name: 'WHAT',
    summary: 'the kind of submission, then its parameters; or something else to do',
    min: 0,
    max: 50,
  },
  async run(context): Promise<Ending> {
    const [kind, ...rest] = context.operands;
    const game = await openGameOf(context);
    const verb = kind !== undefined && Object.hasOwn(VERBS, kind) ? VERBS[kind] : undefined;
    if (verb !== undefined) return verb(context, game, rest);
    const { submissions, state } = await withPosition(game, ({ open: { play } }) => ({
      submissions: play.sandbox.describe().submissions,
      state: play.state(),
    }));
    if (kind === undefined) return listKinds(context, submissions);
    const named = submissionCalled(kind, submissions);
    const known = named === null ? undefined : submissions[named];
    if (named === null || known === undefined)
      throw noSuchSubmission(kind, submissions, '`gitnomic seal` lists them.');
    const by = await actorOf(context, game);
    const types = { ...known.open, ...known.with };
    const title = known.title ?? inWords(named);
    const given = wordsOf(title, types, rest);
    const fields = formFieldsOf(types, state);
    const whole = canAsk(context) ? await askForWords(fields, given, readValue) : given;
    assertWords(title, fields, whole);
    const words = await carryFiles(types, whole, context.folder);
    if (context.values.rehearse === true) return rehearseSeal(context, game, { by, kind: named, words });
    const inPublic = new Set(Object.keys(known.open).map(toKebab));
    const { text, sealed, envelope } = await withPosition(game, (now) => {
      const { refusal } = previewSeal(now, game.now(), by, named, words);
      // Nobody can change it once it is sealed. What rules say of it may be otherwise when it is opened.
      if (refusal?.code === 'bad-parameter' && !inPublic.has(refusal.param ?? ''))
        failIfRefused({ mine: [{ outcome: refusedAs(refusal) }] });
      return sealWords(now, game, by, { kind: named, inPublic, words });
    });
    const post =
      context.values.on === undefined ? await game.thread() : await placeMeant(game, context.values.on);
    const acted = await actAtOnce(game, () => game.say(by, post, text));
    failIfRefused(acted);
    const names = await readNames(game);
    return context.give(
      { submission: named, by: by.id, open: sealed.open, commitment: sealed.commitment, envelope },
      () => [`${by.name} sealed: ${title}`, `  ${sealed.commitment}`, ...describeReport(acted.report, names)],
    );
  },
});

function listKinds({ give }: Pick<Context, 'give'>, submissions: SealKinds): Ending {
  const list = Object.entries(submissions).map(([id, one]) => ({
    id,
    title: one.title,
    open: Object.keys(one.open).map(toKebab),
    sealed: Object.keys(one.with).map(toKebab),
  }));
  const named = (words: readonly string[]): string => words.map((one) => `${one}=…`).join(' ') || 'nothing';
  const line = ({ id, title, open, sealed }: (typeof list)[number]): string =>
    `  ${id}  ${title ?? inWords(id)}; in public: ${named(open)}; sealed: ${named(sealed)}\n`;
  return give({ submissions: list }, () =>
    list.length === 0 ? 'No rule asks for anything sealed.\n' : list.map(line).join(''),
  );
}

interface Seal {
  readonly by: Person;
  readonly kind: string;
  readonly words: Readonly<Record<string, unknown>>;
}

/** Shows the rules' response to a submission, without it leaving this machine. */
async function rehearseSeal(
  { give }: Pick<Context, 'give'>,
  game: Game,
  { by, kind, words }: Seal,
): Promise<Ending> {
  await game.tick();
  const { refusal, result: view } = await withPosition(game, (position) =>
    previewSeal(position, game.now(), by, kind, words),
  );
  if (refusal !== null)
    throw failure(
      'refused',
      refusal.code,
      asSentence(`The rules would not accept it: ${describeRefusal(refusal, IN_ENGLISH)}`),
    );
  return give({ submission: kind, by: by.id, with: words, told: view }, () => [
    `Rehearsal of ${kind}: nothing has been sent.`,
    ...(view ?? 'No rule forecasts the result.').split('\n'),
  ]);
}
