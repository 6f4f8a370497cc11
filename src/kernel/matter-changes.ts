import { knowDynasties, termsKnown } from './roles.ts';
import { callHook } from './calls.ts';
import { findRules } from './meant-rule.ts';
import {
  SECTIONS,
  sectionForNew,
  sectionsToChoose,
  type GivenFacts,
  type RuleEntry,
  type RulesetChange,
  type Section,
} from './manifest.ts';
import type { PostEntity } from './post-entity.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { MatterChange } from './state.ts';
import { nearest } from './names.ts';

/** A matter's change and what it would touch, for the rules that decide what a matter may change. */
export interface JudgedChange {
  readonly verb: MatterChange['verb'];
  readonly section: Section | null;
  readonly rule: RuleEntry | null;
  /** How the place was specified. */
  readonly named: 'section' | 'path' | 'title' | 'number' | null;
  /** True if several rules have the given title. */
  readonly ambiguous: boolean;
  /** For a value: `players.bo.admin`. */
  readonly path: string | null;
  readonly value: unknown;
  /** True if it changes whether other rules can override the rule. */
  readonly entrenches: boolean;
  readonly words: string;
}

export interface Enactment {
  readonly ruleset: readonly RulesetChange[];
  readonly values: readonly { readonly path: string; readonly value: unknown }[];
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
}

