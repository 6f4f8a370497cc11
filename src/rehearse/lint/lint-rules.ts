import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';
import { nearest } from '../../kernel/names.ts';
import { skeletonOf } from '../../wording/naming.ts';
import { placesIn } from '../../wording/say-taken-action.ts';
import { placeOfDefinition } from './where.ts';

export interface LintFinding {
  readonly code: string;
  readonly what: string;
  readonly where?: string;
  readonly expected?: string;
  readonly next?: string;
}

export type LintProblem = Required<Omit<LintFinding, 'expected'>>;

/** Parameters that an action's sentence mentions but that nobody supplies when the action is taken. */
export function findUnfilled(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
): readonly LintProblem[] {
  return Object.entries(model.actions).flatMap(([id, { rule, sentence, with: words }]) =>
    placesIn(sentence ?? '')
      .filter((name) => !Object.hasOwn(words, name))
      .map((name) => {
        const guess = nearest(name, Object.keys(words));
        return {
          code: 'no-parameter',
          where: placeOfDefinition(files, rule, id),
          what: `The sentence of "${id}" names {${name}}, which is not one of its parameters.`,
          next: guess === null ? 'Remove it, or add it under with.' : `Did you mean {${guess}}?`,
        };
      }),
  );
}

/** Finds clauses without a rule, usually because the rule's text was deleted and its clause forgotten. Nothing runs them. */
export function findIdleClauses(files: ReadonlyMap<string, string>): readonly LintProblem[] {
  const clauses = [...files].filter(([path]) => path.endsWith('.ts'));
  const isImported = (path: string): boolean => {
    const end = `/${path.split('/').at(-1) ?? path}`;
    return clauses.some(
      ([other, text]) => other !== path && (text.includes(`${end}'`) || text.includes(`${end}"`)),
    );
  };
  return clauses
    .filter(([path]) => !/(?:^|\/)helpers\//u.test(path) && !files.has(path.replace(/\.ts$/u, '.md')))
    .filter(([path]) => !isImported(path))
    .map(([path]) => ({
      code: 'clause-idle',
      where: path,
      what: 'This clause has no rule, and no other clause imports it, so nothing runs it.',
      next: `Write its rule into ${path.replace(/\.ts$/u, '.md')}, or delete it.`,
    }));
}

/** Finds answers that nobody asks for or hears, and handlers of events that nobody sends. */
export function findUnheard(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
): readonly (LintProblem & { readonly id: string })[] {
  const clauses = [...files].filter(([path]) => path.endsWith('.ts')).map(([, text]) => text);
  // The name occurs somewhere other than as an answer's key, so it is asked, sent, or passed to a helper that does so.
  const isNamed = (id: string): boolean =>
    clauses.some((text) => new RegExp(`(\\?\\s*${quoted(id)})|(${quoted(id)}(?!\\s*[:(]))`).test(text));
  // A rule that gives its hook a type offers it to others, even if no rule of this game uses it.
  const isOffered = (id: string): boolean =>
    clauses.some((text) => new RegExp(`export interface Asks[\\s\\S]*${quoted(id)}\\s*\\(`).test(text));
  const known = (ids: readonly string[], id: string): string => {
    const guess = nearest(id, ids);
    return guess === null ? 'Remove it, or ask it somewhere.' : `Did you mean "${guess}"?`;
  };
  // The needs of rows were checked when they were compiled.
  const isWritten = (rule: string): boolean => files.has(`${rule}.ts`);
  const unmet = (code: string, of: ModelDescription['hooks'], ids: readonly string[], says: string) =>
    Object.entries(of)
      .filter(([id]) => !ids.includes(id) && !isNamed(id))
      .flatMap(([id, rules]) =>
        rules.filter(isWritten).map((rule) => ({
          code,
          id,
          where: placeOfDefinition(files, rule, id),
          what: `Nobody ${says} "${id}".`,
          next: known(ids, id),
        })),
      );
  const hooks = unmet('hook-unasked', model.hooks, model.baseHooks, 'asks the hook');
  const events = unmet('event-untold', model.events, ENGINE_EVENTS, 'sends the event');
  const unheard = model.unheard.map(({ id, rule, by, over, at }) => {
    const where = placeOfDefinition(files, rule, id);
    if (by === null)
      return {
        code: 'view-undefined',
        id,
        where,
        what: `No rule defines the view "${id}".`,
        next: known(Object.keys(model.views), id),
      };
    const title = titleOf(files, by);
    const ways = [
      ...(over ? [`with over: [${title}] in the front matter of this rule`] : []),
      ...(at === null ? [] : [`in a rule at ${at}`]),
      'if that rule passed the question on with next()',
    ];
    return {
      code: 'hook-unheard',
      id,
      where,
      what: `The answer to "${id}" is never heard: ${title} (${by}) answers first and does not pass the question on.`,
      next: `It would be heard ${ways.join(', or ')}.`,
    };
  });
  return [...hooks.filter(({ id }) => !ASKED_IF_THERE.has(id) && !isOffered(id)), ...events, ...unheard];
}

/** The same for the rules that a matter changes, as sentences. */
export function sayUnheard(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
  isChanged: (path: string) => boolean,
): readonly string[] {
  return findUnheard(files, model).flatMap(({ where, what, next }) => {
    const rule = where.replace(/\.ts(?::\d+)?$/u, '');
    return isChanged(`${rule}.ts`) || isChanged(`${rule}.md`) ? [`${where}: ${what} ${next}`] : [];
  });
}

/** Finds rules that people can’t tell apart by their titles, although proposals, refusals and other rules use these. */
export function findTitlesAlike(rules: Manifest['rules']): readonly LintProblem[] {
  const known = new Map<string, RuleEntry>();
  return rules.flatMap((rule) => {
    const skeleton = skeletonOf(rule.title);
    const other = known.get(skeleton);
    if (other === undefined) known.set(skeleton, rule);
    // Parts of different rules often have the same title. They are told apart by the rules above them.
    if (other === undefined || (other.title === rule.title && folderOf(other) !== folderOf(rule))) return [];
    return [
      {
        code: 'titles-alike',
        where: `${rule.path}.md`,
        what: `The title "${rule.title}" looks like that of ${other.path}.md, "${other.title}".`,
        next: 'Give one of them another title, so that people see which is meant.',
      },
    ];
  });
}

function folderOf({ path }: RuleEntry): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function titleOf(files: ReadonlyMap<string, string>, rule: string): string {
  return /^title: *(.+)$/m.exec(files.get(`${rule}.md`) ?? '')?.[1] ?? rule;
}

/** Hooks that the engine asks only if a rule answers them. */
const ASKED_IF_THERE = new Set(['value-written', 'unnamed-rule']);

const ENGINE_EVENTS: readonly string[] = [
  'game-begins',
  'posted',
  'commented',
  'comment-changed',
  'voted',
  'vote-withdrawn',
  'altered',
  'recategorised',
  'removed',
  'acted',
  'submitted',
  'enacted',
  'took-effect',
  'failed',
  'active',
  'changed',
];

function quoted(id: string): string {
  return `['"\`]${RegExp.escape(id)}['"\`]`;
}

/** Finds dynastic variables that no dynastic rule's text mentions, so that players can't know about them. */
export function findOrphans(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
): readonly LintProblem[] {
  const scopes = Object.entries(model.fields).filter(([scope]) => scope === 'player' || scope === 'game');
  const texts = [...files].filter(([path]) => path.startsWith('dynastic/') && path.endsWith('.md'));
  const text = texts.map(([, one]) => one.toLowerCase()).join('\n');
  return scopes.flatMap(([scope, fields]) =>
    Object.entries(fields)
      .filter(
        ([id, { type, rule }]) =>
          rule.startsWith('dynastic/') && type.private !== true && !isMentioned(text, type.title ?? id),
      )
      .map(([id, { rule }]) => ({
        code: 'orphan-variable',
        where: placeOfDefinition(files, rule, id),
        what: `The text doesn’t mention ${scope}.${id}, which its clause tracks.`,
        next: 'Say in the rule what it is and where it is tracked.',
      })),
  );
}

function isMentioned(text: string, name: string): boolean {
  const words = name
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word.length > 2);
  return words.length === 0 || words.some((word) => text.includes(word.replace(/(ies|s|d)$/, '')));
}

/** Stored values that the rules in force would not allow. */
export function findIllegalValues(stored: unknown, carried: unknown, path = ''): readonly LintProblem[] {
  if (isMap(stored) && isMap(carried)) {
    return Object.entries(stored).flatMap(([key, value]) => {
      const at = path === '' ? key : `${path}.${key}`;
      if (!Object.hasOwn(carried, key))
        return [
          {
            code: 'untracked',
            where: at,
            what: `No rule tracks ${at}.`,
            next: 'Remove it, or bring the rule back.',
          },
        ];
      return findIllegalValues(value, carried[key], at);
    });
  }
  if (JSON.stringify(stored) === JSON.stringify(carried)) return [];
  return [
    {
      code: 'illegal-value',
      where: path,
      what: `${path} is ${JSON.stringify(stored)}, which the rules don't allow: it would be set to ${JSON.stringify(carried)}.`,
      next: 'Correct it by an action or a proposal.',
    },
  ];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
