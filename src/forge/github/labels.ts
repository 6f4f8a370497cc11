import { kindSchema } from '../events.ts';

export const kindPrefix = 'kind/';
/** The engine's own labels are told by this, so that it takes away none that people made. */
export const statusPrefix = 'game/';

export function kindOfLabel(label: string): string | null {
  if (!label.startsWith(kindPrefix)) return null;
  const { success, data } = kindSchema.safeParse(label.slice(kindPrefix.length));
  return success ? data : null;
}

export function labelOfKind(kind: string): string {
  return `${kindPrefix}${kind}`;
}

/** A post that changes something is a proposal unless it says otherwise; one that changes nothing is talk. */
export function kindWithoutLabel(type: 'Issue' | 'PullRequest'): string {
  return type === 'PullRequest' ? 'proposal' : 'story';
}
