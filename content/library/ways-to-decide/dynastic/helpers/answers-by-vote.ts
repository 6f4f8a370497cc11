/** Answers that adopt a proposal, and those that are against it. */
export const ADOPTS: readonly string[] = ['adopt', 'support', 'carried'];
const OPPOSES: readonly string[] = ['reject', 'object'];

/** Of a tie the one that is listed first wins: what is no better than rejected is rejected. */
export const NO_WAY_OF_ITS_OWN: readonly string[] = ['reject', 'adopt'];

/** What a vote says where a way decides: one that is neither for nor against says nothing. */
export function answerOf(vote: string | undefined, options: readonly string[]): readonly string[] {
  const meant = vote === 'FOR' ? ADOPTS : vote === 'AGAINST' ? OPPOSES : [];
  return options.filter((option) => meant.includes(option)).slice(0, 1);
}