/** Splits a matter's changes into those that are made and those that the rules omit. */
export function judgeChanges(runtime: Runtime, matter: PostEntity): Enactment {
  const ruleset: RulesetChange[] = [];
  const values: { path: string; value: unknown }[] = [];
  const omitted: { change: string; reason: string }[] = [];
  const facts: RulesetChange[] = [];
  for (const change of matter.changes) {
    try {
      const { judged, made } = judge(runtime, change, matter);
      callHook(runtime, 'may-change', { matter, change: judged });
      if (!('type' in made)) values.push(made);
      else {
        const given = callHook(runtime, 'rule-facts', { matter, change: judged }) as GivenFacts | null;
        ruleset.push(given !== null && made.type === 'add-rule' ? { ...made, facts: given } : made);
        if (given !== null) facts.push(...factsFor(made, given));
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      omitted.push({ change: describe(change), reason: error.message });
    }
  }
  return { ruleset: [...ruleset, ...facts], values, omitted };
}

/** Facts from rules are written last, so they replace those that a matter writes itself. */
function factsFor(made: RulesetChange, facts: GivenFacts): readonly RulesetChange[] {
  if (made.type === 'repeal-rule' || made.type === 'add-rule' || !('path' in made)) return [];
  if (made.type === 'write-file' && made.content === null) return [];
  return [{ type: 'set-facts', path: made.path.replace(/\.(md|ts)$/, ''), facts }];
}

type Made = RulesetChange | { readonly path: string; readonly value: unknown };

/** A change of which only the wording is known. */
function blankFor(change: MatterChange): JudgedChange {
  return {
    verb: change.verb,
    section: null,
    rule: null,
    named: null,
    ambiguous: false,
    path: null,
    value: null,
    entrenches: false,
    words: describe(change),
  };
}

function judge(
  runtime: Runtime,
  change: MatterChange,
  matter: PostEntity,
): { judged: JudgedChange; made: Made } {
  const blank = blankFor(change);
  if (change.verb === 'set') {
    const ofRuleset = judgeSetOfRuleset(runtime, change, blank);
    if (ofRuleset !== null) return ofRuleset;
    return {
      judged: { ...blank, path: change.path, value: change.value },
      made: { path: change.path, value: change.value },
    };
  }
  if (change.verb === 'add-rule') {
    const section =
      change.section === undefined
        ? sectionForNew(runtime.model.manifest.rules, knowDynasties(runtime.model))
        : sectionCalled(runtime, change.section);
    const parent = change.parent === undefined ? null : ruleCalled(runtime, change.parent, section).rule;
    const title =
      change.title.trim() === '' ? (callHook(runtime, 'unnamed-rule', { matter }) as string) : change.title;
    const made = {
      type: 'add-rule',
      section,
      title,
      text: change.text,
      ...(parent === null ? {} : { parent: parent.path }),
      ...(change.clause === undefined ? {} : { clause: change.clause }),
    } as const;
    return { judged: { ...blank, section, named: change.section === undefined ? null : 'section' }, made };
  }
  if (change.verb === 'file') return judgeFile(runtime, change, blank);
  const wanted = change.section === undefined ? null : sectionCalled(runtime, change.section);
  const { rule, ambiguous, named } = ruleCalled(runtime, change.rule, wanted);
  const judged: JudgedChange = {
    ...blank,
    section: rule.section,
    rule,
    ambiguous,
    named: wanted === null ? named : 'section',
  };
  if (change.verb === 'repeal-rule') return { judged, made: { type: 'repeal-rule', path: rule.path } };
  if (change.verb === 'transmute') {
    const { mutable } = rule.facts;
    if (typeof mutable !== 'boolean')
      throw new Refusal(`${rule.title} is neither mutable nor immutable`, { code: 'not-transmutable' });
    return { judged, made: { type: 'set-facts', path: rule.path, facts: { mutable: !mutable } } };
  }
  return { judged, made: { type: 'edit-rule', path: rule.path, replace: change.replace, with: change.with } };
}

/** `ruleset.<title>.status`, `game.terms.player` and `game.terms.names` (which of the terms are names) are values of the ruleset itself. */
function judgeSetOfRuleset(
  runtime: Runtime,
  change: MatterChange & { verb: 'set' },
  blank: JudgedChange,
): { judged: JudgedChange; made: Made } | null {
  const [head = '', name = '', field = ''] = change.path.split('.');
  if (head === 'game' && name === 'terms') {
    const { terms } = runtime.model.manifest;
    const { value } = change;
    const isKnown =
      field === 'names'
        ? Array.isArray(value) && value.every((role) => role === 'player' || role === 'emperor')
        : Object.hasOwn(termsKnown(terms, runtime.model), field) && typeof value === 'string';
    if (!isKnown) throw new Refusal(`the game has no name for ${field}`, { code: 'no-such-term' });
    return {
      judged: { ...blank, path: change.path, value },
      made: { type: 'set-terms', terms: { [field]: value } },
    };
  }
  if (head !== 'ruleset') return null;
  const { rule, ambiguous, named } = ruleCalled(runtime, name, null);
  const { value } = change;
  const judged: JudgedChange = { ...blank, section: rule.section, rule, ambiguous, named };
  if (field === 'entrenched' && typeof value === 'boolean')
    return {
      judged: { ...judged, entrenches: value !== rule.entrenched },
      made: { type: 'set-entrenched', path: rule.path, entrenched: value },
    };
  if (field !== 'status' || (value !== 'active' && value !== 'inactive' && value !== null)) {
    throw new Refusal(
      `${change.path} can only be active, inactive or null (a status), or true or false (entrenched)`,
      { code: 'bad-status' },
    );
  }
  return { judged, made: { type: 'set-status', path: rule.path, status: value } };
}

export const RULESET_FOLDER = 'content/ruleset/';

function judgeFile(
  runtime: Runtime,
  change: MatterChange & { verb: 'file' },
  blank: JudgedChange,
): { judged: JudgedChange; made: Made } {
  const path = change.path.replace(/^\.?\//, '');
  if (!path.startsWith(RULESET_FOLDER))
    throw new Refusal(`nothing in ${change.path} is a rule, or a value that can be read`, {
      code: 'outside',
    });
  const inside = path.slice(RULESET_FOLDER.length);
  // A section may have a text, `special-case.md`, beside its folder.
  const section = sectionCalled(runtime, (inside.split('/')[0] ?? '').replace(/\.(md|ts)$/, ''));
  // `core/votes.scenario.yml` and `core/votes.ties.scenario.yml` are judged with the rule of the same name.
  const beside = inside.replace(/\.(md|ts)$|(\.[^./]+)*\.scenario\.yml$/, '');
  const rule = runtime.model.manifest.rules.find((one) => one.path === beside) ?? null;
  const before = entrenchedSaid(rule?.entrenched ?? false);
  const after = path.endsWith('.md') ? entrenchedIn(change.content ?? '') : before;
  const entrenches = before !== after;
  const judged: JudgedChange = { ...blank, section, rule, named: 'path', entrenches };
  return {
    judged,
    made: {
      type: 'write-file',
      path: inside,
      content: change.content,
      ...(change.base === undefined ? {} : { base: change.base }),
    },
  };
}

/** Reads `entrenched` from the front matter of a rule's file, in the words of `entrenchedSaid`. */
export function entrenchedIn(text: string): string {
  const [, matter = ''] = /^---\r?\n([^]*?)\n---/u.exec(text) ?? [];
  const [, said = ''] = /^entrenched:((?:.*)(?:\r?\n[ \t]*-.*)*)/mu.exec(matter) ?? [];
  const words = said.replaceAll(/#.*$/gmu, '').match(/[\p{L}\p{N}_-]*[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? [];
  return entrenchedSaid(words[0] === 'true' ? true : words[0] === 'false' ? false : words);
}

export function entrenchedSaid(entrenched: RuleEntry['entrenched']): string {
  if (typeof entrenched === 'boolean') return entrenched ? 'always' : '';
  return [...entrenched].sort().join(' ');
}

function sectionCalled(runtime: Runtime, name: string): Section {
  const section = name.trim().toLowerCase().replaceAll(' ', '-');
  const known = sectionsToChoose(runtime.model.manifest.rules, knowDynasties(runtime.model));
  // A vote may start any of the usual sections, even one that the game hasn't used so far.
  if (known.includes(section) || SECTIONS.includes(section)) return section;
  throw new Refusal(`there is no section ${name}; there are ${known.join(', ')}`, {
    code: 'no-such-section',
  });
}

export function ruleCalled(
  runtime: Runtime,
  name: string,
  section: Section | null,
): { rule: RuleEntry; ambiguous: boolean; named: 'title' | 'number' | 'path' } {
  const { rules } = runtime.model.manifest;
  const found = findRules(rules, name.replace(/^content\/ruleset\//, '').replace(/\.md$/, '')).filter(
    (rule) => section === null || rule.section === section,
  );
  const rule = found[0];
  if (rule === undefined) {
    const others = rules.filter((one) => section === null || one.section === section);
    const guess = nearest(
      name,
      others.map(({ title }) => title),
    );
    const where = section === null ? '' : ` in the section ${section}`;
    throw new Refusal(`there is no rule ${name}${where}${guess === null ? '' : `; did you mean ${guess}?`}`, {
      code: 'no-such-rule',
    });
  }
  const named = rule.number === name.trim() ? 'number' : name.includes('/') ? 'path' : 'title';
  return { rule, ambiguous: found.length > 1, named };
}

export function describe(change: MatterChange): string {
  switch (change.verb) {
    case 'add-rule':
      return `add the rule ${change.title}`;
    case 'edit-rule':
      return `edit the rule ${change.rule}`;
    case 'repeal-rule':
      return `repeal the rule ${change.rule}`;
    case 'transmute':
      return `transmute the rule ${change.rule}`;
    case 'set':
      return `set ${change.path} to ${JSON.stringify(change.value)}`;
    default:
      return `${change.content === null ? 'delete' : 'write'} ${change.path}`;
  }
}
