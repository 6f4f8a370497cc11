import { z } from 'zod';

import { read, Refused, type Route } from './asked.ts';

const deploymentSchema = z.strictObject({
  artifact_id: z.int(),
  pages_build_version: z.string(),
  oidc_token: z.string().min(1),
});

const addressOf = (sha: string): string => `https://api.github.com/repos/o/r/pages/deployments/${sha}`;

/** Pages takes one deployment for each commit, and none of what is no commit: deploy-pages#383. */
export const PAGES_ROUTES: Readonly<Record<string, Route>> = {
  'GET pages': ({ world }) => {
    if (world.site === null) throw new Refused(404, 'Not Found');
    const shown = { status: 'built', html_url: world.site, cname: null, custom_404: false, public: true };
    return [200, { url: 'https://api.github.com/repos/o/r/pages', ...shown }];
  },
  'POST pages/deployments': ({ world, body }) => {
    const { artifact_id, pages_build_version: sha } = read(deploymentSchema, body);
    if (world.site === null || !world.hasCommit(sha)) throw new Refused(404, 'Not Found');
    world.deployPages(sha, String(artifact_id));
    return [200, { id: sha, status_url: addressOf(sha), page_url: world.site }];
  },
  'GET pages/deployments/S': ({ world }, sha) => {
    if (!world.pages.has(sha)) throw new Refused(404, 'Not Found');
    return [200, { status: 'succeed' }];
  },
};
