import { cutTo } from '../../kernel/bounds.ts';
import { definitionsIn } from './definitions.ts';
import { perSite, href, readSite } from './read-site.ts';
import type { RuleData, SiteData } from './site-data.ts';
import { say } from './say.ts';

const MOST_OF_DEFINITION = 280;

/** The definitions of the rules as plain text, by their places in the ruleset. A whole rule is defined by its first paragraph. */
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
      const means = meanings(readSite()).get(anchor) ?? '';
      const said = means === '' ? '' : ` data-means="${means.replaceAll('"', '&quot;')}"`;
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

/** For each anchor, the rules that cite it, by mentioning a word that is defined there or the rule's title. */
export const citedBy = perSite((site): ReadonlyMap<string, readonly RuleData[]> => {
  const by = new Map<string, Set<RuleData>>();
  for (const rule of site.rules)
    for (const [, cited = ''] of rule.html.matchAll(/ data-to="([^":]+)/gu))
      if (cited !== rule.anchor) by.set(cited, (by.get(cited) ?? new Set()).add(rule));
  return new Map([...by].map(([cited, rules]) => [cited, [...rules]]));
});

/** Matches `[48](#value:window)`; readers elsewhere need only the words. */
const LIVE = /\[([^\]]*)\]\(#[\w-]+:[^)]*\)/gu;

/** The ruleset in force as one text; null for a past dynasty, whose texts are not available. */
export function rulesetInMarkdown({ api, game, rules, sections, builtAt }: SiteData): string | null {
  if (api === null) return null;
  const texts = new Map(api.ruleset.rules.map(({ path, text }) => [path, text]));
  const parts = sections.flatMap(({ id, number, title }) => [
    `## ${number}${title}`,
    ...rules
      .filter(({ section }) => section === id)
      .flatMap(({ path, depth, number: own, title: name }) => [
        ...(depth === 1 ? [] : [`${'#'.repeat(Math.min(depth + 1, 6))} ${own} ${name}`]),
        (texts.get(path) ?? '').replace(LIVE, '$1').trim(),
      ]),
  ]);
  const head = [`# ${say`The Ruleset of ${game.name}`}`, say`As of ${builtAt.slice(0, 10)}.`];
  return `${[...head, ...parts].filter((part) => part !== '').join('\n\n')}\n`;
}
