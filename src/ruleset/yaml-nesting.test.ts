import { expect, test } from 'vitest';
import { readWorded } from '../decide/worded-changes.ts';
import { readValue } from '../decide/commands.ts';
import { readYamlFile } from './front-matter.ts';
import { whyTooNested } from './yaml-nesting.ts';

test('brackets beside each other and a few in each other are no harm', () => {
  expect(whyTooNested('- { a: [1, 2] }\n'.repeat(5_000))).toBeNull();
  expect(whyTooNested(`${'['.repeat(150)}${']'.repeat(150)}`)).toBeNull();
  expect(whyTooNested('}}}}]]]]')).toBeNull();
});

test.each(['{', '[', '{a: ', '- [', '{[', '? {'])(
  'thousands of %s are not read, and that is said at once',
  (bracket) => {
    const text = `- set: ${bracket.repeat(5_000)}`;
    const began = process.cpuUsage().user;
    expect(readWorded(text).problems.join()).toContain('deep in each other');
    expect(readValue(text)).toBe(text);
    expect(
      readYamlFile('content/x.yml', `title: ${text}`)
        .problems.map(({ message }) => message)
        .join(),
    ).toContain('deep in each other');
    expect((process.cpuUsage().user - began) / 1000).toBeLessThan(500);
  },
);

test.each(['}', ']', ']]', ']\n'])('thousands of %j that close nothing are read in time', (bracket) => {
  const msOf = (size: number): number => {
    const before = process.cpuUsage().user;
    expect(readWorded(bracket.repeat(size / bracket.length)).problems.join()).toContain('expected a list');
    return (process.cpuUsage().user - before) / 1000;
  };
  msOf(1_000);
  expect(msOf(30_000)).toBeLessThan(1_500);
});
