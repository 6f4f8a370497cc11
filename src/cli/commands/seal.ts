import { withPosition } from '../../seat/read-table.ts';
import { sealWords } from '../../seat/seal-words.ts';
import { slug, toKebab } from '../../kernel/names.ts';
import { assertWords } from '../local/check-words.ts';
import { meantBy } from '../meant-by.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { inWords } from '../../decide/naming.ts';
import { defineCommand, type Context } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { readValue } from '../../decide/commands.ts';
import { formFieldsOf } from '../../decide/form-field.ts';
import { askForWords } from '../local/action-words.ts';
import { canAsk } from '../local/ask.ts';
import { actAtOnce, describeReport, failIfRefused, readNames } from '../local/acting.ts';
import { carryFiles } from '../local/carry-files.ts';
import { callingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { placeMeant } from '../local/find-post.ts';
import { wordsOf } from './act.ts';
import type { Game } from '../../host/game.ts';
import { previewSeal } from '../../seat/preview.ts';
import { describeRefusal } from '../../decide/describe-outcome.ts';
import { asSentence } from '../../kernel/sentence.ts';
import type { Person } from '../../forge/events.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

export const command = defineCommand({
  usage: 'seal [options] [SUBMISSION] [PARAMETER=VALUE…]',
  details:
    'Sends a submission that only its receiver can read. Everybody can see that it was sent, by whom and when, and the parts that the rule makes public. ' +
    'Without a submission it lists them. On a terminal it asks for missing parameters. In an embedded game the receiver’s key is kept on this machine, in .gitnomic/private.',
  examples: [
    { line: 'seal', does: 'the kinds of submission' },
    { line: 'seal bid amount=3 --as bo', does: 'seal one' },
    {
      line: 'seal art title=Boats image=boats.png --as bo',
      does: 'a picture is a link or a file; files are scaled down and sealed with the rest',
    },
    { line: 'seal bid amount=3 --rehearse', does: 'see the rules’ response, and send nothing' },
  ],
  options: {
    ...callingOptions,
    rehearse: { type: 'boolean', summary: 'show the rules’ response, and send nothing' },
  },
  operands: { name: 'SUBMISSION', summary: 'the kind of submission, then its parameters', min: 0, max: 50 },
  async run(context): Promise<Ending> {
    const [kind, ...rest] = context.operands;
    const game = await openGameOf(context);
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
    const { text, sealed, envelope } = await withPosition(game, (now) =>
      sealWords(now, game, by, { kind: named, inPublic, words }),
    );
    const post =
      context.values.on === undefined ? await game.thread() : await placeMeant(game, context.values.on);
    const acted = await actAtOnce(game, () => game.say(by, post, text));
    failIfRefused(acted);
    const names = await readNames(game);
    context.give(
      { submission: named, by: by.id, open: sealed.open, commitment: sealed.commitment, envelope },
      () =>
        [`${by.name} sealed: ${title}`, `  ${sealed.commitment}`, ...describeReport(acted.report, names)]
          .map((line) => `${line}\n`)
          .join(''),
    );
    return 'ok';
  },
});

type Kinds = ModelDescription['submissions'];

/** Finds a kind of submission by its id, or by its title: “Art Submission” is `art`. */
function submissionCalled(named: string, kinds: Kinds): string | null {
  if (Object.hasOwn(kinds, named)) return named;
  const id = slug(named);
  if (Object.hasOwn(kinds, id)) return id;
  const titled = Object.entries(kinds).filter(([, { title }]) => title !== null && slug(title) === id);
  return titled.length === 1 ? (titled[0]?.[0] ?? null) : null;
}

function noSuchSubmission(named: string, kinds: Kinds, otherwise: string): Failure {
  const titles = Object.values(kinds).flatMap(({ title }) => (title === null ? [] : [title]));
  const meant = meantBy(named, [...Object.keys(kinds), ...titles]);
  return new Failure('usage', {
    code: 'no-such-submission',
    what: `There is no submission “${named}”.`,
    next: meant === undefined ? otherwise : `Did you mean ${meant}?`,
  });
}

export function kindSealed(named: string, kinds: Kinds): string {
  const found = submissionCalled(named, kinds);
  if (found !== null) return found;
  const ids = Object.keys(kinds);
  throw noSuchSubmission(
    named,
    kinds,
    ids.length === 0 ? 'No rule asks for anything secret.' : `The kinds are ${ids.join(', ')}.`,
  );
}

function listKinds({ give }: Pick<Context, 'give'>, submissions: Kinds): Ending {
  const list = Object.entries(submissions).map(([id, one]) => ({
    id,
    title: one.title,
    open: Object.keys(one.open).map(toKebab),
    sealed: Object.keys(one.with).map(toKebab),
  }));
  const named = (words: readonly string[]): string => words.map((one) => `${one}=…`).join(' ') || 'nothing';
  const line = ({ id, title, open, sealed }: (typeof list)[number]): string =>
    `  ${id}  ${title ?? inWords(id)}; in public: ${named(open)}; sealed: ${named(sealed)}\n`;
  give({ submissions: list }, () =>
    list.length === 0 ? 'No rule asks for anything sealed.\n' : list.map(line).join(''),
  );
  return 'ok';
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
  const { refusal, told } = await withPosition(game, (position) =>
    previewSeal(position, game.now(), by, kind, words),
  );
  if (refusal !== null)
    throw new Failure('refused', {
      code: refusal.code,
      what: asSentence(`The rules would not accept it: ${describeRefusal(refusal, IN_ENGLISH)}`),
    });
  give({ submission: kind, by: by.id, with: words, told }, () =>
    [`Rehearsal of ${kind}: nothing has been sent.`, ...(told ?? 'No rule forecasts the result.').split('\n')]
      .map((line) => `${line}\n`)
      .join(''),
  );
  return 'ok';
}
