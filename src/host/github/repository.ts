/** `owner/name` */
export const REPOSITORY = /^[\w.-]+\/[\w.-]+$/u;

/** The folder of a game in its repository, where that holds several: names in lower case that a branch and a label can hold. */
export const GAME_FOLDER =
  /^(?!.*--)(?!content\b)[a-z0-9][a-z0-9_-]*(?:\/(?!content\b)[a-z0-9][a-z0-9_-]*)*$/u;

/** A label holds it, and GitHub cuts labels at 50. */
export const LONGEST_FOLDER = 40;

/** Where a game's `forge:` says that it is played: the repository, null where that is none on GitHub, and its folder there. */
export function gamePlace(forge: unknown): { readonly repository: string | null; readonly path: string } {
  const { path } = (forge ?? {}) as { readonly path?: unknown };
  return { repository: repositoryOf(forge), path: typeof path === 'string' ? path : '' };
}

/** The repository that a game's `forge:` names; null where it is none on GitHub. */
export function repositoryOf(forge: unknown): string | null {
  const { kind, repository } = (forge ?? {}) as { readonly kind?: unknown; readonly repository?: unknown };
  return kind === 'github' && typeof repository === 'string' && REPOSITORY.test(repository)
    ? repository
    : null;
}

/** The repository that Git pushes to at an address; null where it isn't on GitHub. */
export function repositoryAt(remote: string): string | null {
  return /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?$/u.exec(remote)?.[1] ?? null;
}
