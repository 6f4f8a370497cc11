export type Contents = Readonly<Record<string, unknown>>;

interface Sent<P> {
  readonly by: P;
  readonly contents: Contents;
}

/**
 * What counts of a kind of which only the last one does: the last of each sender, with its amendments worked in. In
 * the order in which the senders first sent one.
 */
export function latest<P extends { readonly id: string }>(
  submissions: readonly Sent<P>[],
): readonly Sent<P>[] {
  const bySender = new Map<string, Sent<P>>();
  for (const { by, contents } of submissions) {
    const { amend, ...named } = contents;
    const before = amend === true ? (bySender.get(by.id)?.contents ?? {}) : {};
    bySender.set(by.id, { by, contents: { ...before, ...named } });
  }
  return [...bySender.values()];
}

/** Text that says something, without the space around it; null for anything else. */
export function filled(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** What somebody is about to send, of the words in which a form shows it to the rules. */
export function aboutToSend(words: string): Contents {
  try {
    return Object(JSON.parse(words)) as Contents;
  } catch {
    return {};
  }
}
