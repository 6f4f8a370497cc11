import { base64Of } from '#platform/bytes.ts';
import type { FieldProblem } from '../read-fields.ts';
import { readForm } from '../read-form.ts';
import { pictureProblem } from '../../kernel/pictures.ts';
import { cutTo } from '../../kernel/bounds.ts';
import { picturesIn } from '../../pictures/find-pictures.ts';
import { previewSeal, foreseenBy, playerAt } from '../preview.ts';
import { readInbox } from '../read-inbox.ts';
import { withPosition } from '../read-table.ts';
import type { Wording } from '../../language/wording.ts';
import { inWords, namingOf, titleOfSubmission } from '../../wording/naming.ts';
import { formOf, reasonOf, seatedOnly, seatOf, tell } from './form.ts';
import type { FormAnswer, FormHandler, FilledForm, FormPart, Said, Visit } from './form.ts';
import { fieldsWith, neededNow, startOfFields } from './form-fields.ts';
import { FormProblem } from './given.ts';
import { markOf } from './mark.ts';
import type { Person } from '../../forge/events.ts';
import { toKebab } from '../../kernel/names.ts';
import type { SubmissionData } from '../../kernel/state.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Game } from '../../host/game.ts';
import { holdersAt } from '../../session/take/take-shares.ts';
import { sharesAtHand } from '../sealed-service.ts';
import { choicesFrom } from '../choices-from.ts';
import { sealWords } from '../seal-words.ts';
import { SealError } from '../../session/secrets/seal-error.ts';
import { sayHas, saidValues, trackedFields } from '../../wording/tracked-values.ts';
import { actAndTell, type StepOutcome } from '../take-step.ts';
import { formFieldsOf, type FormField } from '../../wording/form-field.ts';
import type { Position } from '../../session/position/position.ts';

async function asked(visit: Visit): Promise<SealForm> {
  const kind = visit.given.one('kind', 100);
  const found = await withPosition(visit.game, (position) =>
    sealForm(position, kind, visit.game.now(), visit.who),
  );
  if (found === null) throw new FormProblem(404, ({ say }) => say`The rules have no such submission.`);
  return found;
}

function formFor(
  visit: Visit,
  { kind, title, about, fields, needed, inPublic, foreseen, keyless }: SealForm,
  problems: readonly FieldProblem[],
  said: readonly Said[],
): FilledForm {
  const { say } = visit.wording;
  const given = visit.given.has('do')
    ? (id: string): readonly string[] => visit.given.all(`p-${id}`)
    : startOfFields(fields);
  const named = needed.map((one) => ({
    ...one,
    label: inPublic.has(one.id) ? say`${one.label} (public)` : say`${one.label} (sealed)`,
  }));
  const isReady = keyless.length === 0;
  return formOf({
    kind: 'seal',
    title,
    lede: [
      ...about,
      say`Only those it is sealed to can read a sealed text. Everybody sees who sent it and when.`,
    ].join(' '),
    hidden: { kind, mark: said.at(-1)?.mark ?? '' },
    fields: fieldsWith(named, given, problems),
    buttons: [
      ...(foreseen ? [{ name: 'do', value: 'preview', label: say`Preview` }] : []),
      ...(isReady
        ? seatedOnly(visit, { name: 'do', value: 'seal', label: say`Seal and send`, main: true })
        : []),
    ],
    live: isReady,
    links: isReady ? [] : [{ text: say`Keys, and what was sealed`, to: 'do/seal/' }],
    said: isReady ? said : [tell('refused', lacksKeys(keyless, visit.wording)), ...said],
  });
}

function lacksKeys(people: readonly string[], { say }: Wording): string {
  return say`Nothing can be sealed to ${people.join(', ')} yet. Each of them first makes a key known, on the page “Sealed”.`;
}

/** A picture that came within a submission is far longer than any text. */
const MOST_SHOWN = 2_000;

