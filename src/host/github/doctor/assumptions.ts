/** The adapter's assumptions about GitHub; docs/github.md lists them in the same words. */
export const ASSUMPTIONS = {
  'actions-on': 'Actions are on, and the workflows of the engine are active.',
  'workflow-token': 'The token of a workflow is `github-actions[bot]`, number 41898282.',
  'engine-may-push':
    'No rule of the repository keeps the engine from `main`, `journal`, `notices` and `standing`.',
  'pages-by-actions': 'Pages is on, with GitHub Actions as its source.',
  'forks-approved': 'Workflows of outside collaborators run only when somebody approves them.',
  'activity-read': 'The list of pushes can be read by the workflow’s token, and says who pushed.',
  'activity-soon': 'A push is on that list within ten minutes.',
  'absent-null': 'A post that is no more is null, with an error `NOT_FOUND` beside the data of others.',
  'count-free': 'A connection of which only `totalCount` is asked costs no points.',
  'edits-whole':
    '`userContentEdits.diff` is the whole text of a version, the newest first, the original among them.',
  'reaction-gone': 'A reaction that is taken back is no longer listed, and leaves no other trace.',
  'text-whole': 'A text of 65,536 letters is kept as it was written.',
  'label-made': 'A label that an issue is opened with is made where there is none.',
  'lost-race': 'A push of which somebody else was first is refused in Git’s words for that.',
  'old-head': 'A commit to which no branch leads any more can be fetched by its name.',
  'forms-pushed': 'The workflow’s token may push `.github/ISSUE_TEMPLATE/`.',
  'workflows-refused': 'The workflow’s token may not push `.github/workflows/`.',
  'merged-by-push':
    'A pull request of which the base has come to hold the head is marked as merged within half a minute.',
  'pages-each-commit': 'Pages has a deployment by the commit that it was said to be of.',
  'pages-may-ask': 'A page of any origin may ask the API, with a token in `authorization`.',
  'soon-begun': 'A run begins within a minute of what made it begin.',
} as const;
export type Assumption = keyof typeof ASSUMPTIONS;

type Holding = 'held' | 'not' | 'not seen';
export interface Sighting {
  readonly assumption: Assumption;
  readonly verdict: Holding;
  /** In a few words what was seen, or why nothing was. */
  readonly saw: string;
}

export const held = (assumption: Assumption, holds: boolean, saw: string): Sighting => ({
  assumption,
  verdict: holds ? 'held' : 'not',
  saw,
});
export const notSeen = (assumption: Assumption, saw: string): Sighting => ({
  assumption,
  verdict: 'not seen',
  saw,
});

const SECOND_ACCOUNT = [
  'Fork the repository, change a sentence of a dynastic rule, and open a pull request: within a minute or two it has a comment of the engine.',
  'Comment a voting icon, edit it to another one, and review with Approve: the journal has the first text, the edit and the review.',
  'Push to the fork once more: a check run “Gitnomic head” on that commit says when it came.',
  'Where the group has `gitnomic sign-in`: sign in on the published page, vote, and take an action. The comment and the issue are yours, the issue has no label, and the engine answers there.',
];

/** All assumptions in a table, and what only a second account can show. */
export function renderAssumptions(repository: string, seen: readonly Sighting[]): string {
  const rows = Object.entries(ASSUMPTIONS).map(([assumption, says]) => {
    const { verdict, saw } = seen.find((one) => one.assumption === assumption) ?? {
      verdict: 'not seen',
      saw: '',
    };
    return `| ${says} | ${verdict} | ${saw.replaceAll(/\s+/gu, ' ').replaceAll('|', '\\|')} |`;
  });
  const steps = SECOND_ACCOUNT.map((step, index) => `${index + 1}. ${step}`);
  return [
    `What was seen of GitHub at ${repository}:\n`,
    '| what is taken for granted | | what was seen |\n|---|---|---|',
    ...rows,
    '\nWith a second account, which has no rights there:\n',
    ...steps,
    '',
  ].join('\n');
}
