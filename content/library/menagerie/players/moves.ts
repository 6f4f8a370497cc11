/** Something that a sample wizard does, in the form in which games take what people do; or a moment for the engine. */
export type Move = { readonly at: string } & (
  | { readonly type: 'act'; readonly by: string; readonly action: string; readonly with: Words }
  | { readonly type: 'seal'; readonly by: string; readonly submission: string; readonly with: Words }
  | {
      readonly type: 'post';
      readonly by: string;
      readonly id: string;
      readonly kind: string;
      readonly title: string;
      readonly text: string;
    }
  | {
      readonly type: 'comment';
      readonly by: string;
      readonly on: string;
      readonly id: string;
      readonly text: string;
    }
  | { readonly type: 'tick' }
);

export type Words = Readonly<Record<string, unknown>>;

/** What sample players look at: the state as it stands after their last move. */
export interface GameState {
  readonly game: Fields;
  readonly players: Readonly<Record<string, Fields>>;
  readonly things: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** From 0 up to 1, and the same for the same words: nobody here is ever in two minds. */
export function whim(...words: readonly (string | number)[]): number {
  let mood = 7;
  for (const letter of words.join(' ')) mood = (mood * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  for (let stir = 0; stir < 3; stir++) mood = (mood * 7_919 + 12_345) % 1_000_003;
  return mood / 1_000_003;
}
