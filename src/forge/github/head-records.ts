import type { HeadsRead } from './answers.ts';

/** GitHub Actions among the apps that can make a check run. */
const actionsApp = 15_368;

/** That a commit became the head of a pull request, by the check run that a job made on it. */
export interface HeadRecord {
  readonly head: string;
  readonly at: string;
  /** Whether it was opened with it. */
  readonly first: boolean;
}

/** The external id of the job's record: `12 opened`, `12 synchronize`. */
const ID = /^(?<number>\d+) (?<action>opened|reopened|synchronize)$/u;

/** Whether GitHub answered all that was asked of its heads. */
export function isWhole({ commits }: Pick<HeadsRead, 'commits'>): boolean {
  const suites = commits.nodes.map(({ commit }) => commit.checkSuites);
  const runs = suites.flatMap(({ nodes }) => nodes.map(({ checkRuns }) => checkRuns));
  return [commits, ...suites, ...runs].every(({ missing }) => missing === 0);
}

/** Records of this pull request, the earliest first; those that other apps made are no records. */
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
