import type { PostData, State } from '../../kernel/state.ts';
import type { StateChange } from '../../kernel/store.ts';
import { isPlainObject, sameValue } from '../../kernel/values.ts';
import { fromHex } from '#platform/bytes.ts';
import type { Repository } from '../../repository/repository.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { eventOf } from '../../store/journal/line.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import { commitmentToEnvelope } from '../../session/secrets/commitment.ts';
import type { Envelope } from '../../session/secrets/envelope.ts';
import { isEnvelope, readRevealed } from '../../session/secrets/reveal.ts';
import { commandsIn } from '../../session/take/commands.ts';

/** The differences between two states by value; for posts, their outcomes. */
export function differencesBetween(before: State, after: State): readonly StateChange[] {
  const found: StateChange[] = [];
  const compare = (path: readonly string[], was: unknown, is: unknown, depth: number): void => {
    if (sameValue(was, is)) return;
    if (depth > 0 && isPlainObject(was) && isPlainObject(is)) {
      for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
        compare([...path, key], was[key] ?? null, is[key] ?? null, depth - 1);
    } else found.push({ path, before: was ?? null, after: is ?? null });
  };
  compare(['game'], before.game, after.game, 1);
  compare(['dynasty'], before.dynasty, after.dynasty, 1);
  compare(['players'], before.players, after.players, 2);
  compare(['things'], before.things, after.things, 3);
  return found.filter(({ path }) => path.at(-1) !== 'last-active');
}

export interface EndedOtherwise {
  readonly id: string;
  readonly title: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly at: string | null;
}

/** Matters whose outcome or time differs, and matters that only one of the states has. */
export function endingsBetween(before: State, after: State): readonly EndedOtherwise[] {
  const ids = [...new Set([...Object.keys(before.posts), ...Object.keys(after.posts)])];
  const end = (post: PostData | undefined): string | null => post?.status ?? null;
  return ids.flatMap((id) => {
    const [was, is] = [before.posts[id], after.posts[id]];
    if (end(was) === end(is)) return [];
    return [
      { id, title: (is ?? was)?.title ?? id, before: end(was), after: end(is), at: is?.resolvedAt ?? null },
    ];
  });
}

interface Shown {
  /** Anything that claims to be a seed; only promised ones are used. */
  readonly seeds: readonly Uint8Array[];
  readonly envelopes: ReadonlyMap<string, Envelope>;
}

/**
 * Secrets that have been revealed since a journal segment, with which anybody can replay the emperor's actions. A
 * dynasty's secrets are revealed after it began.
 */
export async function disclosedIn(repository: Repository, segment = ''): Promise<Shown> {
  const tip = await journalTip(repository);
  const seeds: Uint8Array[] = [];
  const envelopes = new Map<string, Envelope>();
  for (const line of tip === null ? [] : await readJournalLines(repository, tip, { from: segment })) {
    const event = eventOf(line);
    if (event?.type !== 'commented') continue;
    seeds.push(...seedsIn(event.text));
    for (const one of (readRevealed(event.text) ?? []).filter(isEnvelope))
      envelopes.set(await commitmentToEnvelope(one), one);
  }
  return { seeds, envelopes };
}

function seedsIn(text: string): readonly Uint8Array[] {
  return commandsIn(text).flatMap(({ name, operands: [verb, hex = ''] }) =>
    name === 'seed' && verb === 'reveal' && /^[0-9a-f]{64}$/u.test(hex) ? [new Uint8Array(fromHex(hex))] : [],
  );
}
