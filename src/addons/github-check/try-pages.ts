import { z } from 'zod';

import { notSeen, held, type Sighting } from './assumptions.ts';
import { commitOf, pollUntil, type Scratch } from './scratch.ts';

const BOTH = ['pages-once', 'pages-each-commit'] as const;
const unseen = (why: string): Sighting[] => BOTH.map((one) => notSeen(one, why));

/**
 * Deploys two sites for one commit, then the second for another commit. It runs only if there is no site yet, and
 * only in the workflow Smoke, which has built the two: pages that say “one” and “two”.
 */
export async function tryPages(scratch: Scratch): Promise<Sighting[]> {
  const { witness, environment, name, remote } = scratch;
  const [one, two] = [Number(environment['SMOKE_PAGES_ONE']), Number(environment['SMOKE_PAGES_TWO'])];
  if (!(one > 0 && two > 0)) return unseen('only the workflow Smoke can publish pages');
  const site = z.object({ html_url: z.string() }).safeParse(await witness.get('/pages')).data?.html_url;
  const main = z.object({ sha: z.string() }).safeParse(await witness.get('/commits/main')).data?.sha;
  if (site === undefined || main === undefined) return unseen('no Pages');
  if ((await witness.get(`/pages/deployments/${main}`)) !== null)
    return unseen('there is a site already, which stays as it is');
  const shows = async (text: string): Promise<string> => {
    let page = '';
    const { found } = await pollUntil(scratch, async () => {
      page = await pageAt(`${site}?${Date.now()}`);
      return page.includes(text) ? page : null;
    });
    return found === null ? page.slice(0, 40) : text;
  };
  const answers = [await deploy(scratch, one, main)];
  const first = await shows('one');
  answers.push(await deploy(scratch, two, main));
  const second = (await pageAt(`${site}?${Date.now()}`)).includes('two') ? 'two' : 'one';
  const elsewhere = await commitOf(scratch, [], 'a', 'pages');
  await remote.push(`${name}-pages`, null, elsewhere);
  answers.push(await deploy(scratch, two, elsewhere));
  const third = await shows('two');
  return [
    held(
      'pages-once',
      first === 'one' && second === 'one',
      `${answers.slice(0, 2).join(', then ')}; it shows ${second}`,
    ),
    held('pages-each-commit', third === 'two', `${answers[2]}; it shows ${third}`),
  ];
}

const pageAt = (url: string): Promise<string> =>
  fetch(url).then(
    (response) => response.text(),
    () => '',
  );

/** Deploys like the workflow Publish and returns the resulting status. */
async function deploy(scratch: Scratch, artifact: number, commit: string): Promise<string> {
  const { witness, environment, measure } = scratch;
  const { octokit, owner, repo } = witness;
  const asked = await fetch(environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '', {
    headers: { authorization: `Bearer ${environment['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''}` },
  });
  const { value } = z.object({ value: z.string() }).parse(await asked.json());
  const wanted = { artifact_id: artifact, pages_build_version: commit, oidc_token: value };
  const { status } = await octokit
    .request('POST /repos/{owner}/{repo}/pages/deployments', { owner, repo, ...wanted })
    .catch((error: unknown) => ({ status: (error as { readonly status?: number }).status ?? 0 }));
  if (status >= 300 || status === 0) return `refused (${status})`;
  const { found, seconds } = await pollUntil(scratch, async () => {
    const { data } = z
      .object({ status: z.string() })
      .safeParse(await witness.get(`/pages/deployments/${commit}`));
    return data !== undefined && /^succeed|failed|cancelled|lost/u.test(data.status) ? data.status : null;
  });
  if (found !== null) measure('deploy', seconds);
  return found ?? `not finished within ${seconds} s`;
}
