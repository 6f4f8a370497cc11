import { RULESET_FOLDER, type Enactment } from '../../kernel/matter-changes.ts';
import type { PostData } from '../../kernel/state.ts';
import { withTerms } from '../../kernel/roles.ts';
import type { Caches } from '../../cache/caches.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Resolution } from '../../kernel/inputs.ts';
import type { Manifest, RulesetChange } from '../../kernel/manifest.ts';
import { isPermanent, type FailingClause } from './failing-clause.ts';
import { sayLocks, whyNotOn } from './say-rehearsal.ts';
import { applyChange } from '../../ruleset/amend.ts';
import { describeProblem, newProblems, sayExpected, type Problem } from '../../ruleset/problem.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { inWords } from '../../wording/naming.ts';
import { titleIn } from '../../wording/say-parted.ts';
import type { RulesetRead } from '../../ruleset/read.ts';
import { whyNotTerms } from '../../ruleset/terms.ts';
import { isSwitchedOff, switchOff, switchOnRewritten } from '../../ruleset/switched-off.ts';
import type { SandboxHost } from '../../sandbox/host.ts';
import { rulesThatRun } from '../../ruleset/rules-that-run.ts';
import type { Runner } from '../../sandbox/sandbox.ts';
import { rulesThatAreMissing } from './must-have.ts';
import type { Resolutions } from '../../store/post-files.ts';
import type { RehearseRules, Edition } from './play-options.ts';
import { moduleSources, readEdition } from './ruleset-sources.ts';

interface Draft {
  readonly edition: Edition;
  readonly omitted: Enactment['omitted'];
  /** Two changes of one sentence clash; nothing was changed then. */
  readonly conflict: string | null;
}

interface RulesetProblem {
  readonly message: string;
  /** The rules whose clauses are to blame. */
  readonly failing: readonly string[];
}

interface RulebookOptions {
  readonly resolutions: Resolutions;
  readonly rehearse: RehearseRules | undefined;
  readonly ledger: SandboxHost['ledger'];
  readonly caches: Caches;
}

/** The ruleset in force: rule files and terms, as loaded in the sandbox. */
export class Rulebook {
  readonly #runner: () => Runner;
  readonly #options: RulebookOptions;
  /** Warnings by matter. */
  readonly toKnow = new Map<string, readonly string[]>();
  #edition: Edition;
  #manifest: Manifest;

  constructor(runner: () => Runner, edition: Edition, options: RulebookOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#edition = edition;
    this.#manifest = { rules: [], terms: edition.terms };
  }

