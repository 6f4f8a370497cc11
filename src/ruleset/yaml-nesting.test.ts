import { expect, test } from 'vitest';
import { readWorded } from '../wording/worded-changes.ts';
import { readValue } from '../session/take/commands.ts';
import { readScenario, ScenarioError } from '../rehearse/scenarios/format.ts';
import { readYamlFile } from './front-matter.ts';
import { whyTooNested } from './parse-yaml.ts';

test('brackets beside each other and a few in each other are no harm', () => {
  expect(whyTooNested('- { a: [1, 2] }\n'.repeat(5_000))).toBeNull();
  expect(whyTooNested(`${'['.repeat(150)}${']'.repeat(150)}`)).toBeNull();
  expect(whyTooNested('}}}}]]]]')).toBeNull();
});

test('a million brackets that close nothing are not read, since each is an error of its own', () => {
  expect(whyTooNested(']'.repeat(1_000_000))).toContain('closing brackets have no opening one');
  expect(readYamlFile('content/x.yml', `title: a\n${'}'.repeat(50_000)}`).problems[0]?.message).toContain(
    'closing brackets have no opening one',
  );
});

test.each(['{', '[', '{a: ', '- [', '{[', '? {'])(
  'thousands of %s are not read, and that is said at once',
  (bracket) => {
    const text = `- set: ${bracket.repeat(5_000)}`;
    const began = process.threadCpuUsage().user;
    expect(readWorded(text).problems.join()).toContain('are nested more than');
    expect(readValue(text)).toBe(text);
    expect(
      readYamlFile('content/x.yml', `title: ${text}`)
        .problems.map(({ message }) => message)
        .join(),
    ).toContain('are nested more than');
    expect((process.threadCpuUsage().user - began) / 1000).toBeLessThan(500);
  },
);

test.each(['? ', '? - ', '?\n ', '- ? ', 'a: ? '])(
  'thousands of %j are not read, and that is said',
  (sign) => {
    const text = `set: ${sign.repeat(5_000)}`;
    expect(readWorded(text).problems.join()).toContain('behind a question mark');
    expect(readYamlFile('content/x.yml', text).problems[0]?.message).toContain('behind a question mark');
    expect(() => readScenario('x.yml', text)).toThrow('behind a question mark');
    expect(whyTooNested('text: Who? What? Really ?\n'.repeat(5_000))).toBeNull();
  },
);

test('a scenario whose aliases mean nothing is told as unreadable', () => {
  expect(() => readScenario('x.yml', 'a: *b\n')).toThrow(ScenarioError);
});

test('a text of nothing but errors is read in time that grows with its length', () => {
  const msOf = (size: number): number => {
    const before = process.threadCpuUsage().user;
    const text = "a: 'b\n".repeat(size) + ']'.repeat(size);
    expect(readYamlFile('content/x.yml', text).problems.length).toBeGreaterThan(0);
    return (process.threadCpuUsage().user - before) / 1000;
  };
  msOf(500);
  expect(msOf(8_000)).toBeLessThan(9 * Math.max(40, msOf(2_000)));
});

test.each(['}', ']', ']]', ']\n'])('thousands of %j that close nothing are read in time', (bracket) => {
  const msOf = (size: number): number => {
    const before = process.threadCpuUsage().user;
    expect(readWorded(bracket.repeat(size / bracket.length)).problems.join()).toContain('expected a list');
    return (process.threadCpuUsage().user - before) / 1000;
  };
  msOf(1_000);
  expect(msOf(30_000)).toBeLessThan(1_500);
});
