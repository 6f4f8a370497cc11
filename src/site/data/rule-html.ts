import { cutTo } from '../../kernel/bounds.ts';
import { definitionsIn } from './definitions.ts';
import { perSite } from './per-site.ts';
import { href, readSite } from './read-site.ts';
import type { RuleData } from './site-data.ts';

const MOST_OF_DEFINITION = 280;

/** The definitions of the rules as plain text, by their places in the ruleset; of a whole rule it is the first paragraph. */
const meanings = perSite(
  ({ rules }) =>
    new Map(
      rules.flatMap(({ html, anchor }) =>
        [{ anchor, text: /<p[\s>].*?<\/p>/su.exec(html)?.[0] ?? '' }, ...definitionsIn(html)].map(
          ({ anchor: at, text }): [string, string] => [
            at,
            cutTo(
              text
                .replaceAll(/<[^>]*>?/gu, '')
                .replaceAll(/\s+/gu, ' ')
                .trim(),
              MOST_OF_DEFINITION,
            ),
          ],
        ),
      ),
    ),
);

/** The HTML of a rule with the addresses of its terms and of the matters that set its live values filled in. */
export function ruleHtml({ html, path, values }: RuleData, page: 'ruleset' | 'section' | 'rule'): string {
  const known = new Set(values.map(({ name }) => name));
  return html
    .replace(/<a class="term" data-to="([^"]+)"/g, (_, anchor: string) => {
      const means = meanings(readSite()).get(anchor);
      const said = (means ?? '') === '' ? '' : ` data-means="${means?.replaceAll('"', '&quot;')}"`;
      return `<a class="term"${said} href="${page === 'ruleset' ? '' : href('ruleset/')}#${anchor}"`;
    })
    .replace(
      /<data class="live" data-name="([a-z0-9-]+)"([^>]*)>([^<]*)<\/data>/g,
      (whole, name: string, _, shown: string) =>
        known.has(name)
          ? `<a class="live" href="${page === 'rule' ? '' : href(`rules/${path}/`)}#value-${name}">${shown}</a>`
          : whole,
    );
}
