/** `owner/name` */
export const REPOSITORY = /^[\w.-]+\/[\w.-]+$/u;

/** A game's folder if the repository holds several: lower-case names that fit into a branch and a label. */
export const GAME_FOLDER =
  /^(?!.*--)(?!content\b)[a-z0-9][a-z0-9_-]*(?:\/(?!content\b)[a-z0-9][a-z0-9_-]*)*$/u;

/** A label contains it, and GitHub cuts labels at 50 characters. */
export const LONGEST_FOLDER = 40;

/** The repository (null if it isn't on GitHub) and folder that a game's `forge:` names. */
export function gamePlace(forge: unknown): { readonly repository: string | null; readonly path: string } {
  const { path } = (forge ?? {}) as { readonly path?: unknown };
  return { repository: repositoryOf(forge), path: typeof path === 'string' ? path : '' };
}

export function repositoryOf(forge: unknown): string | null {
  const { kind, repository } = (forge ?? {}) as { readonly kind?: unknown; readonly repository?: unknown };
  return kind === 'github' && typeof repository === 'string' && REPOSITORY.test(repository)
    ? repository
    : null;
}

/** The repository behind a push address; null if it isn't on GitHub. */
export function repositoryAt(remote: string): string | null {
  return /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?$/u.exec(remote)?.[1] ?? null;
}
