import type { PostRead } from '../../forge/github/answers.ts';
import { asking } from '../../forge/github/client.ts';
import { readDetails, readPosts } from '../../forge/github/read.ts';
import { held, notSeen, type Sighting } from './assumptions.ts';
import { unlessAbsent, type Scratch } from './scratch.ts';
import type { Witness } from './witness.ts';

const LONGEST = 65_536;
const LONGEST_TITLE = 256;

interface Issue {
  readonly at: { readonly owner: string; readonly repo: string; readonly issue_number: number };
  readonly node: string;
  read(): Promise<PostRead | undefined>;
}

/** Tries labels, edits, reactions, texts of maximum length and deletion on an issue. */
export async function tryIssue({ witness, name }: Scratch): Promise<Sighting[]> {
  const { octokit, owner, repo } = witness;
  const on = { owner, repo };
  const { data } = await asking('an issue', () =>
    octokit.request('POST /repos/{owner}/{repo}/issues', { ...on, title: name, body: 'one', labels: [name] }),
  );
  const { number } = data;
  const issue: Issue = {
    at: { ...on, issue_number: number },
    node: data.node_id,
    read: async () => (await readPosts({ octokit, owner, name: repo, gaps: [] }, [number])).posts[0],
  };
  let gone: Sighting | null = null;
  try {
    const before = await issue.read();
    const labelled = before?.labels.nodes.some((label) => label.name === name) === true;
    const seen = [
      held('label-made', labelled, 'an issue was opened with one'),
      await tryReaction(witness, issue),
      ...(await tryWords(witness, issue)),
    ];
    gone = await takeAway(witness, issue);
    return [...seen, gone];
  } finally {
    if (gone === null) await takeAway(witness, issue);
    await octokit.request('DELETE /repos/{owner}/{repo}/labels/{name}', { ...on, name }).catch(unlessAbsent);
  }
}

async function tryReaction({ octokit }: Witness, { at, read }: Issue): Promise<Sighting> {
  const path = '/repos/{owner}/{repo}/issues/{issue_number}/reactions';
  const { data: reaction } = await octokit.request(`POST ${path}`, { ...at, content: '+1' });
  const before = await read();
  await octokit.request(`DELETE ${path}/{reaction_id}`, { ...at, reaction_id: reaction.id });
  const after = await read();
  const given = [before?.reactions.nodes.length, after?.reactions.nodes.length];
  const trace = (after?.timelineItems.nodes.length ?? 0) - (before?.timelineItems.nodes.length ?? 0);
  const holds = given[0] === 1 && given[1] === 0 && trace === 0;
  return held('reaction-gone', holds, `${given.join(', then ')} reactions`);
}

async function tryWords({ octokit, owner, repo }: Witness, { at, read }: Issue): Promise<Sighting[]> {
  const edit = (words: { readonly title?: string; readonly body: string }) =>
    octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...at, ...words });
  for (const body of ['two', 'three']) await edit({ body });
  const edits = (await read())?.userContentEdits.nodes.map(({ diff }) => diff) ?? [];
  const long = { title: 'é'.repeat(LONGEST_TITLE), body: 'é'.repeat(LONGEST) };
  const { data: comment } = await octokit.request(
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    { ...at, body: long.body },
  );
  const { data: longest } = await edit(long);
  for (const body of ['four', 'five'])
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner,
      repo,
      comment_id: comment.id,
      body,
    });
  const said = (await read())?.comments.nodes.map(({ id }) => id) ?? [];
  const details = await readDetails({ octokit, owner, name: repo, gaps: [] }, said);
  const versions = [...details.values()].flatMap(({ userContentEdits }) => userContentEdits.nodes);
  const ofComment = versions.map(({ diff }) => (diff === long.body ? 'the longest' : diff));
  const isWhole = [comment.body, longest.body].every((body) => body === long.body);
  return [
    held(
      'edits-whole',
      JSON.stringify([edits, ofComment]) === '[["three","two","one"],["five","four","the longest"]]',
      `of a post ${JSON.stringify(edits)}, of a comment ${JSON.stringify(ofComment)}`,
    ),
    held(
      'text-whole',
      isWhole && longest.title === long.title,
      `${comment.body?.length} and ${longest.body?.length} of ${LONGEST} letters, ${longest.title.length} of ${LONGEST_TITLE} of a title came back`,
    ),
  ];
}

/** Deletes the issue and checks the answer; a token that may not delete closes it instead. */
async function takeAway(witness: Witness, { at, node }: Issue): Promise<Sighting> {
  const { octokit, owner, repo } = witness;
  const question = 'mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }';
  await witness.graph(question, { id: node });
  if ((await witness.get(`/issues/${at.issue_number}`)) !== null) {
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...at, state: 'closed' });
    return notSeen('deleted-gone', 'this token may not delete issues');
  }
  const { gone } = await readPosts({ octokit, owner, name: repo, gaps: [] }, [at.issue_number]);
  return held(
    'deleted-gone',
    gone.includes(at.issue_number),
    gone.length === 0 ? 'it is there' : 'it is gone',
  );
}
