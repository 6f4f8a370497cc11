import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { History } from './history.ts';

const gitdir = mkdtempSync(join(tmpdir(), 'history-'));
afterAll(() => {
  rmSync(gitdir, { recursive: true });
});

const AT = '2024-03-01T09:00:00Z';
const env = {
  PATH: process.env['PATH'],
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@a.example',
  GIT_AUTHOR_DATE: AT,
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@a.example',
  GIT_COMMITTER_DATE: AT,
};
const git = (...words: string[]): string =>
  execFileSync('git', ['--git-dir', gitdir, ...words], { env, input: '' })
    .toString()
    .trim();

test('orders commits as Git does, with merges, separate roots and later commits', () => {
  git('init', '--quiet', '--bare');
  const tree = git('mktree');
  const commit = (message: string, ...parents: string[]): string =>
    git('commit-tree', tree, '-m', message, ...parents.flatMap((parent) => ['-p', parent]));
  const history = new History(gitdir);
  const root = commit('root');
  const [left, right] = [commit('left', root), commit('right', root)];
  const all = [root, left, right, commit('apart')];
  history.learn([left]);
  expect([root, left, right].map((oid) => history.has(oid))).toEqual([true, true, false]);
  all.push(commit('merged', left, right));
  all.push(commit('on', all[4] ?? ''), commit('both', all[4] ?? '', all[3] ?? ''));
  for (const older of all)
    for (const newer of all) {
      const words = ['--git-dir', gitdir, 'merge-base', '--is-ancestor', older, newer];
      expect(history.isAncestor(older, newer)).toBe(spawnSync('git', words).status === 0);
    }
});
