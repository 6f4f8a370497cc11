import { composeRuleset, listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import type { RuleEntry } from '../../src/kernel/manifest.ts';
import { readNumber, readQuantity } from '../../src/kernel/number-words.ts';
import { readRuleset, type RuleFiles } from '../../src/ruleset/read.ts';
import { Caches } from '../../src/cache/caches.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/on-kernel.ts';
import { runScenarioOn } from '../../src/rehearse/scenarios/run-on.ts';

/** One live value or table row of a pack, and what it is changed into, the likeliest to be noticed first. */
export interface Mutant {
  /** `clans dynastic/duels: due`, `crypt dynastic/features: features glyph` */
  readonly key: string;
  readonly pack: string;
  readonly core: string;
  readonly file: string;
  readonly before: string;
  readonly after: readonly string[];
}

/** Under which core a pack is tried that goes with any. */
const ANY_CORE = '2021';

/** Everything live in the library; what stands in a helper's or another pack's rule is that pack's. */
export function mutantsOf(library: RuleFiles): readonly Mutant[] {
  const { core, dynasties } = listPacks(library);
  const packs = [
    ...core.map((era) => ({ core: era, dynasty: undefined, folder: `core/${era}` })),
    ...dynasties.map((dynasty) => {
      const path = `${dynasty}/pack.yml`;
      const era = readPackFile(path, library.get(path) ?? '').pack?.core ?? ANY_CORE;
      return { core: era, dynasty, folder: dynasty };
    }),
  ];
  return packs.flatMap(({ core: era, dynasty, folder }) => {
    const { files } = composeRuleset(library, { core: era, ...(dynasty !== undefined && { dynasty }) });
    const { rules } = readRuleset(files).manifest;
    return rules.flatMap((rule) => {
      const file = `${folder}/${rule.path}.md`;
      const text = library.get(file);
      if (text === undefined) return [];
      return changesOf(rule, text).map(({ name, ...change }) => ({
        ...change,
        key: `${folder} ${rule.path}: ${name}`,
        pack: folder,
        core: era,
        file,
      }));
    });
  });
}

interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: readonly string[];
}

function changesOf(rule: RuleEntry, text: string): readonly Change[] {
  const values = [...text.matchAll(/\[((?:\[[^\]]*\]|[^\]])*)\]\(#value:([\w-]+)\)/g)].map(
    ([before, said = '', name = '']) => ({
      name,
      before,
      after: otherThan(said).map((other) => `[${other}](#value:${name})`),
    }),
  );
  const rows = Object.entries(rule.tables).flatMap(([name, { rows: cells }]) => {
    const lines = cells.flatMap(([first]) => {
      const line = text.split('\n').find((one) => rowStarts(one, first?.text ?? ''));
      return first === undefined || line === undefined ? [] : [{ first: first.text, line }];
    });
    return lines.map(({ first, line }, at) => ({
      name: `${name} ${first}`,
      before: `${line}\n`,
      after: ['', `${doubled(line)}\n`, `${asIn(line, lines[(at + 1) % lines.length]?.line ?? line)}\n`],
    }));
  });
  return [...values, ...rows];
}

function doubled(line: string): string {
  return line.replace(/(?<=\|[^|]*)\b\d+\b(?=[^|]*\|)/g, (number) => String(Number(number) * 2 + 7));
}