/** Warns the sender of links whose pictures can't be loaded, before they are sent. */
async function warnOfPictures(
  { game, wording: { say } }: Visit,
  kind: string,
  words: Readonly<Record<string, unknown>>,
): Promise<readonly Said[]> {
  const links = await withPosition(game, ({ open: { play } }) => {
    const types = play.model.submissions[kind];
    return picturesIn({ ...types?.with, ...types?.open }, words).filter((one) => !one.startsWith('data:'));
  });
  await game.pictures.gather(links);
  const known = game.pictures.known();
  return links.flatMap((link) => {
    const problem = pictureProblem(known, link);
    return problem === null
      ? []
      : [tell('refused', say`The picture at ${link} can’t be loaded: ${problem}. You can send it anyway.`)];
  });
}

/** The sealed submissions of this game, decrypted for their receiver. */
async function sealedParts({
  game,
  who,
  wording: { say, time },
}: Pick<Visit, 'game' | 'who' | 'wording'>): Promise<readonly FormPart[]> {
  const sent = await withPosition(game, (position) =>
    sealedAt(position, who).some(({ contents }) => contents !== null)
      ? readInbox(position, game).pictures.map(({ address }) => address)
      : [],
  );
  const tried = game.pictures.known();
  await game.pictures.gather(sent.filter((address) => !Object.hasOwn(tried, address)));
  return withPosition(game, (position) => {
    const naming = namingOf(position.open.play);
    const { pictures } = readInbox(position, game);
    const known = game.pictures.known();
    const pictureAt = (address: string): string | null => {
      const found = Object.hasOwn(known, address) ? known[address] : undefined;
      const bytes = found !== undefined && 'copy' in found ? game.pictures.read(found.copy) : null;
      return bytes === null ? null : `data:image/webp;base64,${base64Of(bytes)}`;
    };
    return sealedAt(position, who).map(({ id, n, kind, by, at, open, contents, used }) => ({
      ...BARE,
      id,
      title: say`${n} · ${titleOfSubmission(position.open.play.model, kind)} by ${naming.person(by)}`,
      meta: `${time(at)}${used ? say`, used` : contents === null ? say` · sealed` : ''}`,
      lines: Object.entries({ ...open, ...contents }).flatMap(([key, value]) =>
        typeof value === 'string' && pictureAt(value) !== null
          ? []
          : [`${inWords(key)}: ${cutTo(naming.value(value), MOST_SHOWN)}`],
      ),
      pictures:
        contents === null
          ? []
          : pictures.flatMap(({ n: of, address }) => (of === n ? (pictureAt(address) ?? []) : [])),
      wrong: pictures.flatMap(({ n: of, address, problem }) =>
        of !== n || contents === null || problem === null
          ? []
          : [say`The picture at ${address} can’t be loaded: ${problem}.`],
      ),
    }));
  });
}

const BARE = { wrong: [], diffs: [], links: [], buttons: [] } as const;

/** What somebody can do so that others can seal to them, and so that what they hold a share of is opened. */
async function dutiesOf({ game, who, wording: { say } }: Visit): Promise<readonly FormPart[]> {
  if (who === null || game.vault.readerKey === undefined) return [];
  const { lacksKey, holdsShares } = await withPosition(game, (position) => {
    const me = playerAt(position, who);
    const { submissions } = position.open.play.state();
    return {
      lacksKey: Object.keys(kindsToSeal(position)).some((kind) =>
        keylessAt(position, kind, game.now()).includes(me),
      ),
      holdsShares: Object.values(submissions).some(
        ({ used, holders }) => !used && holders?.people.includes(me) === true,
      ),
    };
  });
  const { many } = holdsShares ? await sharesAtHand(game, who) : { many: 0 };
  const part = (title: string, meta: string, value: string, label: string): FormPart => ({
    ...BARE,
    id: value,
    title,
    meta,
    buttons: [{ name: 'duty', value, label, main: true }],
  });
  return [
    ...(lacksKey
      ? [
          part(
            say`Your key`,
            say`Nothing can be sealed to you before your key is known. It stays on the machine that serves the game.`,
            'key',
            say`Make my key known`,
          ),
        ]
      : []),
    ...(many > 0
      ? [
          part(
            say`Something can be opened`,
            say`You hold a share of it. When enough people show theirs, everybody can read it.`,
            'shares',
            say`Show my share`,
          ),
        ]
      : []),
  ];
}

