import { href } from './read-site.ts';
import type { RuleData } from './site-data.ts';

/** The words of a rule with the addresses put in: of the terms that it uses, and of what set its live values. */
export function ruleHtml({ html, path, values }: RuleData, onRuleset: boolean): string {
  const known = new Set(values.map(({ name }) => name));
  return html
    .replace(/<a class="term" data-to="([^"]+)"/g, (_, anchor: string) => {
      return `<a class="term" href="${onRuleset ? '' : href('ruleset/')}#${anchor}"`;
    })
    .replace(
      /<data class="live" data-name="([a-z0-9-]+)"([^>]*)>([^<]*)<\/data>/g,
      (whole, name: string, _, shown: string) =>
        known.has(name)
          ? `<a class="live" href="${onRuleset ? href(`rules/${path}/`) : ''}#value-${name}">${shown}</a>`
          : whole,
    );
}
