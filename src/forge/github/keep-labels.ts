import { askGraph, readAnswer } from './ask.ts';
import { asking, isLimit } from './client.ts';
import { askForLabels, labelsAnswer, mutationForLabels } from './answers.ts';
import type { Speaker } from './say.ts';

export interface RepositoryLabel {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

/** The number of labels created by one request. Each counts as one write. */
const labelsARequest = 20;

/**
 * Creates labels for people and forms, because GitHub ignores a label that the repository doesn't have. A new game needs about sixty, and
 * GitHub asks for a second between writes, so they are created twenty at a time.
 */
export async function keepLabels(speaker: Speaker, wanted: readonly RepositoryLabel[]): Promise<number> {
  return asking('the labels', async () => {
    const { id, missing } = await missingOf(speaker, wanted);
    for (let from = 0; from < missing.length; from += labelsARequest)
      await makeTogether(speaker, id, missing.slice(from, from + labelsARequest));
    const left = missing.length === 0 ? [] : (await missingOf(speaker, wanted)).missing;
    for (const label of left) await makeOne(speaker, label);
    return missing.length;
  });
}

async function makeOne({ octokit, owner, name: repo }: Speaker, label: RepositoryLabel): Promise<void> {
  try {
    await octokit.request('POST /repos/{owner}/{repo}/labels', { owner, repo, ...label });
  } catch (error) {
    // It exists already: GitHub didn't list it, or somebody has just created it.
    if ((error as { status?: number }).status !== 422) throw error;
  }
}

async function missingOf(
  { octokit, owner, name }: Speaker,
  wanted: readonly RepositoryLabel[],
): Promise<{ readonly id: string; readonly missing: readonly RepositoryLabel[] }> {
  const names = new Set<string>();
  for (let after: string | null = null; ;) {
    const { data } = await askGraph(octokit, 'the labels', askForLabels, { owner, name, after });
    const { id, labels } = readAnswer('the labels', labelsAnswer, data).repository;
    for (const label of labels.nodes) names.add(label.name.toLowerCase());
    after = labels.pageInfo.endCursor;
    if (!labels.pageInfo.hasNextPage || after === null)
      return { id, missing: wanted.filter((label) => !names.has(label.name.toLowerCase())) };
  }
}

/** If somebody creates one of the labels meanwhile, the missing ones are looked up again. */
async function makeTogether(
  { octokit, pace }: Speaker,
  repositoryId: string,
  labels: readonly RepositoryLabel[],
): Promise<void> {
  await pace.writing(labels.length - 1);
  const inputs = labels.map((label, index) => [`label${index}`, { repositoryId, ...label }] as const);
  try {
    await octokit.graphql(mutationForLabels(labels.length), Object.fromEntries(inputs));
  } catch (error) {
    if (isLimit(error)) throw error;
  }
}
