import { parse, stringify } from 'yaml';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { composed } from '../../src/rehearse/scenarios/lay-out.ts';
import { setUpStage } from '../../src/rehearse/scenarios/kernel-stage.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import type { Problem } from '../../src/ruleset/problem.ts';
import { runScenarioOn, type BeginScenario } from '../../src/rehearse/scenarios/run-on.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

/** A rule change that players of a public nomic adopted, written as tables, and what is to be seen of it. */
export interface Item {
  readonly id: string;
  /** What it says, in words of our own. */
  readonly says?: string;
  /** The beginning of what a reader is told, if no table says it: line, heading and message. */
  readonly cannot?: string;
  /** Files of the core that are other than Suber's; null takes one away. */
  readonly base?: Readonly<Record<string, string | null>>;
  /** Titles of the rules over which this one prevails. */
  readonly over?: readonly string[];
  /** The text of the rule. */
  readonly rule: string;
  readonly checks: readonly Check[];
}

interface Check {
  readonly says: string;
  readonly given?: unknown;
  /** There are so many mutable rules. */
  readonly mutable?: number;
  readonly steps: readonly Step[];
}

/** A step of a scenario, or several in short. */
type Step = Readonly<Record<string, unknown>> & {
  /** A proposal, the votes on it, and its outcome. */
  readonly proposal?: {
    readonly by: string;
    readonly for?: string;
    readonly against?: string;
    /** It adds the item’s rule, which is not in force before. */
    readonly adopts?: boolean;
    /** It replaces words of the item’s rule. */
    readonly amends?: { readonly replace: string; readonly with: string };
  };
  /** The throw that ends a turn. */
  readonly roll?: string;
};

const CORE = 'core/suber/core';
const headed = (over: readonly string[] = []): string =>
  `---\ntitle: Given\norder: 300\nnumber: '300'\nmutable: true\n${over.length === 0 ? '' : `over: [${over.join(', ')}]\n`}---\n`;

/** Suber's rules without points for votes, whose die is a row of a table. */
const BASE: Readonly<Record<string, string | null>> = {
  'defeat.md': null,
  'defeat.ts': null,
  'votes-against-what-wins.md': null,
  'votes-against-what-wins.ts': null,
  'a-turn.md': `---\ntitle: A Turn\norder: 202\nnumber: '202'\nmutable: true\n---\nA turn is a proposal, and then the die.\n
| A player may  | only if                                     | to get                    |
| ------------- | ------------------------------------------- | ------------------------- |
| throw the die | it is their turn; part of the turn is "die" | 1d6 Points; the turn ends |
`,
  'a-turn.ts': `import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ view }) => ({
  hooks: {
    'may-post'({ author, kind, refuse }) {
      if (kind === 'proposal') refuseFor(refuse, [!author.is(view('moving')) && 'it is the turn of another']);
    },
  },
}));
`,
};

/** The library with the item's rule in force, or still to be adopted. */
export function libraryFor({ base = {}, over, rule }: Item, isInForce: boolean): ReadonlyMap<string, string> {
  const library = new Map(shippedLibrary);
  for (const [name, text] of Object.entries({ ...BASE, ...base }))
    if (text === null) library.delete(`${CORE}/${name}`);
    else library.set(`${CORE}/${name}`, text);
  if (isInForce) library.set(`${CORE}/given.md`, headed(over) + rule);
  return library;
}

/** The library with as many more rules as there are to be. */
function withMutable(library: ReadonlyMap<string, string>, wanted: number): ReadonlyMap<string, string> {
  const isMutable = ([path, text]: readonly [string, string]): boolean =>
    path.startsWith(`${CORE}/`) && /^mutable: true$/mu.test(text);
  const missing = wanted - Array.from(library).filter(isMutable).length;
  const more = Array.from({ length: Math.max(0, missing) }, (_, n): [string, string] => [
    `${CORE}/more-${n}.md`,
    `---\ntitle: More ${n}\norder: ${400 + n}\nnumber: '${400 + n}'\nmutable: true\n---\nMore.\n`,
  ]);
  return new Map(Array.from(library).concat(more));
}

/** `{ proposal: { by: ana, for: "ana bo", against: cy } }` → the steps of a vote */
function voteOf({ proposal, ...rest }: Step, as: string, rule: string): readonly object[] {
  const { by, for: inFavour = '', against = '', adopts, amends } = proposal ?? { by: '' };
  const changes =
    adopts === true
      ? { 'add-rule': { title: 'Given', text: rule } }
      : amends
        ? { 'edit-rule': { rule: 'Given', ...amends } }
        : { 'add-rule': { title: `Lamps ${as}`, text: 'Lamps are lit.' } };
  const votes = (people: string, vote: string): readonly object[] =>
    people.split(' ').flatMap((voter) => (voter === '' ? [] : [{ by: voter, vote, on: as }]));
  return [
    { by, propose: { title: `Lamps ${as}`, as, changes } },
    ...votes(inFavour, 'FOR'),
    ...votes(against, 'AGAINST'),
    { tick: true, ...rest },
  ];
}

function stepsOf(item: Item, { steps }: Check): readonly object[] {
  return steps.flatMap((step, at): readonly object[] => {
    if (step.proposal !== undefined) return voteOf(step, `P${at}`, item.rule);
    const { roll, ...rest } = step;
    return roll === undefined ? [step] : [{ by: roll, act: 'throw-the-die', ...rest }];
  });
}

const kernel = onKernel();

/** The same in the sandbox, with nothing of this process. */
const sandboxed: BeginScenario = (file, scenario, { core, library, caches: kept }, draw) =>
  setUpStage(
    file,
    scenario,
    composed(file, library, core, undefined),
    { rehearse: rehearseRules, caches: kept },
    draw,
  );

/** What is wrong with the cells of the item's rule, or doubtful. */
export function doubtsIn(item: Item): readonly string[] {
  const { files, terms } = composeRuleset(libraryFor(item, true), { core: 'suber' });
  const told = ({ line, field, message }: Problem): string =>
    `${line}${field ? ` ${field}` : ''}: ${message}`;
  const { doubts, problems } = readRuleset(files, terms);
  return [...doubts, ...problems].filter(({ file }) => file === 'core/given.md').map(told);
}

/** What of a check does not hold. */
export async function play(item: Item, check: Check, inSandbox = false): Promise<readonly string[]> {
  const isInForce = check.steps.every(({ proposal }) => proposal?.adopts !== true);
  const scenario = {
    title: check.says,
    rules: { core: 'suber' },
    start: '2030-06-03T09:00:00Z',
    players: { ana: { admin: true }, bo: {}, cy: {} },
    ...(check.given === undefined ? {} : { given: check.given }),
    steps: stepsOf(item, check).map((step) => ({ at: '+1h', ...step })),
  };
  const library = withMutable(libraryFor(item, isInForce), check.mutable ?? 0);
  const { failures } = await runScenarioOn(
    inSandbox ? sandboxed : kernel,
    `${item.id}.yml`,
    stringify(scenario),
    {
      library,
      caches,
    },
  );
  return failures.map(({ step, message }) => `${step ?? 'end'}: ${message}`);
}

export function itemsIn(text: string): readonly Item[] {
  return parse(text, { merge: true }) as readonly Item[];
}
