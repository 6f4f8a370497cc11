import { IN_ENGLISH, type Say, type Wording } from '../language/wording.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { moduleOf, type Manifest, type RuleEntry, type Terms } from '../kernel/manifest.ts';
import type { PostData } from '../kernel/state.ts';
import { modulesUsedBy } from '../ruleset/rules-that-run.ts';
import { applyChange } from '../ruleset/amend.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { findRule } from '../ruleset/find-rule.ts';
import { mergeRuleFile } from '../ruleset/merge/merge-rule-file.ts';
import { puttingTerms } from '../ruleset/terms.ts';
import { rowsInWords } from '../ruleset/rows-in-words.ts';
import { readNumber } from '../kernel/number-words.ts';
import { wordDiff } from '../ruleset/word-diff.ts';
import { withAnd, clauseLines } from './say-clause.ts';
import { marked } from './say-diff.ts';
import { inert } from './inert.ts';
import { rewordedIn, sentencesIn, type Reworded } from './reworded-sentences.ts';
import { isCoveredBy, stemsOf, unplayedIn, type Unplayed } from './words-alone.ts';
import { parse } from 'acorn';
import { stripTypes } from '../sandbox/strip-types.ts';

/** A rule whose words and code diverge: a matter changes only one of them, or no code carries out the words. */
export interface Parted {
  readonly title: string;
  /** A new rule’s table has other numbers than its words. */
  readonly stays: 'clause' | 'words' | 'nothing' | 'table';
  /** True if tables of the rule carry it out, and no clause. */
  readonly byTable: boolean;
  /** The sentences that differ, each with what the rule goes on doing about it: `Buy: any Player, at any time`. */
  readonly reworded: readonly (Reworded & { readonly does: readonly string[] })[];
  /** Sentences that nothing carries out, or that give numbers which a table no longer has. */
  readonly sentences: readonly string[];
  /** True if the proposal says that this is intended. */
  readonly onPurpose: boolean;
}

export interface InForce {
  readonly manifest: Manifest;
  readonly model: ModelDescription;
  readonly terms: Terms;
  readonly files: ReadonlyMap<string, string>;
}

const ON_PURPOSE = 'On purpose:';

/** The text of a proposal with such a line for each of these rules. */
export function withMeant(text: string, rules: readonly string[]): string {
  const meant = new Set(meantIn(text));
  const lines = rules.filter((rule) => !meant.has(rule)).map(meantLine);
  return lines.length === 0 ? text : [text.trimEnd(), ...lines].join('\n').trimStart();
}

/** The line in a proposal by which its author confirms that words and clause differ on purpose. */
export function meantLine(rule: string): string {
  return `${ON_PURPOSE} ${rule}`;
}

/** Leaves out parts that the engine reads from the text, because changing them takes effect by itself. */
export function findParted(
  { changes, text: said }: Pick<PostData, 'changes' | 'text'>,
  inForce: InForce,
): readonly Parted[] {
  const { manifest, files, model } = inForce;
  const meant = new Set(meantIn(said).map((name) => findRule(manifest, name).rule?.path ?? name));
  const { after, added } = filesAfter(changes, inForce);
  const known = new Set(manifest.rules.map(({ path }) => `${path}.md`));
  const parted = manifest.rules.flatMap((rule) => partedIn(rule, after, inForce));
  const newTexts = [...after].filter(
    ([path]) => path.endsWith('.md') && !files.has(path) && !known.has(path),
  );
  const alone = [
    ...added.map(({ title, text, clause = '' }) => ({ title, text, code: clause })),
    ...newTexts.map(([path, text]) => ({
      title: titleIn(path, text),
      text: splitFrontMatter(text).body,
      code: codeOf(path.replace(/md$/u, 'ts'), after),
    })),
  ].flatMap(({ title, text, code }) => {
    const done = [code, ...rowsInWords(text, inForce.terms)].join('\n');
    const sentences = apartIn(text);
    return [
      ...aloneIn({ title, path: title }, unplayedIn(sentencesOf(text), model, done)),
      ...(sentences.length === 0 || code !== ''
        ? []
        : [{ title, path: title, stays: 'table' as const, byTable: true, reworded: [], sentences }]),
    ];
  });
  const put = puttingTerms(inForce.terms);
  return [...parted, ...alone].map(({ path, ...one }) => ({
    ...one,
    reworded: one.reworded.map(({ before, after: now, does }) => ({
      before: before === null ? null : put(before),
      after: now === null ? null : put(now),
      does,
    })),
    sentences: one.sentences.map((sentence) => put(sentence)),
    onPurpose: meant.has(path),
  }));
}

