export interface Icon {
  readonly vote: string;
  readonly tokens: readonly string[];
  readonly review: string;
  readonly reaction: string;
}

export interface Signal {
  readonly via: string;
  readonly text?: string;
  readonly review?: string;
  readonly reaction?: string;
}

/** The votes that a comment, a review or a reaction holds, in the order in which its icons stand. */
export function votesIn({ via, text, review, reaction }: Signal, icons: readonly Icon[]): readonly string[] {
  if (via === 'reaction') return icons.filter((icon) => icon.reaction === reaction).map(({ vote }) => vote);
  if (via === 'review' && plain(review) !== 'comment') {
    return icons.filter((icon) => plain(icon.review) === plain(review)).map(({ vote }) => vote);
  }
  return tokensIn(text ?? '', icons);
}

/** The votes that there are, each with the first words that cast it. */
export function votesOf(icons: readonly Icon[]): Record<string, { readonly say?: string }> {
  return Object.fromEntries(icons.map(({ vote, tokens: [say] }) => [vote, say === undefined ? {} : { say }]));
}

function plain(words: string | undefined): string {
  return (words ?? '').toLowerCase().replace(/[-_]/g, ' ').trim();
}

function tokensIn(text: string, icons: readonly Icon[]): readonly string[] {
  const lower = text.toLowerCase();
  const found: { readonly at: number; readonly vote: string }[] = [];
  for (const { vote, tokens } of icons) {
    for (const token of tokens) {
      const word = token.toLowerCase();
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
        found.push({ at, vote });
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ vote }) => vote);
}
