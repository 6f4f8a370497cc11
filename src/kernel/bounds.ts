/**
 * The most of each thing that is written, and the most of it that is read again: in one table, because a game in which the one is
 * more than the other can't be opened any more. `test/attacks/floods.test.ts` holds each pair together.
 */
export const BOUNDS = {
  /** The message of a commit, in letters, and all of a commit, in bytes. Older engines wrote messages of megabytes. */
  message: { written: 20_000, read: 64 * 1024 * 1024 },
  /** The name of an author. */
  authorName: { written: 200, read: 64 * 1024 * 1024 },
  /** The name of a thing, a person or a collection, in bytes as a file is called; systems take 255. */
  fileName: { written: 180, read: 200 },
  /** Names in a list that people read. */
  names: { written: 20 },
  /** A text that is posted on a forge or stands in a line of the journal; forges take no more than 65,536 letters. */
  told: { written: 64_000, read: 65_536 },
  title: { written: 250, read: 500 },
  /** No forge is known that takes fewer than 50 letters, and the engine's own labels begin with a prefix. */
  label: { written: 40, read: 50 },
  /** A decision of another machine, decompressed. */
  decided: { written: 4 * 1024 * 1024, read: 4 * 1024 * 1024 },
  /** The tracked values of one player, thing, dynasty or post, as JSON; as front matter they take up to ten times as much. */
  tracked: { written: 200_000, read: 4_000_000 },
  /** The depth and the number of parts that a tracked value may have. */
  depth: { written: 60, read: 64 },
  parts: { written: 90_000, read: 100_000 },
  /** A file that people write, such as a rule, in letters. */
  ruleFile: { written: 150_000, read: 150_000 },
  /** The changes of one branch, in letters, the texts before included. */
  asked: { written: 2_000_000 },
  /** The words on one post, in letters: beyond them only the beginning of each comment is kept. */
  talk: { written: 500_000, beginning: 200 },
  /** All that is pending: where it is more no matter is taken in, and in the end nothing that makes it more. */
  pending: { opened: 6_000_000, written: 10_000_000 },
  /** One part of a month of the ledger, in letters; a line is never cut. */
  ledgerPart: { written: 1_000_000 },
  /** A file of the game, in bytes; all its files together, and their number. */
  file: { written: 60 * 1024 * 1024, read: 64 * 1024 * 1024 },
  content: { written: 500 * 1024 * 1024, read: 512 * 1024 * 1024 },
  files: { written: 190_000, read: 200_000 },
  /** A folder as Git keeps it, in bytes. */
  folder: { read: 64 * 1024 * 1024 },
} as const;

/** `a, b, c` and how many more there are, where there are many. */
export function fewOf(names: readonly string[], most: number = BOUNDS.names.written): readonly string[] {
  return names.length <= most ? names : [...names.slice(0, most), `… and ${names.length - most} more`];
}

/** A text that is no longer than that, and says so where it was. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.charCodeAt(most - 2);
  // Half of a letter that takes two places is none.
  const whole = end >= 0xd800 && end < 0xdc00 ? most - 2 : most - 1;
  return `${text.slice(0, whole)}…`;
}
