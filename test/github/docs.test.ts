import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs/github.md'), 'utf8');
const threatsPage = readFileSync(join(root, 'test/github/threats.md'), 'utf8');

/** The rows of the table under a heading, each as its cells. */
function rowsUnder(heading: string, text = page): string[][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const rows = own.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const TESTS = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^(src|test)\/.*\.(test\.ts|ts)$/u.test(path));

/** `game.test.ts` → the files of that name, those of test/github first. */
function filesNamed(name: string): string[] {
  const found = TESTS.filter((path) => path === name || path.endsWith(`/${name}`));
  const ours = found.filter((path) => path.startsWith('test/github/'));
  return ours.length > 0 ? ours : found;
}

/** `` `a.test.ts`: one title; `b.test.ts` `` → [['a.test.ts', 'one title'], ['b.test.ts', '']] */
function testsNamed(cell: string): (readonly [file: string, title: string])[] {
  return cell.split(/;\s*/u).flatMap((part) => {
    const found = /`([\w/.-]+\.ts)`(?:[^:]*?:\s*(.+))?$/u.exec(part);
    return found === null ? [] : [[found[1] ?? '', found[2] ?? ''] as const];
  });
}

const threats = rowsUnder('Threats', threatsPage);

test('each threat names what stops it, and an existing test that shows it', () => {
  expect(threats.length).toBeGreaterThan(20);
  const missing = threats.flatMap(([who = '', stops = '', shown = '']) => {
    const named = testsNamed(shown);
    if (stops === '' || named.length === 0) return [`${who}: no test is named`];
    return named.flatMap(([file, title]) => {
      const files = filesNamed(file);
      const text = files.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
      const said = title.replace(/…$/u, '').trim();
      return files.length > 0 && text.includes(said) ? [] : [`${who}: ${file} has no “${said}”`];
    });
  });
  expect(missing).toEqual([]);
});

test('the page explains each permission that a job has', () => {
  const text = rowsUnder('What each permission is for')
    .map((cells) => cells.join(' '))
    .join('\n');
  const folder = join(root, '.github/workflows');
  for (const name of readdirSync(folder)) {
    const { jobs } = parse(readFileSync(join(folder, name), 'utf8')) as {
      jobs: Record<string, { permissions: Record<string, string> }>;
    };
    for (const permissions of Object.values(jobs).map((job) => job.permissions))
      for (const area of Object.keys(permissions)) expect(text, `${name}: ${area}`).toContain(area);
  }
});

test('the page has steps for set-up and for a smoke test, and help when stuck', () => {
  expect(rowsUnder('When something is stuck').length).toBeGreaterThan(5);
  for (const heading of ['Set-up, step by step', 'Smoke test']) {
    const [, section = ''] = page.split(`\n## ${heading}\n`);
    expect(section.split('\n## ')[0]?.match(/^\d+\. /gmu)?.length).toBeGreaterThan(7);
  }
  expect(page.match(/```mermaid/gu)?.length).toBeGreaterThan(1);
});
