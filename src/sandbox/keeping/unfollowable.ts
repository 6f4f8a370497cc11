/** Constructs that a clause must not use, since nobody could say what it keeps by them. */
export class Unfollowable extends Error {
  readonly node: { readonly start: number };
  constructor(node: { readonly start: number }, message: string) {
    super(message);
    this.node = node;
  }
}

export function refuse(node: { readonly start: number }, message: string): never {
  throw new Unfollowable(node, message);
}