type Found = Omit<Parted, 'onPurpose'> & { readonly path: string };
type Changes = PostData['changes'];

/** The rule files as the changes would leave them, and the new rules that have no file yet. */
function filesAfter(
  changes: Changes,
  { files, manifest, terms }: InForce,
): {
  readonly after: ReadonlyMap<string, string>;
  readonly added: readonly Extract<Changes[number], { verb: 'add-rule' }>[];
} {
  let after = new Map(files);
  const added: Extract<Changes[number], { verb: 'add-rule' }>[] = [];
  for (const change of changes) {
    if (change.verb === 'add-rule') added.push(change);
    else if (change.verb === 'file') {
      const path = change.path.replace(/^content\/ruleset\//u, '');
      const current = after.get(path) ?? null;
      // The rule may have changed since, and keeps that.
      const text =
        change.base === undefined || change.base === current
          ? change.content
          : mergeRuleFile(path, change.base, change.content, current).text;
      if (text === null) after.delete(path);
      else if (/\.(?:md|ts)$/u.test(path)) after.set(path, text);
    } else if (change.verb === 'edit-rule') {
      const path = findRule(manifest, change.rule).rule?.path;
      if (path === undefined) continue;
      const edit = { type: 'edit-rule', path, replace: change.replace, with: change.with } as const;
      after = new Map(applyChange(after, edit, terms).files);
    }
  }
  return { after, added };
}

function partedIn(rule: RuleEntry, after: ReadonlyMap<string, string>, inForce: InForce): readonly Found[] {
  const { files, model, terms } = inForce;
  const { title, path } = rule;
  const [was, is] = [files.get(`${path}.md`), after.get(`${path}.md`)];
  const clause = `${path}.ts`;
  if (was === undefined || is === undefined) return [];
  if (was === is && files.get(clause) === after.get(clause)) return [];
  const [before, now] = [was, is].map((text) => splitFrontMatter(text).body) as [string, string];
  const used = rule.clause === null ? [] : modulesUsedBy(rule.clause, files);
  const code = used.map((one) => files.get(one) ?? '').join('\n');
  const [counted, counts] = [rowsInWords(before, terms), rowsInWords(now, terms)];
  const isCounted = counted.length > 0;
  const byTable = isCounted && rule.clause === null;
  const reworded = rewordedIn(before, now, { code, tables: isCounted });
  const isRecoded =
    [...used, clause].some((one) => !isSameCode(files.get(one) ?? '', after.get(one) ?? '')) ||
    counted.join('\n') !== counts.join('\n');
  // If nothing carried the old words out, or words and code both change, the new words are compared with what carries them out now.
  if (moduleOf(rule) === null || (reworded.length > 0 && isRecoded && !isCounted)) {
    const done = [codeOf(clause, after), ...counts].join('\n').trim();
    return aloneIn(
      rule,
      unplayedIn(
        reworded.flatMap((one) => one.after ?? []),
        model,
        done,
      ),
    );
  }
  const about = { title, path, byTable, reworded: [], sentences: [] };
  if (isRecoded) {
    if (reworded.length > 0) return [];
    const sentences = byTable ? outOfDate(sentencesOf(now), counted, counts) : [];
    return byTable && sentences.length === 0 ? [] : [{ ...about, stays: 'words', sentences }];
  }
  const counting = byTable
    ? reworded.filter(
        ({ before: old, after: said }) => old !== null || !isCoveredBy(said ?? '', counted, model),
      )
    : reworded;
  if (counting.length === 0) return [];
  const put = puttingTerms(terms);
  const lines = [
    ...counted.map((row) => put(row)),
    ...(rule.clause === null ? [] : clauseLines(path, { model, terms })),
  ];
  return [
    { ...about, stays: 'clause', reworded: counting.map((one) => ({ ...one, does: concerned(one, lines) })) },
  ];
}

/** Sentences with a number that only rows which are gone have. */
function outOfDate(
  sentences: readonly string[],
  before: readonly string[],
  now: readonly string[],
): readonly string[] {
  const [then, still] = [before.filter((row) => !now.includes(row)), now].map(numbersIn);
  return sentences.filter((one) =>
    [...numbersIn([one])].some((number) => then?.has(number) === true && still?.has(number) === false),
  );
}

/** Sentences with a number in digits that no row has. A live value needs no table. */
export function apartIn(text: string): readonly string[] {
  const rows = text.match(/^[\s>]*\|.*$/gmu) ?? [];
  const counted = new Set(rows.join('\n').match(/\b\d+\b/gu));
  if (rows.length === 0) return [];
  return sentencesOf(text.replaceAll(/\[[^\]]*\]\([^)]*\)/gu, '…')).filter((one) =>
    one.match(/\b\d+\b/gu)?.some((number) => !counted.has(number)),
  );
}

