// A script that lets a reader act on the page in their own name answers these questions, if there is one.

/** The signed-in reader, and the actions available to them. */
export interface Hand {
  readonly login: string;
  readonly forge: string;
  /** Each method returns the address of the new post or comment. */
  comment(post: string, body: string): Promise<string>;
  open(title: string, body: string): Promise<string>;
}

/** Dispatched on the document whenever the signed-in reader changes. */
export const CHANGED = 'gitnomic-signed-in';
/** Dispatched with a function to call with the signed-in reader. */
export const ASKED = 'gitnomic-who-is-signed-in';

export function signedIn(): Hand | null {
  let found: Hand | null = null;
  const detail = (hand: Hand | null): void => void (found = hand);
  document.dispatchEvent(new CustomEvent(ASKED, { detail }));
  return found;
}

/** Calls `tell` now and whenever the signed-in reader changes. */
export function onSignedIn(tell: (hand: Hand | null) => void): void {
  document.addEventListener(CHANGED, () => tell(signedIn()));
  tell(signedIn());
}
