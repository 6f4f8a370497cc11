import type { Count } from '../../kernel/chance.ts';
import type { Pictures } from '../../kernel/pictures.ts';
import { Caches } from '../../cache/caches.ts';
import { readHeads, readTexts } from '../../tick/observe.ts';
import { readHead } from '../../tick/read-head.ts';
import { readSealed } from '../../tick/read-sealed.ts';
import type { JournalEvent } from '../../session/position/situation.ts';
import type { Rolled } from '../../session/chance/recorded-dice.ts';
import { AbortedCalls } from '../../session/play/aborted-calls.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { identitiesOf, vaultKeyOf } from '../../session/secrets/vault.ts';
import type { Past } from './play-again.ts';
import { recordedEndings, type History, type Replayed } from './replay-history.ts';
import { disclosedIn } from './differences.ts';

export interface Span {
  readonly start: ContentFiles;
  readonly ledger: readonly RecordedLine[];
  readonly events: readonly JournalEvent[];
  readonly history: History;
}

/** Everything needed to replay a span of a game, with its recorded rolls. */
export async function pastOf(
  game: Replayed,
  { start, ledger, events, history }: Span,
): Promise<{ readonly past: Omit<Past, 'ticks'>; readonly rolls: ReadonlyMap<number, Rolled> }> {
  const { forge, vault } = game;
  const main = await game.main();
  const heads = new Map(await readHeads(forge, main, events, {}));
  for (const [head, before] of history.merged)
    heads.set(head, await readHead(forge.repository, before, head));
  // A replay ignores heads that main could not read yet, even if it can read them now.
  const { unread } = readGame(await game.content(), game.caches).facts;
  for (const head of Object.values(unread))
    heads.set(head, { changes: [], outside: [], problems: [], unread: 'It could not be read.' });
  // Recorded rolls are reused rather than drawn again.
  const rolled = ledger.flatMap(({ draws }) => draws.map(({ result }) => result as Count));
  const { facts, game: file } = readGame(start, game.caches);
  const { archived } = facts;
  const fixed = [...Array<Count>(archived.rolls).fill(0), ...rolled];
  const { seeds, envelopes: revealed } = await disclosedIn(forge.repository, history.segment);
  const identities = identitiesOf(vault);
  const { name } = file;
  const rolls = new Map<number, Rolled>();
  const past: Omit<Past, 'ticks'> = {
    files: start,
    events,
    now: ledger.at(-1)?.at ?? game.now(),
    heads,
    texts: await readTexts(forge, events, {}),
    readSealed: (some, about) =>
      readSealed(some, { game: name, ...about, identities, revealed, pictures: game.pictures }),
    pictures: picturesOf(game, ledger),
    engine: forge.engine.id,
    notified: 0,
    rerun: true,
    caches: game.caches ?? new Caches(),
    ...(game.noteLine === undefined ? {} : { noteLine: game.noteLine }),
    aborted: new AbortedCalls({ recorded: recordedEndings(ledger) }),
    hidden: await vault.read(vaultKeyOf(start)),
    seeds: {
      ...vault.seeds,
      older: [...(vault.seeds.older ?? []), ...seeds],
      fixed,
      noteRoll: (roll: Rolled) => void rolls.set(roll.line, roll),
    },
  };
  return { past, rolls };
}

/** Fetched pictures from the record if their addresses were public, otherwise from this machine. */
function picturesOf({ pictures }: Replayed, ledger: readonly RecordedLine[]): Pictures {
  return Object.assign({}, pictures.all(), ...ledger.map((line) => line.pictures ?? {})) as Pictures;
}
