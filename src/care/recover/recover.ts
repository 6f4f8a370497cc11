import type { Caches } from '../../cache/caches.ts';
import type { Forge } from '../../forge/port.ts';
import { shellWord } from '../../language/shell-word.ts';
import type { Oid } from '../../repository/oid.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { addCheckpoint, CHECKPOINTS, type Checkpoint } from '../../store/checkpoints.ts';
import { lastThatWorked, momentOf, type Moment, rulesNamedIn, whyBroken, withoutRules } from './history.ts';
import { GAMESTATE, type ContentFiles } from '../../store/paths.ts';
import { inThisFormat } from '../../store/formats/migrations.ts';
import { migrateMain } from '../../tick/migrate-main.ts';
import { adminsOf, readGame } from '../../store/read-game.ts';
import { readContent } from '../../tick/observe.ts';
import { mainOf } from '../../tick/tick-options.ts';
import { NO_SECRETS, openSession } from '../../tick/open-session.ts';
import { readStatus } from '../../tick/read-status.ts';
import type { ForgeEvent, Person } from '../../forge/events.ts';
import type { State } from '../../kernel/state.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { commandsIn } from '../../session/take/commands.ts';
import { inert } from '../../wording/inert.ts';
import { fewOf } from '../../kernel/bounds.ts';
import { minuteOf } from '../../kernel/time.ts';
import { findPerson, namedPeople } from '../../session/position/person-id.ts';
import { linesIn } from '../../store/ledger-line.ts';

/** A comment with which a player consents to going back to a commit. The player who asks for it consents. */
const CONSENT = /(?:\bconsents? to|\/recover) ([0-9a-f]{7,40})\b/giu;

/** The players, read from files without asking rules, which may be what is broken. */
function rollOf(files: ContentFiles): readonly string[] {
  const { players }: Pick<State, 'players'> = readGame(files).state ?? { players: {} };
  const all = Object.keys(players);
  const active = all.filter((id) => (players[id]?.['state'] ?? 'active') === 'active');
  // If rules have made everybody inactive, all of them count.
  return active.length > 0 ? active : all;
}

/** Players whose comments on a post, as they read now, consent to a commit. */
function consentsTo(
  events: readonly ForgeEvent[],
  { post, commit, files }: { readonly post: string; readonly commit: Oid; readonly files: ContentFiles },
): readonly string[] {
  const comments = new Map<string, { readonly by: string; readonly text: string }>();
  for (const event of events) {
    if (!('post' in event) || event.post !== post || !('comment' in event) || event.comment === null)
      continue;
    if (event.type === 'commented') comments.set(event.comment, { by: event.by?.id ?? '', text: event.text });
    else if (event.type === 'comment-removed') comments.delete(event.comment);
    else if (event.type === 'comment-edited') {
      const by = event.by?.id ?? '';
      // An edit by somebody else is no consent.
      if (comments.get(event.comment)?.by === by) comments.set(event.comment, { by, text: event.text });
      else comments.delete(event.comment);
    }
  }
  const consenting = [...comments.values()].filter(({ text }) =>
    [...text.matchAll(CONSENT)].some(([, named = '']) => commit.startsWith(named.toLowerCase())),
  );
  return [...new Set(consenting.map(({ by }) => playerOf(by, files)))].sort();
}

/** The player with this account, or the one with this id. */
function playerOf(account: string, files: ContentFiles): string {
  const { people } = readGame(files).facts;
  return Object.hasOwn(people, account) ? (people[account] ?? account) : account;
}

function isMajority(consenting: readonly string[], roll: readonly string[]): boolean {
  return roll.filter((id) => consenting.includes(id)).length * 2 > roll.length;
}

/** The rule that refuses a matter although it is due, and its words. */
interface Standstill {
  readonly rule: string;
  readonly why: string;
}

