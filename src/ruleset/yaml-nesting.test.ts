import { expect, test } from 'vitest';
import { readWorded } from '../wording/worded-changes.ts';
import { readValue } from '../session/take/commands.ts';
import { readScenario, ScenarioError } from '../rehearse/scenarios/format.ts';
import { readYamlFile } from './front-matter.ts';
import { whyTooNested } from './parse-yaml.ts';

test('accepts any number of adjacent brackets and moderate nesting', () => {
  expect(whyTooNested('- { a: [1, 2] }\n'.repeat(5_000))).toBeNull();
  expect(whyTooNested(`${'['.repeat(150)}${']'.repeat(150)}`)).toBeNull();
  expect(whyTooNested('}}}}]]]]')).toBeNull();
});

test('rejects a million unmatched closing brackets without parsing them', () => {
  expect(whyTooNested(']'.repeat(1_000_000))).toContain('closing brackets have no opening one');
  expect(readYamlFile('content/x.yml', `title: a\n${'}'.repeat(50_000)}`).problems[0]?.message).toContain(
    'closing brackets have no opening one',
  );
});

test.each(['{', '[', '{a: ', '- [', '{[', '? {'])('rejects thousands of nested %s at once', (bracket) => {
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
});

test.each(['? ', '? - ', '?\n ', '- ? ', 'a: ? '])('rejects thousands of %j', (sign) => {
  const text = `set: ${sign.repeat(5_000)}`;
  expect(readWorded(text).problems.join()).toContain('behind a question mark');
  expect(readYamlFile('content/x.yml', text).problems[0]?.message).toContain('behind a question mark');
  expect(() => readScenario('x.yml', text)).toThrow('behind a question mark');
  expect(whyTooNested('text: Who? What? Really ?\n'.repeat(5_000))).toBeNull();
});

test('reports a scenario with an undefined alias as unreadable', () => {
  expect(() => readScenario('x.yml', 'a: *b\n')).toThrow(ScenarioError);
});

test('reads a text full of errors in time proportional to its length', () => {
  const msOf = (size: number): number => {
    const before = process.threadCpuUsage().user;
    const text = "a: 'b\n".repeat(size) + ']'.repeat(size);
    expect(readYamlFile('content/x.yml', text).problems.length).toBeGreaterThan(0);
    return (process.threadCpuUsage().user - before) / 1000;
  };
  msOf(500);
  expect(msOf(8_000)).toBeLessThan(9 * Math.max(40, msOf(2_000)));
});

test.each(['}', ']', ']]', ']\n'])('reads thousands of unmatched %j in time', (bracket) => {
  const msOf = (size: number): number => {
    const before = process.threadCpuUsage().user;
    expect(readWorded(bracket.repeat(size / bracket.length)).problems.join()).toContain('expected a list');
    return (process.threadCpuUsage().user - before) / 1000;
  };
  msOf(1_000);
  expect(msOf(30_000)).toBeLessThan(1_500);
});
