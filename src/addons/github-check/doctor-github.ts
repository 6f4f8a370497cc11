import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { putFile } from '#platform/files.ts';
import type { CommandResult, Asked } from '../../host/command.ts';
import { REPOSITORY } from '../../host/github/repository.ts';
import { renderAssumptions, settled } from './assumptions.ts';
import { checkSettings } from './check-settings.ts';
import type { Measured } from './scratch.ts';
import { tryShapes } from './try-shapes.ts';
import { openWitness } from './witness.ts';

/** Checks a repository's settings, and whether GitHub answers as the adapter assumes. */
export async function doctorGitHub({ values, environment, folder, progress }: Asked): Promise<CommandResult> {
  const repository = typeof values['github'] === 'string' ? values['github'] : null;
  const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'] ?? '';
  if (repository === null)
    return {
      refused: [
        {
          code: 'usage',
          what: 'Say which repository on GitHub, since --try and --answers only apply there.',
          next: 'Name it as --github OWNER/NAME.',
        },
      ],
    };
  if (!REPOSITORY.test(repository))
    return {
      refused: [{ code: 'usage', what: `${repository} is no repository.`, next: 'Name it as OWNER/NAME.' }],
    };
  if (token === '')
    return {
      refused: [
        {
          code: 'no-token',
          what: 'There is no token to read it with.',
          next: 'Give one in GITHUB_TOKEN, or run the workflow Smoke there.',
        },
      ],
    };
  const api = environment['GITHUB_API_URL'];
  const server = environment['GITHUB_SERVER_URL'] ?? 'https://github.com';
  const isOwn = api?.startsWith('http:') === true;
  const place = { token, ...(api === undefined ? {} : { api, paced: !isOwn }) };
  const witness = openWitness(place, repository);
  progress('looking at the settings');
  const settings = await checkSettings(witness);
  const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
  const gitUrl = `${server}/${repository}.git`;
  const pause = (ms: number): Promise<unknown> => wait(isOwn ? 0 : ms);
  if (values['try'] === true) progress('creating and deleting');
  const measured: Partial<Record<Measured, number[]>> = {};
  const measure = (what: Measured, seconds: number): void => void (measured[what] ??= []).push(seconds);
  const trying = { witness, gitUrl, token, environment, now, pause, measure };
  const tried = values['try'] === true ? await tryShapes(trying) : [];
  if (typeof values['answers'] === 'string')
    putFile(
      resolve(folder, values['answers']),
      `${JSON.stringify({ repository: 'o/r', at: now(), measured, answers: witness.record }, null, 1)}\n`,
    );
  const seen = settled([...tried, ...settings]);
  return { result: { repository, seen }, text: renderAssumptions(repository, seen) };
}
