import { sectionForNew, sectionsToChoose, type RulesetChange, type Section } from '../kernel/manifest.ts';
import { nearest } from '../kernel/names.ts';
import { splitPath } from '../kernel/paths.ts';
import { isWholeName, personId } from '../session/position/person-id.ts';
import { writeWorded } from '../wording/worded-changes.ts';
import type { MatterChange } from '../kernel/state.ts';
import { applyChange } from '../ruleset/amend.ts';
import { findRule, sayAlike } from '../ruleset/find-rule.ts';
import type { Problem } from '../ruleset/problem.ts';
import type { Memo } from '../ruleset/memo.ts';
import { readRuleset } from '../ruleset/read.ts';
import { fileNameOf, GAMESTATE, RULESET, WORDED, type ContentFiles } from '../store/paths.ts';
import { readGame } from '../store/read-game.ts';
import { readTracked, writeTracked } from '../store/tracked-file.ts';

/** A change to be proposed, in words instead of files. */
export type DraftChange =
  | { readonly do: 'edit'; readonly rule: string; readonly replace: string; readonly with: string }
  | {
      readonly do: 'add';
      readonly title: string;
      readonly text: string;
      /** The code that the engine is to run. */
      readonly clause?: string;
      readonly section?: Section;
      readonly under?: string;
    }
  | { readonly do: 'repeal'; readonly rule: string }
  | { readonly do: 'transmute'; readonly rule: string }
  | { readonly do: 'set'; readonly path: string; readonly value: unknown };

export interface Drafted {
  readonly changes: ReadonlyMap<string, string | null>;
  readonly problems: readonly Problem[];
}

/** The files that a proposal would change; every other byte stays as it is. */
export function draftChanges(content: ContentFiles, wanted: readonly DraftChange[], memo: Memo): Drafted {
  const { ruleset, terms, state } = readGame(content, memo);
  const read: Drafting['read'] = (files) => readRuleset(files, terms, memo).manifest;
  // Rules with dynasties track something about the current one.
  const hasDynasties = Object.keys(state?.dynasty ?? {}).length > 0;
  const problems: Problem[] = [];
  let rules = ruleset;
  const changes = new Map<string, string | null>();
  const worded: MatterChange[] = [];
  for (const one of wanted) {
    if (one.do === 'set') {
      const problem = setValue(content, changes, one.path, one.value);
      if (problem !== null) problems.push(problem);
      continue;
    }
    const change = toChange(rules, one, { problems, read, hasDynasties });
    if (change === null) continue;
    if (change.type === 'set-facts') {
      worded.push({ verb: 'transmute', rule: change.path });
      continue;
    }
    const { files, problem } = applyChange(rules, change, terms);
    if (problem === undefined) rules = files;
    else problems.push(problem);
  }
  for (const path of new Set([...ruleset.keys(), ...rules.keys()])) {
    if (ruleset.get(path) !== rules.get(path)) changes.set(`${RULESET}${path}`, rules.get(path) ?? null);
  }
  if (worded.length > 0) changes.set(WORDED, writeWorded(worded));
  return { changes, problems };
}

interface Drafting {
  readonly problems: Problem[];
  readonly read: (rules: ContentFiles) => ReturnType<typeof readRuleset>['manifest'];
  readonly hasDynasties: boolean;
}

/** The section that was named, or the default for new rules; null if the game has no section of that name. */
function sectionFor(
  rules: ContentFiles,
  named: Section | undefined,
  { problems, read, hasDynasties }: Drafting,
): Section | null {
  const entries = read(rules).rules;
  if (named === undefined) return sectionForNew(entries, hasDynasties);
  const known = sectionsToChoose(entries, hasDynasties);
  // Without rules there is nothing to compare with, and whatever makes the change reports an unreadable name.
  if (known.length === 0 || known.includes(named)) return named;
  const near = nearest(named, known);
  problems.push({
    code: 'no-section',
    file: named,
    message: `the ruleset has no place called "${named}"${near === null ? '.' : `; did you mean ${near}?`}`,
    expected: `a path below ${known.join('/, ')}/ without dots`,
    example: `${known.at(-1) ?? 'core'}/night.md`,
  });
  return null;
}

