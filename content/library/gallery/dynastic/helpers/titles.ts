import { plainTitle } from './references.ts';

interface Named {
  readonly title: string;
  readonly submittedAs: string;
}

/**
 * The titles under which new pieces are published, in their order. One whose title as sent is that of another piece,
 * or stands in an earlier gallery, gets the lowest number in parentheses that makes it unlike all others.
 *
 *     sent: noon, Noon (1), Noon      published: noon (2), Noon (1), Noon (3)
 */
export function published(sent: readonly string[], earlier: readonly Named[]): readonly string[] {
  const keys = sent.map(plainTitle);
  const used = new Set(
    earlier.flatMap(({ title, submittedAs }) => [plainTitle(title), plainTitle(submittedAs || title)]),
  );
  const needsNumber = keys.map((key) => used.has(key) || keys.filter((other) => other === key).length > 1);
  const taken = new Set(earlier.map(({ title }) => plainTitle(title)));
  keys.forEach((key, at) => {
    if (!needsNumber[at]) taken.add(key);
  });
  return sent.map((title, at) => {
    if (!needsNumber[at]) return title;
    let number = 1;
    while (taken.has(plainTitle(`${title} (${number})`))) number++;
    taken.add(plainTitle(`${title} (${number})`));
    return `${title} (${number})`;
  });
}
