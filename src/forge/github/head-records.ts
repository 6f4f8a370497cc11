import type { HeadsRead } from './answers.ts';

/** The id of GitHub Actions among apps that can make check runs. */
const actionsApp = 15_368;

/** Records that a commit became the head of a pull request, from the check run that a job made on it. */
export interface HeadRecord {
  readonly head: string;
  readonly at: string;
  /** True if the pull request was opened with it. */
  readonly first: boolean;
}

/** The external id of a check run: `12 opened`, `12 synchronize`. */
const ID = /^(?<number>\d+) (?<action>opened|reopened|synchronize)$/u;

/** True if GitHub's answer about the heads is complete. */
export function isWhole({ commits }: Pick<HeadsRead, 'commits'>): boolean {
  const suites = commits.nodes.map(({ commit }) => commit.checkSuites);
  const runs = suites.flatMap(({ nodes }) => nodes.map(({ checkRuns }) => checkRuns));
  return [commits, ...suites, ...runs].every(({ missing }) => missing === 0);
}

/** The records of this pull request, earliest first. Check runs by other apps don't count. */
export function recordsOf({ number, commits }: HeadsRead): HeadRecord[] {
  const records = commits.nodes.flatMap(({ commit: { oid, checkSuites } }) => {
    const suites = checkSuites.nodes.filter(({ app }) => app?.databaseId === actionsApp);
    return suites.flatMap(({ checkRuns }) =>
      checkRuns.nodes.flatMap(({ externalId, startedAt }): HeadRecord[] => {
        const { number: of, action } = ID.exec(externalId ?? '')?.groups ?? {};
        if (Number(of) !== number || startedAt === null || action === 'reopened') return [];
        return [{ head: oid, at: startedAt, first: action === 'opened' }];
      }),
    );
  });
  return records.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}
