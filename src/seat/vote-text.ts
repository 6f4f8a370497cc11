export function voteText(vote: string, text: string): string {
  return `${text === '' ? '' : `${text}\n\n`}:${vote.toLowerCase()}:`;
}

/** `FOR` → `For` */
export function voteLabel(vote: string): string {
  return `${vote.slice(0, 1)}${vote.slice(1).toLowerCase()}`;
}
