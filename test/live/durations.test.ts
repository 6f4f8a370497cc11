import { expect, test } from 'vitest';

import { hoursIn, readDuration } from '../../src/kernel/durations.ts';
import { listPacks } from '../../src/ruleset/compose.ts';
import { readRuleFile } from '../../src/ruleset/rule-file.ts';
import { readLibrary } from '../../src/store/library.ts';
import { isNoticed, mutantsOf, scenarioPasses, type Mutant } from './mutants.ts';
import noticed from './noticed.json' with { type: 'json' };

const library = readLibrary();
const scenarios: Readonly<Record<string, { readonly scenario: string } | undefined>> = noticed;

interface Lasting extends Mutant {
  readonly hours: number | null;
  readonly name: string;
}

/** Every live value of the library that is a duration. */
const durations = mutantsOf(library).flatMap((mutant): readonly Lasting[] => {
  const [, text = '', name = ''] = /^\[(.*)\]\(#value:([\w-]+)\)$/u.exec(mutant.before) ?? [];
  const duration = readDuration(text);
  return duration === null ? [] : [{ ...mutant, name, hours: hoursIn(duration) }];
});
const whole = process.env['GITNOMIC_LIVE'] === 'whole';
const EACH = 24;
const tried = durations.filter((_, at) => whole || at % EACH === 0);

test('all durations of the library have their unit', () => {
  const { core, dynasties } = listPacks(library);
  expect(durations.length).toBeGreaterThan(50);
  const folders = [...core.map((era) => `core/${era}/`), ...dynasties.map((pack) => `${pack}/`)];
  const texts = Array.from(library).filter(
    ([path]) => path.endsWith('.md') && folders.some((one) => path.startsWith(one)),
  );
  const outside = texts.flatMap(([path, text]) =>
    Object.entries(readRuleFile(path, text).parse.values)
      .filter(([, { unit, text: said }]) => unit !== undefined && readDuration(said) === null)
      .map(([name]) => `${path}: ${name}`),
  );
  expect(outside).toEqual([]);
});

/** Whether a failed expectation differs only in the words of the duration, which messages quote as the text has them. */
function isQuoted(failure: string, same: string, before: string): boolean {
  const [, found = '', expected = ''] = /is "(.*)"; expected "(.*)"$/u.exec(failure) ?? [];
  const said = /^\[(.*)\]\(/u.exec(before)?.[1] ?? same;
  return found !== '' && found.replaceAll(same, said) === expected;
}

test.each(tried.map((one) => [one.key, one] as const))(
  '%s: the same time in another unit changes nothing, and the same number of another unit takes effect',
  async (key, { hours, name, before, ...mutant }) => {
    const { scenario = '' } = scenarios[key] ?? {};
    expect(scenario).not.toBe('');
    const amended = (text: string): string => `[${text}](#value:${name})`;
    // Months have no other unit that is always as long.
    const inOther = (all: number): string =>
      all % 24 === 0
        ? `${all / 24} days`
        : all < 1
          ? `${Math.round(all * 3600)} seconds`
          : `${all * 60} minutes`;
    const same = hours === null ? null : before.includes(' days]') ? `${hours} hours` : inOther(hours);
    if (same !== null)
      expect(
        (await scenarioPasses(library, { ...mutant, key, before }, amended(same), scenario)).filter(
          (failure) => !isQuoted(failure, same, before),
        ),
      ).toEqual([]);
    const other =
      hours === null || hours >= 1 ? ['1 minute', '3 minutes', '5 weeks'] : ['3 seconds', '5 days'];
    const obeyed = await Promise.all(
      other.map((text) => isNoticed(library, { ...mutant, key, before }, amended(text), scenario)),
    );
    expect(obeyed).toContain(true);
  },
);
