import type { ModelDescription } from '../../kernel/describe-model.ts';
import { type Manifest, moduleOf } from '../../kernel/manifest.ts';
import { rulesThatAreMissing } from '../../session/play/must-have.ts';
import { modulesUsedBy } from '../../ruleset/rules-that-run.ts';
import { madeOnce, type Memo } from '../../ruleset/memo.ts';
import { sentencesIn } from '../../wording/reworded-sentences.ts';
import { unplayedIn } from '../../wording/words-alone.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { readLibrary } from '../../store/library.ts';
import { type ContentFiles, RULESET } from '../../store/paths.ts';
import type { GameRead } from '../../store/read-game.ts';
import { sayMissed } from '../say-missed.ts';
import {
  canCheckTypes,
  compareTypes,
  NoCompilerError,
  definedIn,
  splitGone,
  unhandled,
  type TypesFound,
} from '../types/check-types.ts';
import { exceptionsIn, findDrift } from './find-drift.ts';
import { findMissingText } from './find-missing-text.ts';
import { findTaken } from './find-taken.ts';
import { findUnspoken } from './find-unspoken.ts';
import {
  findIdleClauses,
  findIllegalValues,
  findOrphans,
  findTitlesAlike,
  findUnfilled,
  findUnheard,
  type LintFinding,
  type LintProblem,
} from './lint-rules.ts';
import { placeInStore, placeOfDefinition } from './where.ts';
import { sayHidden } from '../../wording/program-changes.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import { hiddenIn } from '../../ruleset/hidden-text.ts';
import { hiddenValues } from '../../ruleset/hidden-values.ts';
import { toCamel } from '../../kernel/names.ts';
import { EffectReader, OF_EMPEROR, SEALED } from './read-effects.ts';

/** Runs the compiler once for all checks of a game. */
function typesOf({ read, model, answers }: PlayableGame): Promise<TypesFound> {
  const isDefined = wasDefined(read);
  const find = async (): Promise<TypesFound> => {
    const all = canCheckTypes() ? await compareTypes(read.ruleset, model) : [];
    return splitGone(unhandled(all, read.ruleset, isDefined), read.ruleset, isDefined);
  };
  return answers?.once?.(read.ruleset, 'types of clauses', find) ?? find();
}

/** Whether the library or an earlier rule of the game defines a name. Archived posts have the texts that they repealed. */
function wasDefined({ state }: GameRead): (name: string) => boolean {
  const changes = Object.values(state?.posts ?? {}).flatMap((post) => post.changes);
  return definedIn(changes.flatMap((one) => (one.verb === 'file' ? [[one.path, one.base ?? '']] : [])));
}

/** A game whose files can be read. */
export interface ReadableGame {
  readonly files: ContentFiles;
  readonly read: GameRead;
  readonly manifest: Manifest;
  readonly answers?: Memo | undefined;
}

/** A game whose rules are in force, with its stored state and the same state after loading. */
export interface PlayableGame extends ReadableGame {
  readonly model: ModelDescription;
  readonly stored: object | null;
  readonly carried: object;
  /** A sentence about each view that fails. */
  readonly views: ReadonlyMap<string, string>;
}

export interface LintCheck<Game> {
  /** A note is worth a look but not certainly a mistake. */
  readonly grade: 'problem' | 'note';
  readonly codes: Readonly<Record<string, string>>;
  readonly find: (game: Game) => readonly LintFinding[] | Promise<readonly LintFinding[]>;
}

const inRuleset = <T extends { readonly where: string }>(finding: T): T => ({
  ...finding,
  where: `${RULESET}${finding.where}`,
});

