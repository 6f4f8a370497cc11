export interface Declaration {
  readonly property: string;
  readonly value: string;
  /** The selectors that it is for, or the words of the block that it stands in, such as `@media print`. */
  readonly of: string;
  /** True inside `@keyframes`. */
  readonly inFrames: boolean;
  readonly line: number;
}

/** Every declaration of a style without comments, and the lines on which a rule stands inside another. */
export function readDeclarations(style: string): {
  readonly declarations: readonly Declaration[];
  readonly nested: readonly number[];
} {
  // Signs within strings end nothing.
  const bare = style.replaceAll(/"[^"\n]*"|'[^'\n]*'/gu, (text) => `"${'_'.repeat(text.length - 2)}"`);
  const declarations: Declaration[] = [];
  const nested: number[] = [];
  const open: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of bare.matchAll(/[{};]|$/gu)) {
    const words = bare.slice(from, index).trim();
    const line = bare.slice(0, from + bare.slice(from).search(/\S|$/u)).split('\n').length;
    from = index + 1;
    if (sign === '{') {
      const isIn = open.some((one) => !one.startsWith('@')) && !words.startsWith('@');
      if (isIn || (words.startsWith('@') && open.some((one) => !one.startsWith('@')))) nested.push(line);
      open.push(words);
      continue;
    }
    if (words !== '' && !words.startsWith('@')) {
      const [property = '', ...value] = words.split(':');
      const inFrames = open.some((one) => /^@keyframes\b/iu.test(one));
      declarations.push({
        property: property.trim().toLowerCase(),
        value: value.join(':').replace(/!\s*important\s*$/iu, ''),
        of: open.at(-1) ?? '',
        inFrames,
        line,
      });
    }
    if (sign === '}') open.pop();
  }
  return { declarations, nested };
}
