/** What the adapter assumes about GitHub. The workflow Smoke checks it. */
export const ASSUMPTIONS = {
  'actions-on': 'Actions are on, and the workflows of the engine are active.',
  'workflow-token': 'The token of a workflow is `github-actions[bot]`, number 41898282.',
  'engine-may-push':
    'No rule of the repository keeps the engine from `main`, `journal`, `notices` and `standing`.',
  'pages-by-actions': 'Pages is on, with GitHub Actions as its source.',
  'forks-approved': 'Workflows of outside collaborators run only when somebody approves them.',
  'activity-read': 'The list of pushes can be read by the workflow’s token, and says who pushed.',
  'activity-soon': 'A push is on that list within ten minutes.',
  'absent-null': 'A deleted post is null, with an error `NOT_FOUND` beside the data of other posts.',
  'deleted-gone': 'The answer about a deleted post is the same as about one that never existed.',
  'count-free': 'A connection costs no points if only its `totalCount` is requested.',
  'edits-whole':
    '`userContentEdits.diff` is the whole text of each version of a post or comment, newest first and including the original.',
  'draft-told': 'A pull request says whether it is a draft, and has an event for each change.',
  'force-told': 'A forced push of a head is an event with the commits before and after.',
  'review-whole': 'A review has its words, their versions, its time and its commit.',
  'reaction-gone': 'A withdrawn reaction is no longer listed, and leaves no other trace.',
  'text-whole': 'A text of 65,536 letters and a title of 256 are kept unchanged.',
  'label-made': 'An issue can be opened with a new label, which is then created.',
  'lost-race': 'If somebody else pushed first, a push is refused with Git’s own message for that.',
  'old-head': 'A commit that is on no branch any longer can be fetched by its name.',
  'forms-pushed': 'The workflow’s token may push `.github/ISSUE_TEMPLATE/`.',
  'workflows-refused': 'The workflow’s token may not push `.github/workflows/`.',
  'merged-by-push':
    'A pull request is marked as merged within half a minute once its base contains its head.',
  'pages-once': 'If one commit is deployed twice, Pages shows the first deployment, whatever it answers.',
  'pages-each-commit': 'Pages lists a deployment under the commit that was given for it.',
  'pages-may-ask': 'A page of any origin may call the API with a token in `authorization`.',
  'clock-goes': 'Two scheduled runs are at most 45 minutes apart.',
  'soon-begun': 'A run begins within a minute of its trigger.',
} as const;
export type Assumption = keyof typeof ASSUMPTIONS;

type Holding = 'held' | 'not' | 'not seen';
export interface Sighting {
  readonly assumption: Assumption;
  readonly verdict: Holding;
  /** A few words on what was seen, or why nothing was. */
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
  'Fork the repository, change a sentence of a dynastic rule, and open a pull request: within a minute or two the engine comments on it.',
  'Comment a voting icon, edit it to another one, and review with Approve: the journal has the first text, the edit and the review.',
  'Push to the fork again: a check run “Gitnomic head” on that commit says when it came.',
];
const SIGNED_IN =
  'If the group has `gitnomic sign-in`: sign in on the published page, vote, and take an action. The comment and the issue are yours, the issue has no label, and the engine answers there.';

/** Keeps the first sighting of each assumption that reached a verdict. */
export function settled(seen: readonly Sighting[]): readonly Sighting[] {
  const known = new Map<Assumption, Sighting>();
  for (const one of seen)
    if ((known.get(one.assumption)?.verdict ?? 'not seen') === 'not seen') {
      if (one.verdict !== 'not seen' || !known.has(one.assumption)) known.set(one.assumption, one);
    }
  return [...known.values()];
}

/** A table of all assumptions, and of those that need a second account. */
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
    `What was seen of GitHub on ${repository}:\n`,
    '| assumption | | seen |\n|---|---|---|',
    ...rows,
    '\nWith a second account, which has no rights there:\n',
    ...steps,
    `\n${SIGNED_IN}`,
    '',
  ].join('\n');
}
