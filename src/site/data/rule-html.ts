import { href } from './read-site.ts';
import type { RuleData } from './site-data.ts';

/** The HTML of a rule with the addresses of its terms and of the matters that set its live values filled in. */
export function ruleHtml({ html, path, values }: RuleData, page: 'ruleset' | 'section' | 'rule'): string {
  const known = new Set(values.map(({ name }) => name));
  return html
    .replace(/<a class="term" data-to="([^"]+)"/g, (_, anchor: string) => {
      return `<a class="term" href="${page === 'ruleset' ? '' : href('ruleset/')}#${anchor}"`;
    })
    .replace(
      /<data class="live" data-name="([a-z0-9-]+)"([^>]*)>([^<]*)<\/data>/g,
      (whole, name: string, _, shown: string) =>
        known.has(name)
          ? `<a class="live" href="${page === 'rule' ? '' : href(`rules/${path}/`)}#value-${name}">${shown}</a>`
          : whole,
    );
}