/** The first due matter that a rule has refused for a day. The rules must be able to answer. */
async function findStandstill(
  {
    forge,
    now,
    caches,
  }: { readonly forge: Forge; readonly now: string; readonly caches: Caches | undefined },
  main: Oid,
): Promise<Standstill | null> {
  const { position } = await openSession({ forge, now, vault: NO_SECRETS, caches }, main);
  try {
    const standstills = readStatus(position, now).queue.flatMap(({ title, fault, refusedBy, standsStill }) =>
      standsStill && refusedBy !== null ? [{ rule: refusedBy, why: `${title}: ${fault ?? ''}` }] : [],
    );
    return standstills[0] ?? null;
  } finally {
    position.open.play.dispose();
  }
}

export interface Recovering {
  readonly forge: Forge;
  /** The id of an Admin, or of any player if enough have consented. */
  readonly by: string;
  readonly name: string;
  readonly now: string;
  readonly why?: string;
  /** The commit that players have consented to in comments on this post. */
  readonly consent?: { readonly to: string; readonly post: string };
  /** Changes nothing. */
  readonly dryRun?: boolean;
  readonly caches?: Caches | undefined;
}

export interface Recovered {
  /** Null if nothing was changed. */
  readonly commit: Oid | null;
  /** The commit that the restored rules come from, and its time. */
  readonly from: Oid;
  readonly at: string;
  /** The problems of the rules before. */
  readonly broken: string;
  readonly changed: readonly string[];
  /** Matters enacted since, which are lost if they changed something that is restored. */
  readonly undone: readonly string[];
  /** Actions since then, latest first, which are undone with the gamestate. */
  readonly actions: readonly string[];
  /** The rules that were repealed, or null if rules or values were restored. */
  readonly repealed: string | null;
}

/** The moment to which a game goes back, and the reason that allows it. */
interface Way extends Pick<Recovery, 'consent'> {
  readonly moment: Moment;
  readonly broken: string;
}

/**
 * Goes back to the last playable state if the game can't go on, or to any state that enough players consent to. One
 * commit on main restores rules and gamestate. Only this walks through history.
 */
export async function recover(recovering: Recovering): Promise<Recovered> {
  const { forge, by, name, now, why, dryRun } = recovering;
  if (dryRun !== true) await migrateMain(forge, now);
  const main = await mainOf(forge);
  const files = inThisFormat(await readContent(forge, main));
  const { moment, broken, consent } = await (recovering.consent === undefined
    ? wayOfAnAdmin(recovering, main, files)
    : wayByConsent(recovering.consent, recovering, main, files));
  const { commit: from, at, changes, undone, repealed } = moment;
  if (changes.size === 0)
    throw new RecoverError(
      'nothing-to-undo',
      'The rules and the gamestate are the same as then.',
      'Name an earlier commit.',
    );
  const actions = actionsSince(files, moment);
  const changed = [...changes.keys()];
  const found = { from, at, broken, changed, undone, actions, repealed: repealed ?? null };
  if (dryRun === true) return { commit: null, ...found };
  const given = { ...(consent && { consent }), ...(repealed !== undefined && { repealed }) };
  const record: Recovery = { kind: 'recovery', at: now, by, from, broken, why: why ?? null, ...given };
  const commit = await writeCommit(forge.repository, {
    parents: [main],
    changes: new Map([...changes, [CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), record)]]),
    author: { name, email: `${by}@players.invalid`, at: now },
    committer: { name: forge.engine.name, email: '', at: now },
    message: messageOf(record, name),
  });
  if ((await forge.advance('main', main, commit)) === 'moved')
    throw new RecoverError('contended', 'Somebody else moved main in the meantime.', 'Try again.');
  await forge.post({
    key: `recovery-${commit}`,
    kind: 'tell',
    title: repealed === undefined ? 'Earlier rules are in force again' : 'A rule in the way was repealed',
    text: textOf(record, name, sayUndone(actions)),
  });
  return { commit, ...found };
}

type Recovery = Extract<Checkpoint, { kind: 'recovery' }>;

