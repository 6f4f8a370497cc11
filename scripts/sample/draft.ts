import type { Matter, Wish } from '../../content/library/crypt/players/matters.ts';
import { GAMESTATE, RULESET, type ContentFiles } from '../../src/store/paths.ts';
import { readTracked, writeTracked } from '../../src/store/tracked-file.ts';
import { draftChanges } from '../../src/seat/draft-changes.ts';
import { RecentMemo } from '../../src/ruleset/memo.ts';
import { describeProblem } from '../../src/ruleset/problem.ts';

export type Changes = ReadonlyMap<string, string | null>;

/** The files that a matter would change; null if it changes nothing. A matter that can't be drafted is a mistake in the sample. */
export function draftMatter(content: ContentFiles, library: ContentFiles, matter: Matter): Changes | null {
  const changes = new Map<string, string | null>(
    matter.wishes === undefined ? [] : draftWishes(content, matter.wishes),
  );
  if (matter.draft !== undefined) {
    for (const end of ['.md', '.ts'])
      changes.set(
        `${RULESET}dynastic/${matter.draft}${end}`,
        textOf(library, `crypt/players/drafts/${matter.draft}${end}`),
      );
  }
  for (const [path, text] of Object.entries(matter.files ?? {})) changes.set(`content/${path}`, text);
  if (matter.special === 'tidy') for (const [path, text] of tidied(content, library)) changes.set(path, text);
  return changes.size === 0 ? null : changes;
}

export function draftWishes(content: ContentFiles, wishes: readonly Wish[]): Changes {
  const { changes, problems } = draftChanges(content, wishes, new RecentMemo());
  if (problems.length > 0)
    throw new Error(`The sample proposal can't be drafted: ${problems.map(describeProblem).join('; ')}`);
  return changes;
}

const FROM = 'crypt/';
const TO = 'crypt-cleanup/';
const SHARED_ROW = '\n| average-chest | Opportunities | 0 |';

/** Replaces the crypt's rules with those of the tidied crypt, and lights explored rooms. Players' additions stay. */
function tidied(content: ContentFiles, library: ContentFiles): Changes {
  const changes = new Map<string, string | null>();
  for (const [path, text] of library) {
    if (path.startsWith(`${FROM}dynastic/`)) {
      const place = `${RULESET}${path.slice(FROM.length)}`;
      if (content.has(place)) changes.set(place, null);
    }
    if (path.startsWith(`${TO}dynastic/`)) changes.set(`${RULESET}${path.slice(TO.length)}`, text);
  }
  keepOwnFeatures(content, changes);
  for (const [path, text] of content) {
    if (!path.startsWith(`${GAMESTATE}rooms/`)) continue;
    const { data } = readTracked(path, text);
    if (data['explored'] === true)
      changes.set(
        path,
        writeTracked(path, text, { ...data, lit: true, 'last-lit-by': data['last-explored-by'] ?? 'none' }),
      );
  }
  return changes;
}

/** Features that play has added to the table are kept in the new one. */
function keepOwnFeatures(content: ContentFiles, changes: Map<string, string | null>): void {
  const path = `${RULESET}dynastic/features.md`;
  const row = /\n\| cold-draught \|[^\n]*/u.exec(content.get(path) ?? '')?.[0];
  const text = changes.get(path);
  if (row === undefined || typeof text !== 'string') return;
  const place = text.indexOf(SHARED_ROW);
  changes.set(path, `${text.slice(0, place)}${row}${text.slice(place)}`);
}

function textOf(library: ContentFiles, path: string): string {
  const text = library.get(path);
  if (text === undefined) throw new Error(`The library has no ${path}`);
  return text;
}
