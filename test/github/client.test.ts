import { afterEach, beforeEach, expect, test } from 'vitest';

import { mutationForLabels } from '../../src/forge/github/answers.ts';
import { openClient } from '../../src/forge/github/client.ts';
import { startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startWithEngine();
});
afterEach(() => standIn.close());

test('asks the pace before each write, by REST or GraphQL, but not before reads', async () => {
  const asked: string[] = [];
  const pace = {
    writing: () => {
      // Before GitHub has heard of it.
      asked.push(standIn.world.requests.at(-1) ?? '');
      return Promise.resolve();
    },
  };
  const token = 'token-of-github-actions[bot]';
  const octokit = openClient({ token, api: standIn.api, paced: false }, pace);
  const at = { owner: 'o', repo: 'r' };
  await octokit.request('GET /repos/{owner}/{repo}/labels', at);
  await octokit.graphql('query { repository(owner: "o", name: "r") { id } }');
  expect(asked).toEqual([]);
  await octokit.request('POST /repos/{owner}/{repo}/issues', { ...at, title: 'A' });
  expect(asked).toEqual(['POST /graphql']);
  const label0 = { repositoryId: 'R_1', name: 'a', color: 'ffffff', description: '' };
  await octokit.graphql(mutationForLabels(1), { label0 });
  expect(asked).toEqual(['POST /graphql', 'POST /repos/o/r/issues']);
  expect(standIn.world.labels).toHaveLength(1);
});
