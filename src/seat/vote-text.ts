/** A vote as a comment says it, below what is said with it. */
export function voteText(vote: string, text: string): string {
  return `${text === '' ? '' : `${text}\n\n`}:${vote.toLowerCase()}:`;
}

const LABELS: Readonly<Record<string, string>> = {
  FOR: 'For',
  AGAINST: 'Against',
  DEFERENTIAL: 'Defer',
  VETO: 'Veto',
};

export function voteLabel(vote: string): string {
  return LABELS[vote] ?? vote;
}