function numbersIn(texts: readonly string[]): ReadonlySet<number> {
  const words = texts.flatMap((text) => text.match(/\p{N}+|\p{L}{3,}/gu) ?? []);
  return new Set(words.flatMap((word) => readNumber(word) ?? []));
}

function codeOf(clause: string, files: ReadonlyMap<string, string>): string {
  return files.has(clause)
    ? modulesUsedBy(clause, files)
        .map((path) => files.get(path) ?? '')
        .join('\n')
    : '';
}

function aloneIn(
  { title, path }: Pick<RuleEntry, 'title' | 'path'>,
  unplayed: readonly Unplayed[],
): readonly Found[] {
  return unplayed.length === 0
    ? []
    : [
        {
          title,
          path,
          stays: 'nothing',
          byTable: false,
          reworded: [],
          sentences: unplayed.map(({ sentence }) => sentence),
        },
      ];
}

function sentencesOf(text: string): readonly string[] {
  return sentencesIn(text).map(({ said }) => said);
}

export function titleIn(path: string, text: string): string {
  return /^title: *(.+)$/mu.exec(splitFrontMatter(text).matter)?.[1] ?? path;
}

const MOST_LINES = 2;
const MOST_SENTENCES = 5;

/** The lines of a clause that share most words with a sentence. Words that they share with its earlier version come first. */
function concerned({ before, after }: Reworded, lines: readonly string[]): readonly string[] {
  const stems = stemsOf(`${before ?? ''} ${after ?? ''}`);
  const shared = (line: string): number => {
    const all = [...stemsOf(line)];
    return all.length === 0 ? 0 : all.filter((stem) => stems.has(stem)).length;
  };
  return lines
    .map((line) => ({ line, shares: shared(line) }))
    .filter(({ shares }) => shares > 0)
    .toSorted((a, b) => b.shares - a.shares)
    .slice(0, MOST_LINES)
    .map(({ line }) => line);
}

const AS_IS = (text: string): string => text;

interface Shown {
  /** How an author says that it is intended, if it isn't by a line in the proposal. */
  readonly ask?: string;
  readonly named?: typeof AS_IS;
  readonly shown?: typeof AS_IS;
  readonly wording?: Wording;
}

/** `Only the words of Sigils change. The code still does: “Destroy a Sigil: any Player, at any time”. The text now says “not”.` */
export function describeParted(
  parted: Parted,
  { named = AS_IS, shown = AS_IS, wording = IN_ENGLISH, ask }: Shown = {},
): string {
  const { say } = wording;
  const { title, stays, onPurpose } = parted;
  const sentence =
    stays === 'nothing'
      ? sayAlone(parted, { named, shown, wording })
      : sayChanged(parted, { named, shown, wording });
  const meant = onPurpose
    ? say`The proposal says that this is on purpose.`
    : (ask ?? say`If that is intended, add the line “${shown(meantLine(title))}” to the proposal.`);
  return `${sentence} ${meant}`.trimEnd();
}

type Sayable = Required<Omit<Shown, 'ask'>>;