  get edition(): Edition {
    return this.#edition;
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  get model(): ModelDescription {
    // Cached by the parsed rules, since a reused sandbox has been asked before.
    return this.#options.caches.once(this.#manifest, 'model', () => this.#runner().describe());
  }

  /** Adopts rules that are already in force in a sandbox. */
  takeUp(edition: Edition, manifest: Manifest): void {
    this.#edition = edition;
    this.#manifest = manifest;
  }

  get isInForce(): boolean {
    return this.#manifest.rules.length > 0;
  }

  /** Puts rules in force, or returns the problems and leaves the old ones. */
  putInForce(edition: Edition): readonly RulesetProblem[] {
    const { problems, manifest, tables } = readEdition(edition, this.#options.caches);
    if (problems.length > 0)
      return problems.map((problem) => ({ message: describeProblem(problem), failing: [] }));
    const found = this.#runner().link(manifest, moduleSources(edition.files, tables));
    if (found.length === 0) {
      this.#edition = edition;
      this.#manifest = manifest;
    }
    // A clause that can't read its rule's text isn't to blame, unless it was compiled from that rule's tables.
    const isToBlame = (file: string): boolean => !file.endsWith('.md') || tables.has(file);
    return found.map(({ message, file }) => ({
      message,
      failing: isToBlame(file) ? rulesThatRun(file, edition.files) : [],
    }));
  }

  /** Rules that failed to load have left the old ones in force, which need not be loaded again. */
  goBackTo(before: Edition): void {
    if (this.#edition !== before) this.putInForce(before);
  }

  /** Applies the changes and puts them in force; returns what is wrong, or null. */
  amend(changes: readonly RulesetChange[]): string | null {
    let { files, terms } = this.#edition;
    for (const asked of changes) {
      const change = this.#merged(files, asked);
      if (typeof change === 'string') return change;
      const { files: next, problem } = applyChange(files, change, terms);
      if (problem !== undefined) return `${sayEdit(change, files)}: ${whyUnmade(problem)}`;
      files = next;
      if (change.type !== 'set-terms') continue;
      terms = withTerms(terms, change.terms);
      const why = whyNotTerms(terms);
      if (why !== null) return why;
    }
    return this.#whyNotInForce({ ...this.#edition, files, terms })?.reason ?? null;
  }

  /** Applies the changes of a matter that are possible and lists the others. Nothing is in force yet. */
  draft(enactment: Enactment, own: readonly RulesetChange[]): Draft {
    const omitted = [...enactment.omitted];
    let { files, terms } = this.#edition;
    for (const asked of [...enactment.ruleset, ...own]) {
      const change = this.#merged(files, asked);
      if (typeof change === 'string') return { omitted, conflict: change, edition: this.#edition };
      const unreadable = change.type === 'set-terms' ? whyNotTerms(withTerms(terms, change.terms)) : null;
      if (unreadable !== null) {
        omitted.push({ change: sayEdit(change, files), reason: unreadable });
        continue;
      }
      const { files: next, problem } = applyChange(files, change, terms);
      if (problem === undefined) files = next;
      else omitted.push({ change: sayEdit(change, files), reason: whyUnmade(problem) });
      if (change.type === 'set-terms') terms = withTerms(terms, change.terms);
    }
    if (files !== this.#edition.files) files = switchOnRewritten(this.#edition.files, files);
    const edition = { ...this.#edition, files, terms };
    return { omitted: [...omitted, ...this.#leftOut(edition)], conflict: null, edition };
  }

  /** The rows of tables and the promises that will do nothing because they can't be read. A failing part stops no enactment. */
  #leftOut(edition: Edition): Enactment['omitted'] {
    if (edition.files === this.#edition.files) return [];
    const [before, { doubts, manifest }] = [this.#edition, edition].map((one) =>
      readEdition(one, this.#options.caches),
    ) as [RulesetRead, RulesetRead];
    return newProblems(before.doubts, doubts).flatMap(({ row, code, file, field, message, ...more }) => {
      if (row === undefined && code !== 'no-such-promise') return [];
      const { title = file } = manifest.rules.find(({ path }) => `${path}.md` === file) ?? {};
      const what = row === undefined ? `a promise of ${title}` : `the row ${row} of ${title}`;
      const place = row === undefined ? '' : `${field ?? ''}: `;
      return { change: what, reason: `${place}${message} ${sayExpected(more)}` };
    });
  }

  /** The clash between a matter and the texts in force, or null. */
  clashOf({ changes }: Pick<PostData, 'changes'>): string | null {
    for (const change of changes) {
      if (change.verb !== 'file' || change.base === undefined) continue;
      const path = change.path.replace(/^\.?\//u, '').slice(RULESET_FOLDER.length);
      const merged = this.#merged(this.#edition.files, { ...change, type: 'write-file', path });
      if (typeof merged === 'string') return merged;
    }
    return null;
  }

  /** Merges a file change with what the file has become, or returns the clash. */
  #merged(files: ReadonlyMap<string, string>, change: RulesetChange): RulesetChange | string {
    if (change.type !== 'write-file' || change.base === undefined) return change;
    const ours = files.get(change.path) ?? null;
    if (ours === change.base) return change;
    const merged = this.#options.resolutions.merge(change.path, change.base, ours, change.content);
    return merged.ok ? { ...change, content: merged.text } : merged.conflict;
  }

  /** The rules in force that run this file and could do without. */
  rulesOf(module: string): readonly string[] {
    return rulesThatRun(module, this.#edition.files).filter((rule) => !isPermanent(rule));
  }

  /**
   * Puts an enactment in force. Failing clauses are switched off, among them those that are known to fail. If the game could not go on even
   * so, nothing is put in force and `problem` says why.
   */
  enforce(
    edition: Edition,
    about: Pick<Resolution, 'at' | 'matter'>,
    values: Enactment['values'],
    known: readonly FailingClause[],
  ): Enforced {
    const before = this.#edition;
    const off: Enactment['omitted'][number][] = [];
    let tried = edition;
    const without = (failing: readonly string[], reason: string): boolean => {
      const rules = failing.filter((rule) => maySwitchOff(tried.files, rule));
      if (rules.length === 0) return false;
      const { manifest } = readEdition(tried, this.#options.caches);
      off.push(
        ...rules.map((path) =>
          sayOff(manifest.rules.find((rule) => rule.path === path)?.title ?? path, reason),
        ),
      );
      tried = { ...tried, files: switchOff(tried.files, rules) };
      return true;
    };
    for (const [place, { module, reason }] of known.entries()) {
      const isAgain = known.slice(0, place).some((one) => one.module === module);
      without(rulesToSwitchOff(module, before.files, tried.files, isAgain), reason);
    }
    const isSame = tried.files === before.files && tried.terms === before.terms;
    if (isSame && values.length === 0) return { problem: null, off };
    for (;;) {
      const fault = (isSame ? null : this.#whyNotInForce(tried)) ?? this.#whyNotOn(before, about, values);
      if (fault === null) return { problem: null, off };
      if (isSame || !without(fault.failing, fault.reason)) return { problem: fault.reason, off: [] };
    }
  }

  #whyNotOn(
    before: Edition,
    { at, matter }: Pick<Resolution, 'at' | 'matter'>,
    values: Enactment['values'],
  ): Fault | null {
    const { rehearse, ledger, caches } = this.#options;
    if (rehearse === undefined) return null;
    const state = this.#runner().state();
    const post = state.posts[matter];
    const about = { before, after: this.#edition, state, at, ledger, values, caches };
    const rehearsal = rehearse(post === undefined ? about : { ...about, matter: post });
    this.toKnow.set(matter, sayLocks(rehearsal));
    const refused = whyNotOn(rehearsal);
    if (refused === null) return null;
    return { reason: `the game would be stuck: ${refused}`, failing: rehearsal.failing ?? [] };
  }

  /** Puts rules in force unless nothing could be resolved under them any more. */
  #whyNotInForce(edition: Edition): Fault | null {
    const problems = this.putInForce(edition);
    if (problems.length > 0)
      return {
        reason: problems.map(({ message }) => message).join('; '),
        failing: [...new Set(problems.flatMap(({ failing }) => failing))],
      };
    const missing = rulesThatAreMissing(this.model);
    return missing.length === 0
      ? null
      : { reason: `the game would be stuck: ${missing.join('; ')}`, failing: [] };
  }
}

/**
 * A matter may have rewritten a failing clause to repair it, so the new clause is tried first. If the failing clause is unknown, it must
 * have come with the matter.
 */
function rulesToSwitchOff(
  module: string,
  before: Edition['files'],
  files: Edition['files'],
  isAgain: boolean,
): readonly string[] {
  const isChanged = (path: string): boolean => before.get(path) !== files.get(path);
  if (module === '')
    return [...new Set([...files.keys()].filter(isChanged).flatMap((path) => rulesThatRun(path, files)))];
  const isMended = before.has(module) && isChanged(module);
  return isMended && !isAgain ? [] : rulesThatRun(module, files);
}

/** Names a change that can't be made: `the repeal of “Catching Up”`. A rule that is gone is called as it was when the change was written. */
function sayEdit(change: RulesetChange, files: Edition['files']): string {
  if (change.type === 'set-terms') return 'the words for players';
  if (change.type === 'add-rule') return `the new rule “${change.title}”`;
  const { path } = change;
  const rule = path.replace(/\.(?:md|ts)$/u, '');
  const base = 'base' in change && path.endsWith('.md') ? change.base : null;
  const title = titleIn(
    capitalised(inWords(rule.split('/').at(-1) ?? rule)),
    files.get(`${rule}.md`) ?? base ?? '',
  );
  const isGone = change.type === 'repeal-rule' || (change.type === 'write-file' && change.content === null);
  return `${path.endsWith('.ts') ? 'the code' : isGone ? 'the repeal' : 'the text'} of “${title}”`;
}

function whyUnmade(problem: Problem): string {
  return problem.code === 'no-such-rule'
    ? 'the rule isn’t there any more'
    : `${problem.message} ${sayExpected(problem)}`;
}

function sayOff(title: string, reason: string): Enactment['omitted'][number] {
  return {
    change: `run the code of ${title}`,
    reason: `its code is switched off and you play the rule by hand: ${reason}`,
  };
}

interface Enforced {
  readonly problem: string | null;
  /** Clauses that were switched off, with the reasons. */
  readonly off: Enactment['omitted'];
}

/** The reason why rules can't be used, and the rules whose clauses are to blame. */
interface Fault {
  readonly reason: string;
  readonly failing: readonly string[];
}

function maySwitchOff(files: Edition['files'], rule: string): boolean {
  const text = files.get(`${rule}.md`);
  return text !== undefined && !isPermanent(rule) && !isSwitchedOff(`${rule}.md`, text);
}
