import { say } from './say.ts';
import type { SiteData } from './site-data.ts';

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
