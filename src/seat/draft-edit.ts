import type { Person } from '../forge/events.ts';
import { readableSlug } from '../ruleset/readable-slug.ts';
import { readCommit } from '../repository/commit.ts';
import { isOid, type Oid } from '../repository/oid.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { joinFile, splitFrontMatter } from '../ruleset/front-matter.ts';
import { changesOfFiles } from '../wording/changes-of-file.ts';
import { programChanges, type ProgramChange } from '../wording/program-changes.ts';
import { namesInDiff } from '../session/summaries.ts';
import { RULESET, type ContentFiles } from '../store/paths.ts';
import { withPosition } from './read-table.ts';
import { draftChanges, type DraftChange } from './draft-changes.ts';
import type { Game, HomeGame } from '../host/game.ts';
import { readContent } from '../tick/observe.ts';
import { actAndTell, type StepOutcome } from './take-step.ts';

export interface Draft {
  readonly base: Oid;
  readonly changes: ReadonlyMap<string, string | null>;
  readonly diff: readonly ProgramChange[];
  readonly problems: readonly string[];
}

interface RuleText {
  readonly base: Oid;
  readonly body: string;
  /** The code that the engine runs; empty for a rule that people play by hand. */
  readonly clause: string;
}

/** The text and clause of a rule as they stand on main; null if there is no such rule. */
export async function readRuleText(game: Game, path: string): Promise<RuleText | null> {
  const base = await game.main();
  const { text, clause } = await readRuleAsOf(game, path, base);
  return text === null ? null : { base, body: splitFrontMatter(text).body, clause };
}

/** Drafts a rule with a new text or clause. `base` is the commit that the writer had in view. */
export async function draftRuleEdit(
  game: Game,
  { path, body, clause, base }: Omit<RuleText, 'base'> & { readonly path: string; readonly base: string },
): Promise<Draft> {
  const { from, content, text: before, clause: old } = await readRuleAsOf(game, path, base);
  if (before === null) return nothing(from, `There is no rule ${path} any more.`);
  const split = splitFrontMatter(before);
  const plain = plainBody(body);
  const changes = new Map<string, string | null>();
  if (plain.trim() !== split.body.trim()) changes.set(fileOfRule(path), joinFile({ ...split, body: plain }));
  if (isOtherClause(old, clause)) changes.set(clauseFileOf(path), clauseText(clause));
  return changes.size === 0
    ? nothing(from, 'Nothing is changed yet.')
    : { base: from, changes, diff: await programOf(game, content, changes), problems: [] };
}

/** A rule's whole file and its clause as of a commit, or as they stand now if main never had that commit. */
export async function readRuleAsOf(
  game: Game,
  path: string,
  base: string,
): Promise<{
  readonly from: Oid;
  readonly content: ContentFiles;
  readonly text: string | null;
  readonly clause: string;
}> {
  const from = (await isOnMain(game, base)) ? base : await game.main();
  const content = await readContent(game.forge, from);
  return {
    from,
    content,
    text: content.get(fileOfRule(path)) ?? null,
    clause: content.get(clauseFileOf(path)) ?? '',
  };
}

export function isOtherClause(before: string, after: string): boolean {
  return plainBody(before).trim() !== plainBody(after).trim();
}

/** The file contents for a clause; none if it is empty. */
export function clauseText(clause: string): string | null {
  return clause.trim() === '' ? null : plainBody(clause);
}

/** Text from a form, with the line endings of a file. */
export function plainBody(body: string): string {
  const lines = body.replace(/\r\n?/gu, '\n');
  let end = lines.length;
  while (lines[end - 1] === '\n') end--;
  return `${lines.slice(0, end)}\n`;
}

/** Drafts a rule to be added or repealed. */
export function draftWanted(game: Game, wanted: DraftChange): Promise<Draft> {
  return draftAll(game, [wanted]);
}

/** Drafts several values to be set at once. */
export async function draftSettings(game: Game, settings: readonly DraftChange[]): Promise<Draft> {
  return settings.length === 0
    ? nothing(await game.main(), 'You haven’t chosen a value yet.')
    : draftAll(game, settings);
}

export async function draftAll(game: Game, wanted: readonly DraftChange[]): Promise<Draft> {
  const base = await game.main();
  const content = await readContent(game.forge, base);
  const { changes, problems } = draftChanges(content, wanted, game.caches);
  const diff = await programOf(game, content, changes);
  return { base, changes, diff, problems: problems.map(({ message }) => message) };
}

/** Converts changes of files to changes of the program, as people read them. */
export function programOf(
  game: Game,
  content: ContentFiles,
  changes: ReadonlyMap<string, string | null>,
): Promise<readonly ProgramChange[]> {
  return withPosition(game, ({ open: { play } }) =>
    programChanges(changesOfFiles(changes, content), namesInDiff(play)),
  );
}

export interface Proposal {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

export async function propose(
  game: HomeGame,
  who: Person,
  { kind, title, text }: Proposal,
  draft: Draft,
): Promise<StepOutcome> {
  const head = await commitDraft(game, who, title, draft);
  const name = readableSlug(title).slice(0, 40).replace(/-+$/u, '') || 'change';
  const branch = `${name}-${head.slice(0, 6)}`;
  return actAndTell(game, () => game.people.open(who, { kind, title, text, head, branch }));
}

export function commitDraft(
  game: HomeGame,
  who: Person,
  title: string,
  { base, changes }: Pick<Draft, 'base' | 'changes'>,
): Promise<Oid> {
  return writeCommit(game.forge.repository, {
    parents: [base],
    changes,
    author: { name: who.name, email: `${who.id}@players.invalid`, at: game.now() },
    message: `${title}\n`,
  });
}

export function fileOfRule(path: string): string {
  return `${RULESET}${path}.md`;
}

export function clauseFileOf(path: string): string {
  return `${RULESET}${path}.ts`;
}

function nothing(base: Oid, problem: string): Draft {
  return { base, changes: new Map(), diff: [], problems: [problem] };
}

const FURTHEST_BACK = 500;

/** A base must be a commit that main once had, since a form can contain anything. */
async function isOnMain(game: Game, wanted: string): Promise<boolean> {
  if (!isOid(wanted)) return false;
  let commit: Oid | undefined = await game.main();
  for (let count = 0; commit !== undefined && count < FURTHEST_BACK; count++) {
    if (commit === wanted) return true;
    commit = (await readCommit(game.forge.repository, commit)).parents[0];
  }
  return false;
}
