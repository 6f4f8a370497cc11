/**
 * The largest size of each thing that is written, and that is read. They are in one table because a game that writes more than it can
 * read couldn't be opened again. `test/attacks/floods.test.ts` checks each pair.
 */
export const BOUNDS = {
  /** A commit's message, in letters when written, and the whole commit in bytes when read. Older engines wrote messages of megabytes. */
  message: { written: 20_000, read: 64 * 1024 * 1024 },
  authorName: { written: 200, read: 64 * 1024 * 1024 },
  /** The name of a thing, a person or a collection, in bytes of its file name. Most systems allow 255. */
  fileName: { written: 180, read: 200 },
  /** Names in a list that people read. */
  names: { written: 20 },
  /** A text on a forge or in a line of the journal. Forges allow at most 65,536 letters. */
  forgeText: { written: 64_000, read: 65_536 },
  title: { written: 250, read: 500 },
  /** All known forges allow 50 letters, and the engine's own labels begin with a prefix. */
  label: { written: 40, read: 50 },
  /** A decision from another machine, decompressed. */
  decided: { written: 4 * 1024 * 1024, read: 4 * 1024 * 1024 },
  /** The tracked values of one player, thing, dynasty or post as JSON. As front matter they can be ten times as long. */
  tracked: { written: 200_000, read: 4_000_000 },
  /** The depth and the number of parts that a tracked value may have. */
  depth: { written: 60, read: 64 },
  parts: { written: 90_000, read: 100_000 },
  /** A file that people write, such as a rule, in letters. */
  ruleFile: { written: 150_000, read: 150_000 },
  /** A file of translations, in letters: the texts of the pages with their translations take more than a rule may. */
  languageFile: { written: 500_000, read: 500_000 },
  /** The changes of one branch, in letters, including the earlier texts. */
  asked: { written: 2_000_000 },
  /** The words on one post, in letters. Beyond this, only the beginning of each comment is kept. */
  talk: { written: 500_000, beginning: 200 },
  /** Everything that is pending. Beyond the first limit no new matter is accepted, and beyond the second nothing that adds to it. */
  pending: { opened: 6_000_000, written: 10_000_000 },
  /** One part of a month's ledger, in letters. A line is never split. */
  ledgerPart: { written: 1_000_000 },
  /** A file of the game in bytes, all files together, and their number. */
  file: { written: 60 * 1024 * 1024, read: 64 * 1024 * 1024 },
  content: { written: 500 * 1024 * 1024, read: 512 * 1024 * 1024 },
  files: { written: 190_000, read: 200_000 },
  /** A folder as a Git object, in bytes. */
  folder: { read: 64 * 1024 * 1024 },
} as const;

/** `a, b, c`, followed by the number of further names if there are too many. */
export function fewOf(names: readonly string[], most: number = BOUNDS.names.written): readonly string[] {
  return names.length <= most ? names : [...names.slice(0, most), `… and ${names.length - most} more`];
}

/** Shortens a text to a length, and marks the cut with `…`. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.charCodeAt(most - 2);
  // Half of a surrogate pair isn't a character.
  const whole = end >= 0xd800 && end < 0xdc00 ? most - 2 : most - 1;
  return `${text.slice(0, whole)}…`;
}