/** What changed the gamestate since a moment, if the gamestate of then is restored. */
function actionsSince(now: ContentFiles, { files, changes }: Moment): readonly string[] {
  if (![...changes.keys()].some((path) => path.startsWith(GAMESTATE))) return [];
  const [{ ledger, state }, from] = [readGame(now), linesIn(readGame(files).ledger)];
  const people = namedPeople(state?.players ?? {});
  return ledger
    .filter((line) => line.n >= from && line.changes.length > 0 && !/^(?:enact|fail) /u.test(line.what))
    .map(({ at, by, what }) => `${findPerson(people, by)?.name ?? by}: ${what}, ${minuteOf(at)}`)
    .reverse();
}

/** `With the gamestate, 2 actions since then are undone: Bo: throw-the-die, 2030-06-03 09:00; …` */
export function sayUndone(actions: readonly string[]): string {
  if (actions.length === 0) return 'Actions since then stay.';
  const head = actions.length === 1 ? 'one action since then is' : `${actions.length} actions since then are`;
  return `With the gamestate, ${head} undone: ${fewOf(actions, 3).join('; ')}.`;
}

async function wayOfAnAdmin(
  { forge, by, name, now, caches }: Recovering,
  main: Oid,
  files: ContentFiles,
): Promise<Way> {
  const admins = adminsOf(readGame(files));
  // If nobody is an Admin any more, those of the restored state count.
  if (admins.length > 0) mustBeAmong(admins, by, name);
  const stopped = await whyBroken(files, now, caches);
  const standstill = stopped === null ? await findStandstill({ forge, now, caches }, main) : null;
  const broken = stopped ?? standstill?.why ?? null;
  if (broken === null)
    throw new RecoverError(
      'not-broken',
      'The game can go on: its rules load, and they could be changed.',
      'A proposal can fix a wrong rule. If enough players consent, the game can go back to any moment: `gitnomic doctor recover --moments` lists them, `--to MOMENT` consents.',
    );
  // Repealing the rule that blocks the game undoes the least, and keeps it from blocking the game again. Several may run what fails.
  const inTheWay = standstill !== null ? [standstill.rule] : rulesNamedIn(files, broken);
  for (const rules of [...inTheWay.map((rule) => [rule]), inTheWay]) {
    const without = await withoutRules(main, files, rules, { now, caches });
    if (without !== null && admins.length > 0) return { moment: without, broken };
  }
  const moment = await lastThatWorked(forge, main, { now, caches });
  if (moment === null)
    throw new RecoverError(
      'never-worked',
      'No state of this game could go on under this engine.',
      'If it worked under an older engine, use that one; `gitnomic doctor` says what is wrong.',
    );
  if (admins.length === 0) mustBeAmong(adminsOf(readGame(moment.files)), by, name);
  return { moment, broken };
}

function mustBeAmong(admins: readonly string[], by: string, name: string): void {
  if (!admins.includes(by))
    throw new RecoverError('not-an-admin', `Only an Admin can do this, and ${name} isn’t one.`);
}

/** The rules have no say in this: nothing is rehearsed, and the files determine who is a player. */
async function wayByConsent(
  { to, post }: NonNullable<Recovering['consent']>,
  { forge, dryRun }: Recovering,
  main: Oid,
  files: ContentFiles,
): Promise<Way> {
  const moment = /^[0-9a-f]{7,40}$/u.test(to) ? await momentOf(forge, main, to) : null;
  if (moment === null)
    throw new RecoverError(
      'no-such-moment',
      `Main was never at ${to}.`,
      '`gitnomic doctor recover --moments` lists the moments to choose from.',
    );
  const { events } = await forge.observe(null);
  const commit = moment.commit.slice(0, 10);
  const consenting = consentsTo(events, { post, commit: moment.commit, files });
  const rolls = [rollOf(moment.files), rollOf(moment.beforeLast ?? files)];
  const [then = [], last = []] = rolls;
  const isEnough = rolls.every((roll) => isMajority(consenting, roll));
  const missing = `It takes the consent of more than half of the ${then.length} who played then, and of more than half of the ${last.length} who played before the last enactment since; ${consenting.join(', ') || 'nobody'} consented.`;
  if (!isEnough && dryRun !== true)
    throw new RecoverError(
      'no-consent',
      missing,
      `Each of them says \`gitnomic doctor recover --to ${shellWord(commit)} --as NAME\`, or comments on post ${post}: /recover ${commit}`,
    );
  const broken = isEnough ? `${consenting.length} players consented to go back` : missing;
  return { moment, broken, consent: { post, by: consenting, of: [...new Set([...then, ...last])].sort() } };
}