function sayChanged(
  { title, stays, byTable, reworded, sentences }: Parted,
  { named, shown, wording }: Sayable,
): string {
  const { say } = wording;
  const name = named(title);
  if (stays === 'table') return sayApart(name, sentences, { shown, wording });
  if (sentences.length > 0)
    return say`Only the table of ${name} changes. The text still says ${quoted(sentences, shown, say)}`;
  if (stays === 'words') return say`Only the code of ${name} changes. The text still says the same.`;
  const does = [...new Set(reworded.flatMap((one) => one.does))].slice(0, MOST_LINES);
  const list = quoted(does, shown, say);
  const goesOn = byTable
    ? does.length > 0
      ? say`Only the words of ${name} change. Its table still says ${list}`
      : say`Only the words of ${name} change. Its table stays as it is.`
    : does.length > 0
      ? say`Only the words of ${name} change. The code goes on with ${list}.`
      : say`Only the words of ${name} change. The code goes on as before.`;
  return [goesOn, ...reworded.slice(0, MOST_LINES).map((one) => sayReworded(one, shown, wording))].join(' ');
}

function quoted(sentences: readonly string[], shown: typeof AS_IS, say: Say): string {
  return withAnd(
    sentences.map((one) => `“${shown(one)}”`),
    say,
  );
}

export function sayApart(
  name: string,
  sentences: readonly string[],
  { shown = AS_IS, wording: { say } }: { readonly shown?: typeof AS_IS; readonly wording: Wording },
): string {
  return say`The words of ${name} say ${quoted(sentences, shown, say)}, but no line of its table has that number: the computer goes by the table.`;
}

function sayReworded({ before, after }: Reworded, shown: typeof AS_IS, { say }: Wording): string {
  if (before === null) return say`The text now also says “${shown(after ?? '')}”`;
  if (after === null) return say`The text no longer says “${shown(before)}”`;
  const pieces = wordDiff(before, after);
  const [gone, come] = (['removed', 'added'] as const).map((kind) =>
    pieces
      .flatMap((piece) => (piece.kind === kind && piece.text.trim() !== '' ? [piece.text.trim()] : []))
      .join(' … '),
  ) as [string, string];
  if (gone === '') return say`The text now says “${shown(come)}”.`;
  if (come === '') return say`The text no longer says “${shown(gone)}”.`;
  return say`The text now says “${shown(come)}” instead of “${shown(gone)}”.`;
}

function sayAlone({ title, sentences }: Parted, { named, shown, wording: { say } }: Sayable): string {
  const list = quoted(sentences.slice(0, MOST_SENTENCES), shown, say);
  const more = sentences.length - MOST_SENTENCES;
  return more > 0
    ? say`No table or code carries out these words of ${named(title)}, and ${more} more sentences: ${list}`
    : say`No table or code carries out these words of ${named(title)}: ${list}`;
}

/** Markdown, with the difference in words. */
export function sayParted(parted: readonly Parted[], wording: Wording): string {
  const inMarkdown = { named: (title: string) => `**${inert(title)}**`, shown: inert, wording };
  return parted
    .map((one) => {
      const differs = one.onPurpose ? [] : one.reworded;
      const difference = differs.map(
        ({ before, after }) => `\n<p>${marked(wordDiff(before ?? '', after ?? ''))}</p>\n`,
      );
      return `${describeParted(one, inMarkdown)}\n${difference.join('')}`;
    })
    .join('\n');
}

function meantIn(text: string): readonly string[] {
  return text.split(/\r?\n/u).flatMap((line) => {
    const plain = line.trim();
    return plain.toLowerCase().startsWith(ON_PURPOSE.toLowerCase())
      ? [
          plain
            .slice(ON_PURPOSE.length)
            .replace(/[.*_`]+$/u, '')
            .trim(),
        ]
      : [];
  });
}

/** True if two modules differ only in comments, layout and types. */
export function isSameCode(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [treeOf(one), treeOf(other)];
  return first !== null && first === second;
}

function treeOf(text: string): string | null {
  try {
    const program = parse(stripTypes(text), { ecmaVersion: 'latest', sourceType: 'module' });
    return JSON.stringify(program, (key, value: unknown) =>
      key === 'start' || key === 'end' || key === 'raw'
        ? undefined
        : typeof value === 'bigint'
          ? `${value}n`
          : value,
    );
  } catch {
    return null;
  }
}
