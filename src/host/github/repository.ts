/** `owner/name` */
export const REPOSITORY = /^[\w.-]+\/[\w.-]+$/u;

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