function messageOf({ from, why, broken, repealed }: Recovery, name: string): string {
  if (repealed !== undefined)
    return `Repeal ${repealed}, which stood in the way, by ${name}\n\n${why ?? broken}\n`;
  return `Go back to ${from.slice(0, 7)}, by ${name}\n\n${why ?? broken}\n`;
}

function textOf({ from, why, broken, consent, repealed }: Recovery, name: string, undone: string): string {
  return [
    repealed !== undefined
      ? `${name} repealed ${repealed}, which stood in the way. Everything else stays as it is.`
      : `${name} went back to the rules as they were in ${from.slice(0, 7)}, ${consent === undefined ? 'the last under which the game could go on' : 'and to the gamestate of then'}.`,
    consent === undefined
      ? `The fault was: ${broken}`
      : `${consent.by.join(', ')} consented, on post ${consent.post}.`,
    ...(why === null ? [] : [`${name} says: ${why}`]),
    `Posts, comments and votes since then stay. ${undone}`,
  ].join('\n\n');
}

/** The reason why the rules stay unchanged, with what to do instead. */
export class RecoverError extends CodedError {
  constructor(code: string, message: string, next?: string) {
    super(code, message, { next });
  }
}

export interface AskedToGoBack {
  readonly forge: Forge;
  /** The events since the last look. */
  readonly events: readonly ForgeEvent[];
  /** Whether the engine can comment on a post and has not yet done so with this key. */
  readonly awaits?: (post: string, key: string) => boolean;
  readonly now: string;
  readonly caches: Caches;
}

/**
 * Goes back if somebody asks for it with `/recover`, or with `/recover COMMIT` on a post where players consented.
 * Runs before any rule is asked, since rules may no longer answer. Returns one sentence for each request.
 */
export async function recoverAsked({ forge, events, awaits, now, caches }: AskedToGoBack): Promise<string[]> {
  const said: string[] = [];
  for (const event of events) {
    const person = event.by;
    if (event.type !== 'commented' || person === null) continue;
    const command = commandsIn(event.text).find(({ name }) => name === 'recover');
    const key = `recover-${event.comment ?? event.post}`;
    if (command === undefined || awaits?.(event.post, key) === false) continue;
    const [to] = command.operands;
    const consent = to === undefined ? {} : { consent: { to, post: event.post } };
    const answer = await answerTo(() => goBackFor(person, { forge, now, caches, ...consent }));
    await forge.comment(event.post, key, `${inert(answer)}\n`);
    said.push(answer);
  }
  return said;
}

interface GoingBack extends Pick<AskedToGoBack, 'forge' | 'now' | 'caches'> {
  readonly consent?: { readonly to: string; readonly post: string };
}

/** Goes back for a person on the forge and reports the result. Throws a `RecoverError` if they may not or need not. */
export async function goBackFor({ id, name }: Pick<Person, 'id' | 'name'>, back: GoingBack): Promise<string> {
  const by = playerOf(id, await readContent(back.forge, await mainOf(back.forge)));
  const { from, undone, actions, repealed } = await recover({ ...back, by, name });
  if (repealed !== null) return `Repealed: ${repealed}. Everything else stays as it is.`;
  return `The game is back at ${from.slice(0, 10)}; ${undone.length} enactments are undone. ${sayUndone(actions)}`;
}

async function answerTo(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RecoverError)) throw error;
    return `Nothing was changed: ${error.message} ${error.next ?? ''}`.trim();
  }
}