async function takeDuty({ game, wording: { say } }: Visit, who: Person, duty: string): Promise<FormAnswer> {
  const text =
    duty === 'key'
      ? `/reader-key ${(await game.vault.readerKey?.(who.id))?.recipient ?? ''}`
      : (await sharesAtHand(game, who)).text;
  if (text === null)
    throw new FormProblem(409, (wording) => wording.say`Nothing is waiting to be opened by you.`);
  const step = await actAndTell(game, async () => {
    await game.say(who, await game.thread(), text);
    return null;
  });
  return {
    step,
    done: duty === 'key' ? say`Your key is known.` : say`Your share is shown.`,
    goTo: 'do/seal/',
  };
}

async function overview(visit: Visit): Promise<FilledForm> {
  const { say } = visit.wording;
  const kinds = Object.entries(await withPosition(visit.game, kindsToSeal));
  const sealed = await sealedParts(visit);
  return formOf({
    kind: 'seal',
    title: say`Sealed`,
    said: sealed.length === 0 ? [tell('plain', say`Nothing secret has been sent yet.`)] : [],
    lede:
      kinds.length === 0
        ? say`No rule asks for anything secret.`
        : say`Only those it is sealed to can read a sealed text. Everybody sees who sent it and when.`,
    links: kinds.map(([kind, { title }]) => ({
      text: title ?? kind,
      to: `do/seal/?kind=${encodeURIComponent(kind)}`,
    })),
    parts: [...(await dutiesOf(visit)), ...sealed],
  });
}

function notYet({ say }: Wording): Said {
  return tell('plain', say`It can’t be deleted once it is sent. Check it, then press the button again.`);
}

function notJudged({ say }: Wording): string {
  return say`It can be sent. Whether it counts is decided when it is opened.`;
}

export const sealHandler: FormHandler = {
  open: async (visit) =>
    visit.given.has('kind') ? formFor(visit, await asked(visit), [], []) : overview(visit),
  send: async (visit): Promise<FormAnswer> => {
    const who = seatOf(visit);
    const { wording } = visit;
    const { say } = wording;
    const duty = visit.given.one('duty', 10);
    if (duty === 'key' || duty === 'shares') return takeDuty(visit, who, duty);
    const found = await asked(visit);
    if (found.keyless.length > 0) return { form: formFor(visit, found, [], []) };
    const { words, problems } = readForm(found.kind, found.fields, (id) => visit.given.all(`p-${id}`), say);
    if (problems.length > 0) {
      const problemsShown = visit.part ? problems : problems.filter(({ field }) => field === null);
      const lines = problemsShown.map(({ reason }) => reason);
      const wrong = problemsShown.flatMap(({ field }) => (field === null ? [] : [`p-${field}`]));
      const said = lines.length === 0 ? [] : [tell('refused', null, { lines, wrong })];
      return { form: formFor(visit, found, problems, said) };
    }
    const { refusal, result } = await withPosition(visit.game, (position) =>
      previewSeal(position, visit.game.now(), who, found.kind, words),
    );
    const mark = markOf([who.id, found.kind, words, result], visit.game.now());
    const readingOf = visit.given.one('do', 10) === 'preview';
    if (readingOf || refusal !== null || visit.given.one('mark', 64) !== mark) {
      const warned = await warnOfPictures(visit, found.kind, words);
      const first = readingOf ? warned : [...warned, notYet(wording)];
      const said =
        refusal === null
          ? [...first, tell('done', result === null ? notJudged(wording) : null, { result, mark })]
          : [tell('refused', reasonOf(refusal, wording))];
      return { form: formFor(visit, found, [], said) };
    }
    const step = await takeSeal(visit.game, who, found, words);
    return { step, done: say`Sealed and sent.`, goTo: 'do/seal/' };
  },
};

