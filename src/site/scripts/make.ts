/** A new element with these properties and contents. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  about: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), about);
  made.append(...inside);
  return made;
}
