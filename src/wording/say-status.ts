import type { Say, Wording } from '../language/wording.ts';

const SAID: ReadonlyMap<string | null, (say: Say) => string> = new Map([
  [null, (say: Say) => say`post`],
  ['pending', (say: Say) => say`pending`],
  ['enacted', (say: Say) => say`enacted`],
  ['failed', (say: Say) => say`failed`],
  ['removed', (say: Say) => say`removed`],
  ['passing', (say: Say) => say`passing`],
  ['failing', (say: Say) => say`failing`],
  ['undecided', (say: Say) => say`undecided`],
  ['resolved', (say: Say) => say`resolved`],
]);

/** In the game's language; a post without a status isn’t open for votes. */
export function sayStatus(status: string | null, { say }: Pick<Wording, 'say'>): string {
  return SAID.get(status)?.(say) ?? String(status);
}