type Kinds = ModelDescription['submissions'];

interface SealForm {
  readonly kind: string;
  readonly title: string;
  /** What it is, and how the dynasty stands: `Round 2, Theme Cats`. */
  readonly about: readonly string[];
  readonly fields: readonly FormField[];
  /** The same, as the rules ask for them now. */
  readonly needed: readonly FormField[];
  readonly inPublic: ReadonlySet<string>;
  /** True if a rule can forecast the result. */
  readonly foreseen: boolean;
  /** The names of those it is sealed to who have made no key known. */
  readonly keyless: readonly string[];
}

function kindsToSeal({ open }: Position): Kinds {
  return open.play.sandbox.describe().submissions;
}

function sealForm(position: Position, kind: string, now: string, who: Person | null): SealForm | null {
  const kinds = kindsToSeal(position);
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (known === undefined) return null;
  const { play } = position.open;
  const choices = choicesFrom(play, now, who === null ? null : playerAt(position, who));
  const fields = formFieldsOf({ ...known.open, ...known.with }, play.state(), choices);
  const tracked = trackedFields(play.model.fields['game'], play.model).filter(
    ([, { rule, type }]) =>
      rule.startsWith('dynastic/') && !['data', 'list', 'map', 'record'].includes(type.kind),
  );
  const stands = sayHas(saidValues(tracked, play.state().game, namingOf(play)));
  return {
    kind,
    title: known.title ?? kind,
    about: [...(known.about === undefined ? [] : [known.about]), ...(stands === '' ? [] : [`${stands}.`])],
    fields,
    needed:
      who === null
        ? fields
        : neededNow(fields, (words) => previewSeal(position, now, who, kind, words).refusal),
    inPublic: new Set(Object.keys(known.open).map(toKebab)),
    foreseen: foreseenBy(position, kind) !== null,
    keyless: keylessAt(position, kind, now).map((id) => namingOf(play).person(id)),
  };
}

/** Those it would be sealed to now who have made no key known. */
function keylessAt({ accounts, open: { play } }: Position, kind: string, now: string): readonly string[] {
  const holders = holdersAt(play, now, kind);
  if (holders === null || 'problem' in holders) return [];
  return holders.people.filter((id) => accounts.readerOf(id) === null);
}

interface SealedSeen extends Pick<SubmissionData, 'id' | 'n' | 'kind' | 'by' | 'at' | 'open' | 'used'> {
  /** Null if the person in the seat may not read it, or the key is not on this machine. */
  readonly contents: SubmissionData['contents'];
}

/** The sealed submissions of this game; only the head of the dynasty and who sent them see their contents. */
function sealedAt(position: Position, who: Person | null): readonly SealedSeen[] {
  const { submissions, dynasty } = position.open.play.state();
  const own = who === null ? null : playerAt(position, who);
  const receives = own !== null && dynasty['emperor'] === own;
  return Object.values(submissions).map((one) => ({
    ...one,
    contents: receives || one.by === own ? one.contents : null,
  }));
}

/** Seals the private parameters to the game's key, and posts them as any player would. */
async function takeSeal(
  game: Game,
  who: Person,
  { kind, inPublic }: SealForm,
  words: Readonly<Record<string, unknown>>,
): Promise<StepOutcome> {
  const { text } = await withPosition(game, (position) =>
    sealWords(position, game, who, { kind, inPublic, words }),
  ).catch((error: unknown) => {
    throw error instanceof SealError ? new FormProblem(409, () => error.message) : error;
  });
  return actAndTell(game, async () => {
    await game.say(who, await game.thread(), text);
    return null;
  });
}
