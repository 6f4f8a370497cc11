import type { Octokit } from '@octokit/core';

type Response = Awaited<ReturnType<Octokit['request']>>;

/** The most answers that are cached. */
const most = 200;

/**
 * Repeats a question of this run with its ETag. If nothing has changed, GitHub answers 304, which doesn't count against the hourly limit,
 * and the cached answer is used. The cache lasts only for the run, because an ETag depends on the token, and each run has its own.
 */
export function askConditionally(octokit: Octokit): void {
  const cached = new Map<string, { readonly etag: string; readonly response: Response }>();
  octokit.hook.wrap('request', async (request, options) => {
    const { method, url } = octokit.request.endpoint(options);
    if (method !== 'GET') return request(options);
    const known = cached.get(url);
    // Octokit passes this very object on, and ignores other options that are passed to `request`.
    if (known !== undefined) options.headers['if-none-match'] = known.etag;
    try {
      const response = await request(options);
      const { etag } = response.headers;
      if (etag !== undefined && cached.size < most) cached.set(url, { etag, response: copyOf(response) });
      return response;
    } catch (error) {
      if (known === undefined || (error as { status?: unknown }).status !== 304) throw error;
      return copyOf(known.response);
    }
  });
}

/** A copy, because callers may change their answer. */
const copyOf = (response: Response): Response => ({
  ...response,
  data: structuredClone(response.data) as unknown,
});
