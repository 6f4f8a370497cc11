import type { Octokit } from '@octokit/core';

type Response = Awaited<ReturnType<Octokit['request']>>;

/** So many answers are kept at most. */
const most = 200;

/**
 * A question that was asked before in this run is asked with its ETag: where nothing changed GitHub answers 304, which takes
 * nothing of the hour's requests, and the answer of then counts. No longer than the run, since GitHub makes the token
 * part of an ETag and each run has a token of its own.
 */
export function askConditionally(octokit: Octokit): void {
  const kept = new Map<string, { readonly etag: string; readonly response: Response }>();
  octokit.hook.wrap('request', async (request, options) => {
    const { method, url } = octokit.request.endpoint(options);
    if (method !== 'GET') return request(options);
    const known = kept.get(url);
    // Octokit hands the same options to all that stands behind this, whatever is passed on.
    if (known !== undefined) options.headers['if-none-match'] = known.etag;
    try {
      const response = await request(options);
      const { etag } = response.headers;
      if (etag !== undefined && kept.size < most) kept.set(url, { etag, response: copyOf(response) });
      return response;
    } catch (error) {
      if (known === undefined || (error as { status?: unknown }).status !== 304) throw error;
      return copyOf(known.response);
    }
  });
}

/** The caller may change the answer that it is given. */
const copyOf = (response: Response): Response => ({
  ...response,
  data: structuredClone(response.data) as unknown,
});
