import { setTimeout as wait } from 'node:timers/promises';
import { decideHere, type CallAnswer, keepPending, settlePending } from './decide-here.ts';
import type { Caches } from '../../../cache/caches.ts';
import { type Person, ForgeError } from '../../../forge/events.ts';
import type { CommentId, Forge, ForgeReading, PostId } from '../../../forge/port.ts';
import type { Position } from '../../../session/position/position.ts';
import { advance } from '../../../repository/refs.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import type { Oid } from '../../../repository/oid.ts';
import { journalTip, readJournalHead } from '../../../store/journal/journal-head.ts';
import { readEngineFiles } from '../../../store/engine-files.ts';
import type { ContentFiles } from '../../../store/paths.ts';
import { numberOfId } from '../../../store/post-files.ts';
import type { Seeds } from '../../../session/chance/draws.ts';
import type { Vault } from '../../../session/secrets/vault.ts';
import type { GameElsewhere } from '../../game.ts';
import type { PictureStore } from '../../../pictures/picture-store.ts';
import { openSession } from '../../../tick/open-session.ts';
import { readStatus } from '../../../tick/read-status.ts';
import { readContent } from '../../../tick/observe.ts';
import { mainOf, type TickReport } from '../../../tick/tick-options.ts';
import { MOST_LETTERS, parseReport, writeReport } from '../../../wording/action-report.ts';

export interface HostedOptions {
  readonly folder: string;
  readonly forge: Forge;
  /** The owner of the token. */
  readonly me: Person;
  /** Comments on the forge in their name. */
  readonly say: (post: PostId, text: string) => Promise<CommentId>;
  readonly vault: Vault;
  readonly privately: string;
  /** Public dice, as far as they are known here. */
  readonly dice: Pick<Seeds, 'beacon' | 'dice'>;
  readonly pictures: PictureStore;
  readonly caches: Caches;
  readonly now: () => string;
}

const PAUSE_MS = 2_000;
const MOST_READS = 15;

/**
 * A game on a forge elsewhere, seen from a player's machine. The engine there takes in what they say. Only what needs
 * their secrets runs here, and its result is posted there; nothing else of the game is written.
 */
export function hostedGame(options: HostedOptions): GameElsewhere {
  const { folder, me, vault: held, privately, dice, pictures, now, caches } = options;
  const forge = readingOf(options.forge);
  const { secret, older = [] } = held.seeds;
  const vault: Vault = { ...held, seeds: { ...dice, ...(secret === undefined ? {} : { secret }), older } };
  const main = (): Promise<Oid> => mainOf(forge);
  const content = async () => readContent(forge, await main());
  const settle = async (): Promise<void> => settlePending(privately, held, await content());
  const openPosition = async (): Promise<Position> => {
    await settle();
    return (await openSession({ forge, vault, pictures, now: now(), caches, elsewhere: true }, await main()))
      .position;
  };
  return {
    played: 'elsewhere',
    folder,
    me,
    forge,
    vault,
    caches,
    pictures,
    now,
    main,
    content,
    async tick(): Promise<TickReport> {
      await settle();
      const here = { forge, vault, pictures, caches, now: now(), main: await main(), me };
      const { decision, answer } = await decideHere(here);
      if (answer !== null) await tellAnswer(options, answer);
      const commits = decision.commits.map(({ message }) => ({ commit: null, message }));
      const { happened, stuck } = decision;
      return { happened, stuck, commits, undone: [], restored: null, notified: answer === null ? 0 : 1 };
    },
    openPosition,
    async status() {
      const position = await openPosition();
      try {
        return readStatus(position, now());
      } finally {
        position.open.play.dispose();
      }
    },
    say: async (_by, post, text) => sayAndSee(options, numberIn(await content(), post), text),
    thread: () => threadOf(forge),
  };
}

/** Posts that the rules made, or that came after a move, have other names in the game than on the forge. */
function numberIn(files: ContentFiles, post: string): PostId {
  const { links, moved } = readEngineFiles(files).engine.facts;
  const linked = Object.entries(links).find(([, id]) => id === post)?.[0];
  return linked ?? (moved === null ? null : numberOfId(moved, post)) ?? post;
}

/** New comments may take a moment to become visible. */
async function sayAndSee({ forge, say }: HostedOptions, post: PostId, text: string): Promise<CommentId> {
  const tip = await journalTip(forge.repository);
  const seen = tip === null ? null : await readJournalHead(forge.repository, tip);
  const comment = await say(post, text);
  for (let reads = 0, mark = seen?.mark ?? null; reads < MOST_READS; reads++) {
    // Starts from the journal, then from the previous look, so that old events aren't read again.
    const { events, mark: next } = await forge.observe(mark);
    mark = next;
    if (events.some((event) => event.type === 'commented' && event.comment === comment)) return comment;
    await wait(PAUSE_MS);
  }
  throw new ForgeError('unavailable', 'Your words can’t be seen there yet. Check again: `gitnomic tick`.');
}

async function tellAnswer(options: HostedOptions, answer: CallAnswer): Promise<void> {
  const text = writeReport({ ...answer, pictures: await pushCopies(options, answer) });
  if (text.length > MOST_LETTERS || parseReport(text) === null)
    throw new ForgeError('bad-request', `The changes of ${answer.action} are too long for one comment.`);
  keepPending(options.privately, answer.call, answer.hidden);
  await sayAndSee(options, answer.post ?? (await threadOf(options.forge)), text);
}

/** The forge without any writing; the journal is only brought up to date locally. */
export function readingOf({ name, engine, repository, observe, bring }: Forge): ForgeReading {
  return {
    name,
    engine,
    repository,
    observe,
    bring,
    advance: (branch, expected, next) => advance(repository, branch, expected, next),
  };
}

/** People talk to the engine on its first post that is still open. */
async function threadOf(forge: ForgeReading): Promise<PostId> {
  const { events } = await forge.observe(null);
  const closed = new Set(events.flatMap((event) => (event.type === 'closed' ? [event.post] : [])));
  const found = events.find(
    (event) => event.type === 'opened' && event.by?.id === forge.engine.id && !closed.has(event.post),
  );
  if (found?.type === 'opened') return found.post;
  throw new ForgeError('no-such-post', 'The engine has no open post there: name one with --on.');
}

/** Pushes copies of pictures on a branch of their own, from which the engine takes them. */
async function pushCopies(
  { forge, pictures, me, now }: HostedOptions,
  answer: CallAnswer,
): Promise<Oid | null> {
  const files = answer.copies.flatMap((copy) => {
    const bytes = pictures.read(copy);
    return bytes === null ? [] : [[`pictures/${copy}.webp`, bytes] as const];
  });
  if (files.length === 0) return null;
  const commit = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map(files),
    author: { name: me.name, email: '', at: now() },
    message: `Pictures of ${answer.action}\n`,
  });
  await forge.advance(`told-${answer.call}`, null, commit);
  return commit;
}