function textOfRules({ ruleset, terms }: GameRead): string {
  return JSON.stringify([terms, [...ruleset].toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Checks that need no running rule. */
export const checksOfText: readonly LintCheck<ReadableGame>[] = [
  {
    grade: 'problem',
    codes: {
      'no-file': 'a clause imports a file that the ruleset doesn’t have',
      'no-value': 'a clause reads a live value that the text of its rule lacks',
      'no-table': 'a clause reads a table that the text lacks',
      'no-list': 'a clause reads a list that the text lacks',
      'no-column': 'a clause reads a column that a table lacks',
      'not-a-number': 'a clause reads a number where the text has something else',
      'bad-cell': 'a cell holds what the type of its column can’t be',
    },
    find: ({ read, manifest, answers }) =>
      madeOnce(answers, 'missing text', '', textOfRules(read), () =>
        findMissingText(read.ruleset, manifest).map(inRuleset),
      ),
  },
  {
    grade: 'note',
    codes: {
      'hidden-turned': 'invisible characters change the reading direction of a line',
      'hidden-unseen': 'there are invisible characters',
      'hidden-scripts': 'a word or name mixes several scripts, or has letters in a special form',
      'hidden-lookalike': 'a word looks Latin but is written in another script',
      'hidden-far': 'something stands far to the right or below, where few people look',
      'hidden-struck': 'a live value is struck through, and counts all the same',
      'hidden-footnote': 'a live value is in a footnote',
      'hidden-html': 'a live value is between HTML tags, which may hide it',
      'hidden-picture': 'a live value contains a picture, whose description counts',
    },
    find: ({ read, answers }) =>
      madeOnce(answers, 'hidden', '', textOfRules(read), () => findHidden(read.ruleset).map(inRuleset)),
  },
];

/** The clauses of a rule, of the rules above it and of its parts, with their imports. Any of them may carry out a sentence. */
function codeAround(rule: string, files: ContentFiles): string {
  const isNear = (path: string): boolean => `${rule}/`.startsWith(`${path}/`) || path.startsWith(`${rule}/`);
  const clauses = [...files.keys()].filter((file) => file.endsWith('.ts') && isNear(file.slice(0, -3)));
  const used = new Set(clauses.flatMap((clause) => modulesUsedBy(clause, files)));
  return [...used].map((path) => files.get(path) ?? '').join('\n');
}

/** Tells what a reader of the rules has doubts about. */
const ofDoubts = (
  grade: LintCheck<ReadableGame>['grade'],
  code: string,
  says: string,
): LintCheck<ReadableGame> => ({
  grade,
  codes: { [code]: says },
  find: ({ read }) =>
    readRuleset(read.ruleset, read.terms)
      .doubts.filter((doubt) => doubt.code === code)
      .map(({ file, line, field, message, example }) => ({
        code,
        what: field === undefined ? message : `${field}: ${message}`,
        where: `${RULESET}${file}:${line}`,
        next: `For example: ${example}`,
      })),
});

/** Checks of rules in force. To add a check, add an entry here; its codes go to docs/reference/lint.md. */
export const checksOfPlay: readonly LintCheck<PlayableGame>[] = [
  ofDoubts(
    'problem',
    'row-left-out',
    'a cell of a table can’t be read, or uses a name that no rule defines, so its row is left out',
  ),
  ofDoubts(
    'problem',
    'no-such-promise',
    'a line begins like a promise but can’t be read as one, so nothing enforces it',
  ),
  ofDoubts(
    'note',
    'nearly-a-mechanic',
    'the header of a table is nearly right for a mechanic, so nothing counts it',
  ),
  {
    grade: 'problem',
    codes: {
      'time-secret': 'a scheduled action reads secrets but would have to run in public',
      'time-amends': 'a scheduled action on the emperor’s side changes rules',
    },
    find: ({ read, model }) => findTimes(read.ruleset, model).map(inRuleset),
  },
  ofDoubts(
    'note',
    'rows-in-a-circle',
    'rows of tables can trigger each other, and are stopped after twenty times',
  ),
  ofDoubts('note', 'names-alike', 'two names that tables define are so alike that readers take them for one'),
  {
    grade: 'note',
    codes: { 'clause-idle': 'a clause without a rule, which nothing runs' },
    find: ({ read }) => findIdleClauses(read.ruleset).map(inRuleset),
  },
  {
    grade: 'note',
    codes: { 'titles-alike': 'two rules have titles that people can’t tell apart' },
    find: ({ manifest }) => findTitlesAlike(manifest.rules).map(inRuleset),
  },
  {
    grade: 'problem',
    codes: { 'rule-missing': 'under these rules the game could not go on' },
    find: ({ model }) =>
      rulesThatAreMissing(model).map((what) => ({
        code: 'rule-missing',
        what: `The game could not go on: ${what}.`,
      })),
  },
  {
    grade: 'problem',
    codes: { 'clause-types': 'TypeScript finds an error in a clause' },
    find: async (game) =>
      (await typesOf(game)).wrong.map(({ file, line, message }) => ({
        code: 'clause-types',
        what: message,
        where: `${RULESET}${file}:${line}`,
      })),
  },
  {
    grade: 'note',
    codes: { 'rule-gone': 'a clause refuses actions that need a rule that is gone' },
    find: async (game) => {
      const { gone, names } = await typesOf(game);
      const { read, manifest } = game;
      return sayMissed(gone, new Set(gone), names, { files: read.ruleset, manifest }).map((what) => ({
        code: 'rule-gone',
        what: `${what.slice(0, 1).toUpperCase()}${what.slice(1)}.`,
        where: RULESET,
      }));
    },
  },
  {
    grade: 'note',
    codes: { unspoken: 'a clause depends on another rule that its own text doesn’t mention' },
    find: async ({ read, manifest, model }) =>
      canCheckTypes() ? (await findUnspoken(read.ruleset, manifest.rules, model)).map(inRuleset) : [],
  },
  {
    grade: 'note',
    codes: { 'no-compiler': 'types of clauses could not be checked' },
    find: () =>
      canCheckTypes() ? [] : [{ code: 'no-compiler', what: new NoCompilerError().message, where: RULESET }],
  },
  {
    grade: 'problem',
    codes: {
      'hook-unasked': 'a rule answers a hook that nobody asks',
      'hook-unheard': 'a rule’s answer to a hook or a view is never used',
      'view-undefined': 'a rule answers a view that no rule defines',
      'event-untold': 'a rule listens to an event that nobody sends',
    },
    find({ read, model }) {
      const isDefined = wasDefined(read);
      return findUnheard(read.ruleset, model).flatMap(({ id, ...one }) =>
        one.code !== 'hook-unheard' && isDefined(id) ? [] : [inRuleset(one)],
      );
    },
  },
  {
    grade: 'problem',
    codes: { 'view-fails': 'a view fails as the game stands, so nothing shows it' },
    find: ({ read, model, views }) =>
      [...views].map(([id, what]) => {
        const where = placeOfDefinition(read.ruleset, model.views[id]?.rule ?? '', id);
        return inRuleset({ code: 'view-fails', what, where });
      }),
  },
  {
    grade: 'problem',
    codes: { 'no-parameter': 'the sentence of an action uses a name that is not a parameter' },
    find: ({ read, model }) => findUnfilled(read.ruleset, model).map(inRuleset),
  },
  {
    grade: 'problem',
    codes: {
      untracked: 'a value is stored that no rule tracks',
      'illegal-value': 'a value is stored that the rules don’t allow',
    },
    find: ({ files, stored, carried }) =>
      stored === null
        ? []
        : findIllegalValues(stored, carried).map((one) => ({
            ...one,
            where: placeInStore(files, one.where),
          })),
  },
  {
    grade: 'note',
    codes: { 'taken-late': 'a clause would fail without another rule, because a handler takes its things' },
    find: ({ read, model }) => findTaken(read.ruleset, model).map(inRuleset),
  },
  {
    grade: 'note',
    codes: { 'orphan-variable': 'a clause tracks something that its rule’s text doesn’t mention' },
    find: ({ read, model }) => findOrphans(read.ruleset, model).map(inRuleset),
  },
  {
    grade: 'note',
    codes: { 'words-alone': 'a sentence describes a mechanic, and no code carries it out' },
    find: ({ read, manifest, model }) =>
      manifest.rules
        .filter(({ mechanics }) => mechanics === undefined)
        .flatMap((rule) => {
          const { path, text } = rule;
          const code = moduleOf(rule) === null ? '' : codeAround(path, read.ruleset);
          // The code that reads a sentence's live value carries the sentence out.
          const sentences = sentencesIn(text).flatMap(({ said, plain }) =>
            code !== '' && plain.includes('⟨') ? [] : [said],
          );
          // What stays from game to game is full of what people keep by themselves.
          const unplayed = unplayedIn(sentences, model, code).filter(
            ({ names }) => names.length > 0 || !/^(?:core|appendix|special-case)\//u.test(path),
          );
          return unplayed.map(({ sentence }) => ({
            code: 'words-alone',
            what: `No table or code carries out “${sentence}”`,
            where: `${RULESET}${path}.md`,
            next: 'Write a table or a clause for it, or play it by hand.',
          }));
        }),
  },
  {
    grade: 'note',
    codes: {
      unread: 'a live value, table or list that no clause reads',
      'unit-outside': 'a live duration has its unit outside the link',
      'said-twice': 'a clause repeats what the text of its rule says',
    },
    find: ({ read, answers }) => {
      const exceptions = exceptionsIn(readLibrary());
      return madeOnce(answers, 'drift', [...exceptions].join('\n'), textOfRules(read), () =>
        findDrift(read.ruleset, readRuleset(read.ruleset).manifest, exceptions).map(inRuleset),
      );
    },
  },
];

/** Finds text that people who read the rules and clauses would miss or misread. */
function findHidden(
  files: ReadonlyMap<string, string>,
): readonly (LintFinding & { readonly where: string })[] {
  return [...files].flatMap(([path, text]) => {
    const { body } = splitFrontMatter(text);
    const firstLine = text.slice(0, text.length - body.length).split('\n').length;
    const values = path.endsWith('.md') ? hiddenValues(body, firstLine) : [];
    return [...hiddenIn(text, path.endsWith('.ts')), ...values].map((one) => ({
      code: `hidden-${one.kind}`,
      what: sayHidden(one, IN_ENGLISH),
      where: `${path}:${one.line}`,
    }));
  });
}

/**
 * Finds scheduled actions that can't be carried out when they are due: a public one that reads a secret, or a private one that changes
 * rules, which a report can't express.
 */
export function findTimes(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
): readonly LintProblem[] {
  const reader = new EffectReader(files);
  const secrets = secretsIn(model);
  return Object.entries(model.times).flatMap(([id, { rule, private: isPrivate }]) => {
    const effects = reader.of(`${rule}.ts`, 'times', id);
    if (effects === null) return [];
    const where = placeOfDefinition(files, rule, id);
    if (isPrivate === true)
      return effects.amends
        ? [
            {
              code: 'time-amends',
              where,
              what: `The time "${id}" is private and changes rules, which nobody but the emperor could check.`,
              next: 'Let it note the result in a public variable, and another time without private change the rules.',
            },
          ]
        : [];
    const read = [...effects.reads].filter((name) => secrets.has(name));
    if (read.length === 0) return [];
    return [
      {
        code: 'time-secret',
        where,
        what: `The time "${id}" runs in public and reads secrets: ${read.join(', ')}. It would be due for ever.`,
        next: 'Add private: true, and list under reveals everything public that it writes.',
      },
    ];
  });
}

/** Names under which a clause finds secrets, except those that are also the name of something public. */
function secretsIn({ fields, collections }: ModelDescription): ReadonlySet<string> {
  const all = [
    ...Object.entries(fields),
    ...Object.entries(collections).map(([id, one]) => [id, one.fields] as const),
  ];
  const named = (isWanted: boolean): readonly string[] =>
    all.flatMap(([scope, some]) =>
      Object.entries(some).flatMap(([id, { type }]) =>
        (scope === 'emperor' || type.private === true) === isWanted ? [toCamel(id)] : [],
      ),
    );
  const open = new Set(named(false));
  return new Set([SEALED, OF_EMPEROR, ...named(true).filter((name) => !open.has(name))]);
}
