import { toKebab } from '../kernel/names.ts';
import type { Terms } from '../kernel/manifest.ts';
import type { MechanicText } from './cell.ts';
import { recognise } from './forms.ts';
import { Vocabulary, type NameKind, type Name, type NameScope } from './vocabulary.ts';

/** Collects the names that tables define, and those that clauses define in the usual way, such as `player: { oil: integer() }`. */
export function vocabularyOf(
  tables: readonly MechanicText[],
  clauses: readonly string[],
  terms: Terms,
): Vocabulary {
  const words = new Vocabulary();
  for (const table of tables) {
    const found = recognise(table.header, terms);
    for (const name of found?.form.names?.(table, found.whose) ?? []) words.add(name);
  }
  for (const clause of clauses) {
    for (const name of [...namesInClause(clause), ...viewsIn(clause), ...questionsIn(clause)])
      words.add(name);
    for (const { id, returns } of askedIn(clause)) if (returns !== 'boolean') words.addRequest(id);
  }
  return words;
}

const VIEW = /^ *'?([\w-]+)'?: derive\(\{\s*of: ['"](player|game)['"],\s*returns: (?:optional\()?(\w+)\(/gmu;

/** The values that a clause works out: `disgraced: derive({ of: 'player', returns: boolean(), … })`. */
function viewsIn(clause: string): readonly Name[] {
  return [...clause.matchAll(VIEW)].map(([, id = '', of, type = '']) => ({
    title: id.replaceAll('-', ' '),
    id,
    of: of as NameScope,
    kind: KINDS[type] ?? 'other',
    isWorth: true,
  }));
}

const ASKS = /^ *'?([\w-]+)'?\(words: \{ person: (?:Person|Player) \}\): (\w+)/gmu;

/** What a clause can be asked about somebody, or asked to do to them: `suffer(words: { person: Person }): number`. */
function askedIn(clause: string): readonly { readonly id: string; readonly returns: string }[] {
  return [...clause.matchAll(ASKS)].map(([, id = '', returns = '']) => ({ id, returns }));
}

/** `is-clan-lord` is true of a clan lord. */
function questionsIn(clause: string): readonly Name[] {
  return askedIn(clause).flatMap(({ id, returns }) =>
    returns === 'boolean'
      ? [
          {
            title: id.replace(/^(?:is|has)-/u, '').replaceAll('-', ' '),
            id,
            of: 'player',
            kind: 'yes or no',
            isWorth: true,
            asks: id,
          },
        ]
      : [],
  );
}

const DEFINES = /\b(player|game|post): \{/gu;
const KINDS: Readonly<Record<string, NameKind>> = {
  integer: 'number',
  boolean: 'yes or no',
  choice: 'word',
  text: 'word',
  player: 'person',
};

function namesInClause(clause: string): readonly Name[] {
  return [...clause.matchAll(DEFINES)].flatMap(({ 1: of = '', 0: found, index }) =>
    membersFrom(clause, index + found.length).map(([id, type]) => ({
      title: toKebab(id).replaceAll('-', ' '),
      id,
      of: of as NameScope,
      kind: KINDS[type] ?? 'other',
      isWorth: false,
      isOfClause: true,
    })),
  );
}

/** The members of an object whose first letter stands at `from`: `oil: integer(…), lit: boolean() }` → `[oil, integer], [lit, boolean]`. */
function membersFrom(clause: string, from: number): readonly (readonly [id: string, type: string])[] {
  const members: (readonly [string, string])[] = [];
  let depth = 0;
  for (let at = from; at < clause.length && depth >= 0; at++) {
    const letter = clause[at] ?? '';
    if ('{(['.includes(letter)) depth++;
    else if ('})]'.includes(letter)) depth--;
    else if (depth === 0) {
      const [found, id = '', type = ''] = /^(\w+): (\w+)/u.exec(clause.slice(at, at + 200)) ?? [];
      if (found === undefined || /\w/u.test(clause[at - 1] ?? '')) continue;
      members.push([id, type]);
      at += found.length - 1;
    }
  }
  return members;
}