function toChange(
  rules: ContentFiles,
  wanted: Exclude<DraftChange, { do: 'set' }>,
  { problems, read, hasDynasties }: Drafting,
): RulesetChange | null {
  const pathOf = (name: string): string | null => {
    const found = findRule(read(rules), name);
    if (found.rule !== null) return found.rule.path;
    const message =
      sayAlike(name, found) ??
      `There is no rule “${name}”${found.near === null ? '.' : `; did you mean “${found.near}”?`}`;
    problems.push({
      code: 'no-such-rule',
      file: name,
      message,
      expected: 'the title, number or path of a rule',
      example: found.numbers[0] ?? found.near ?? 'core/votable-matters/votes',
    });
    return null;
  };
  if (wanted.do === 'add') {
    const parent = wanted.under === undefined ? undefined : pathOf(wanted.under);
    if (parent === null) return null;
    const section =
      parent === undefined
        ? sectionFor(rules, wanted.section, { problems, read, hasDynasties })
        : (parent.split('/')[0] as Section);
    if (section === null) return null;
    return {
      type: 'add-rule',
      section,
      title: wanted.title,
      text: wanted.text,
      ...(wanted.clause === undefined ? {} : { clause: wanted.clause }),
      ...(parent === undefined ? {} : { parent }),
    };
  }
  const path = pathOf(wanted.rule);
  if (path === null) return null;
  // A branch states the change in words, and the rules decide whether it is allowed.
  if (wanted.do === 'transmute') return { type: 'set-facts', path, facts: {} };
  return wanted.do === 'repeal'
    ? { type: 'repeal-rule', path }
    : { type: 'edit-rule', path, replace: wanted.replace, with: wanted.with };
}

/** `players.ana.oil` is `oil` in `gamestate/players/ana.md`. */
function setValue(
  content: ContentFiles,
  changes: Map<string, string | null>,
  path: string,
  value: unknown,
): Problem | null {
  const fileOf = (scope: string, name: string): string => {
    const own = `${GAMESTATE}${scope}/${fileNameOf(name)}.md`;
    const named = `${GAMESTATE}players/${fileNameOf(personId(name))}.md`;
    return scope === 'players' && !content.has(own) && content.has(named) ? named : own;
  };
  const names = splitPath(path, (scope, name) => isWholeName(name) && content.has(fileOf(scope, name)));
  const alone = names[0] === 'game' || names[0] === 'dynasty';
  const [key, file] = alone
    ? [names.slice(1).join('.'), `${GAMESTATE}${names[0] ?? ''}.md`]
    : [names.slice(2).join('.'), fileOf(names[0] ?? '', names[1] ?? '')];
  const before = changes.get(file) ?? content.get(file);
  if (before === undefined || key === '') {
    const near = nearest(path, settable(content));
    return {
      code: 'no-such-value',
      file,
      message: `There is no ${path} that can be set${near === null ? '.' : `; did you mean ${near}?`}`,
      expected: 'a value of somebody or something',
      example: `${near ?? 'players.ana.name'}=…`,
    };
  }
  const { data } = readTracked(file, before);
  if (!Object.hasOwn(data, key)) {
    const near = nearest(key, Object.keys(data));
    return {
      code: 'no-such-value',
      file,
      field: key,
      message: `There is no value ${key}${near === null ? '.' : `; did you mean ${near}?`}`,
      expected: `one of ${Object.keys(data).join(', ')}`,
      example: `${path.slice(0, -key.length)}${near ?? Object.keys(data)[0] ?? 'name'}=…`,
    };
  }
  changes.set(file, writeTracked(file, before, { ...data, [key]: value }));
  return null;
}

/** Every path that can be set, to suggest after a wrong one. */
function settable(content: ContentFiles): readonly string[] {
  return [...content].flatMap(([file, text]) => {
    if (!file.startsWith(GAMESTATE) || !file.endsWith('.md')) return [];
    const place = file.slice(GAMESTATE.length, -'.md'.length).replace('/', '.');
    return Object.keys(readTracked(file, text).data).map((key) => `${place}.${key}`);
  });
}
