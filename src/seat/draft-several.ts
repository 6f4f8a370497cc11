import { applyChanges } from '../store/write-game.ts';
import { joinFile, readMarkdownFile, splitFrontMatter } from '../ruleset/front-matter.ts';
import type { Section } from '../kernel/manifest.ts';
import type { ProgramChange } from '../wording/program-changes.ts';
import type { ContentFiles } from '../store/paths.ts';
import { draftChanges, type DraftChange } from './draft-changes.ts';
import type { Game } from '../host/game.ts';
import { readContent } from '../tick/observe.ts';
import { clauseFileOf, clauseText, fileOfRule, isOtherClause, plainBody, programOf } from './draft-edit.ts';
import type { Draft } from './draft-edit.ts';

/** One rule's or one value's part in a draft. `before` is the rule's whole file as its writer had it. */
export type DraftEdit =
  | {
      readonly do: 'edit';
      readonly path: string;
      readonly body: string;
      readonly before: string;
      /** A changed clause, with the earlier one that its writer had. */
      readonly clause?: { readonly before: string; readonly after: string };
    }
  | { readonly do: 'repeal'; readonly path: string; readonly before: string }
  | {
      readonly do: 'add';
      readonly title: string;
      /** If nobody chose a section, it goes where this ruleset's new rules go. */
      readonly section?: Section;
      /** The parent, for a sub-rule. */
      readonly under?: string;
      readonly body: string;
      readonly clause?: string;
    }
  | { readonly do: 'set'; readonly path: string; readonly value: unknown };

export interface DraftedEdit {
  readonly diff: readonly ProgramChange[];
  readonly problems: readonly string[];
}

export interface DraftedSeveral {
  /** All edits as one matter; it has the problems of each. */
  readonly whole: Draft;
  /** In the given order. */
  readonly each: readonly DraftedEdit[];
}

/** Repeals come first, so that edits of repealed text are noticed, and additions last, when their places are known. */
const ORDER: readonly DraftEdit['do'][] = ['repeal', 'edit', 'add', 'set'];

/** Drafts changes of several rules against the rules as they stand now. */
export async function draftSeveral(game: Game, edits: readonly DraftEdit[]): Promise<DraftedSeveral> {
  const base = await game.main();
  const main = await readContent(game.forge, base);
  const drafted = new Map<DraftEdit, DraftedEdit>();
  let content = main;
  for (const edit of ORDER.flatMap((kind) => edits.filter((one) => one.do === kind))) {
    const wrong = wrongWith(edit, main, content);
    const { changes, problems }: Changed =
      wrong === null ? changesOf(edit, content, game) : { changes: new Map(), problems: [wrong] };
    drafted.set(edit, { diff: await programOf(game, content, changes), problems });
    content = applyChanges(content, changes);
  }
  const each = edits.map((edit) => drafted.get(edit) ?? { diff: [], problems: [] });
  const changes = differenceOf(main, content);
  const diff = each.flatMap((one) => one.diff);
  return { whole: { base, changes, diff, problems: each.flatMap(({ problems }) => problems) }, each };
}

/** The title that a rule had when somebody wrote a change of it, for a rule that may be gone. */
export function titleThen({ path, before }: { readonly path: string; readonly before: string }): string {
  const { title } = readMarkdownFile('', before).data;
  return typeof title === 'string' ? title : path;
}

function wrongWith(edit: DraftEdit, main: ContentFiles, content: ContentFiles): string | null {
  if (edit.do === 'add' || edit.do === 'set') return null;
  const now = main.get(fileOfRule(edit.path));
  if (now === undefined) return `There is no rule “${titleThen(edit)}” any more. Remove this change.`;
  const clause = edit.do === 'edit' ? edit.clause : undefined;
  const other = clause !== undefined && isOtherClause(main.get(clauseFileOf(edit.path)) ?? '', clause.before);
  if (now !== edit.before || other)
    return `The rule has changed since ${edit.do === 'edit' ? 'you wrote this' : 'you chose to repeal it'}. Check it as it is now, or remove this change.`;
  return content.has(fileOfRule(edit.path))
    ? null
    : 'Another change in this draft repeals this rule. Take one of the two out.';
}

interface Changed {
  readonly changes: ReadonlyMap<string, string | null>;
  readonly problems: readonly string[];
}

function changesOf(edit: DraftEdit, content: ContentFiles, { caches }: Game): Changed {
  if (edit.do === 'edit') {
    const split = splitFrontMatter(edit.before);
    const body = plainBody(edit.body);
    const changes = new Map<string, string | null>();
    if (body.trim() !== split.body.trim()) changes.set(fileOfRule(edit.path), joinFile({ ...split, body }));
    if (edit.clause !== undefined) changes.set(clauseFileOf(edit.path), clauseText(edit.clause.after));
    return { changes, problems: [] };
  }
  const { changes, problems } = draftChanges(content, [wantedOf(edit)], caches);
  return { changes, problems: problems.map(({ message }) => message) };
}

function wantedOf(edit: Exclude<DraftEdit, { do: 'edit' }>): DraftChange {
  if (edit.do === 'repeal') return { do: 'repeal', rule: edit.path };
  if (edit.do === 'set') return { do: 'set', path: edit.path, value: edit.value };
  const { title, section, under, clause } = edit;
  return {
    do: 'add',
    title,
    text: edit.body,
    ...(section === undefined ? {} : { section }),
    ...(clause === undefined ? {} : { clause }),
    ...(under === undefined ? {} : { under }),
  };
}

function differenceOf(before: ContentFiles, after: ContentFiles): Map<string, string | null> {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...paths]
      .filter((path) => before.get(path) !== after.get(path))
      .map((path) => [path, after.get(path) ?? null]),
  );
}