/** `| horned | Strength |` with the cells of `| winged | Reflex |` → `| horned | Reflex |` */
function asIn(line: string, other: string): string {
  const said = other.replace(/\[([^\]]*)\]\(#value:[\w-]+\)/g, '$1');
  return [...line.split('|').slice(0, 2), ...said.split('|').slice(2)].join('|');
}

function rowStarts(line: string, first: string): boolean {
  return line.startsWith('|') && line.split('|')[1]?.trim() === first;
}

/** What is legal in the place of a word for which no other word would be. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  Normal: 'Scarred',
  none: 'bo',
  Bloodsoaked: 'Quick',
  Evasive: 'Quick',
  'Not Playing': 'Playing',
  E4: 'D5',
  '15:00': '16:30',
  unanimous: 'one more than half',
  'one more than half': 'unanimous',
};

function otherThan(said: string): readonly string[] {
  const word = OTHER_WORDS[said];
  if (word !== undefined) return [word];
  const [, count, unit] = /^(.+?)( (?:minutes|hours|days|weeks|months))$/.exec(said) ?? [];
  if (count !== undefined) return otherThan(count).map((other) => `${other}${unit}`);
  const number = readNumber(said);
  if (number === null)
    return readQuantity(said) === null ? [`Zz${said}`, `${said}zz`] : ['a tenth', 'all but half'];
  if (!Number.isInteger(number)) return ['a tenth', 'nine tenths'];
  return [number * 2 + 7, Math.floor(number / 2), number + 1].filter((other) => other !== number).map(String);
}

/** The scenarios that could notice: those of the pack, and under a core those that all eras share. */
export function scenariosFor(library: RuleFiles, { pack, core }: Mutant): readonly string[] {
  return Array.from(library.keys()).filter(
    (path) =>
      /\.ya?ml$/.test(path) &&
      (path.startsWith(`${pack}/scenarios/`) ||
        (pack.startsWith('core/') &&
          path.startsWith('core/scenarios/') &&
          (library.get(path) ?? '').includes(core))),
  );
}

/** Clauses of the library are trusted: on the bare kernel each takes a fraction of a second. */
const driver = onKernel();
const caches = new Caches();

/** What goes wrong for another reason than that the rules decide otherwise. */
const NO_DECISION = /The rule (?:doesn’t say|says) "|can't be read|can't begin|no live|must be/;
/** An expectation about the text itself. */
const OF_THE_TEXT = /^ruleset\./;

/** Whether a scenario ends otherwise under a change, in something else than the changed words themselves. */
export async function isNoticed(
  library: RuleFiles,
  mutant: Mutant,
  after: string,
  scenario: string,
): Promise<boolean> {
  return isNoticedIn(changedBy(library, mutant, after), mutant, scenario);
}

export async function isNoticedIn(changed: RuleFiles, mutant: Mutant, scenario: string): Promise<boolean> {
  try {
    const told = await failuresOf(changed, mutant, scenario);
    return told.some((one) => !OF_THE_TEXT.test(one)) && !told.some((one) => NO_DECISION.test(one));
  } catch {
    return false;
  }
}

/** What fails in a scenario under a change, but for expectations about the words themselves: in the text, or in a refusal. */
export async function scenarioPasses(
  library: RuleFiles,
  mutant: Mutant,
  after: string,
  scenario: string,
): Promise<readonly string[]> {
  const words = /^\[(.*)\]\(/u.exec(mutant.before)?.[1] ?? '';
  const changed = new Map(changedBy(library, mutant, after));
  const said = /^\[(.*)\]\(/u.exec(after)?.[1] ?? '';
  const text = changed.get(scenario) ?? '';
  changed.set(scenario, text.replaceAll(mutant.before, after));
  const failures = await failuresOf(changed, mutant, scenario);
  if (failures.length === 0) return failures;
  changed.set(scenario, (changed.get(scenario) ?? '').replaceAll(`refused: ${words}`, `refused: ${said}`));
  return failuresOf(changed, mutant, scenario);
}

function changedBy(library: RuleFiles, { file, before }: Mutant, after: string): RuleFiles {
  return new Map(library).set(
    file,
    (library.get(file) ?? '').replace(before, () => after),
  );
}

async function failuresOf(
  changed: RuleFiles,
  { core }: Mutant,
  scenario: string,
): Promise<readonly string[]> {
  const text = (changed.get(scenario) ?? '').replace(/core: \[[^\]]*\]/, `core: "${core}"`);
  const { failures } = await runScenarioOn(driver, scenario, text, { library: changed, caches });
  return failures.map(({ message }) => message);
}
