import type { Folder } from './folders.ts';
import { LIVING, type Living } from './living.ts';
import type { Found } from './try-folder.ts';

/** Says which mutants live and are not listed, and whether enough died; where all were tried, also which of the list are gone. */
export function tellFolder(
  name: string,
  { sources, die }: Folder,
  found: readonly Found[],
  all: boolean,
): boolean {
  const alive = found.filter(({ how }) => how !== 'died');
  const isListed = (one: Found): boolean => LIVING[one.file]?.some((known) => isAbout(known, one)) === true;
  const unlisted = alive.filter((one) => !isListed(one));
  for (const one of unlisted)
    console.log(`${one.file}:${one.line}: ${oneLine(one.was)} → ${oneLine(one.is)} (${one.by})`);
  const gone = all ? goneFrom(sources, alive) : [];
  for (const one of gone) console.log(`Listed, and doesn’t live: ${one}`);
  const share = (100 * (found.length - alive.length)) / Math.max(1, found.length);
  console.log(
    JSON.stringify({
      folder: name,
      tried: found.length,
      died: found.length - alive.length,
      share: Math.round(share * 10) / 10,
      wanted: die,
      lives: alive.length,
      withReason: alive.length - unlisted.length,
      withoutTest: alive.filter(({ how }) => how === 'unreached').length,
    }),
  );
  return share >= die && unlisted.length === 0 && gone.length === 0;
}

function goneFrom(sources: string, alive: readonly Found[]): readonly string[] {
  return Object.entries(LIVING)
    .filter(([file]) => file.startsWith(sources))
    .flatMap(([file, known]) =>
      known
        .filter((one) => !alive.some((other) => other.file === file && isAbout(one, other)))
        .map(({ was, is }) => `${file}: ${was} → ${is}`),
    );
}

function isAbout(known: Living, { at, was, is }: Found): boolean {
  return (
    known.was === oneLine(was) &&
    known.is === oneLine(is) &&
    (known.in === undefined || at.includes(known.in))
  );
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  return line.length > 90 ? `${line.slice(0, 87)}…` : line;
}
