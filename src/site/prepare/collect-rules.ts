import type { RuleEntry } from '../../kernel/manifest.ts';
import type { PostData, State } from '../../kernel/state.ts';
import type { RuleData, SiteData } from '../data/site-data.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

const SECTION_TITLES: Readonly<Record<string, string>> = {
  core: 'Core rules',
  dynastic: 'Dynastic rules',
  'special-case': 'Special case',
  appendix: 'Appendix',
};

export function sectionsOf(rules: readonly RuleEntry[]): SiteData['sections'] {
  const present = [...new Set(rules.map(({ section }) => section))];
  return present.map((id) => {
    const first = rules.find(({ section }) => section === id);
    return { id, title: SECTION_TITLES[id] ?? id, number: Number(first?.number.split('.')[0] ?? 0) };
  });
}

export function ruleData(
  rule: RuleEntry,
  files: ReadonlyMap<string, string>,
  state: State,
  rendered: RenderedCache,
): RuleData {
  const anchor = rule.path.replaceAll('/', '.');
  const depth = rule.number.split('.').length;
  const pending = Object.values(state.posts).filter(
    (post) => post.status === 'pending' && touches(post, rule),
  );
  return {
    path: rule.path,
    anchor,
    title: rule.title,
    number: rule.number,
    section: rule.section,
    depth,
    status: rule.status,
    marked: rule.section === 'special-case' ? rule.status : null,
    entrenched: rule.entrenched !== false,
    html: renderMarkdown(rule.text, { anchor, under: Math.min(4, depth + 1) }, rendered),
    clause: rule.clause === null ? null : (files.get(rule.clause) ?? null),
    proposals: pending.map(({ id }) => id),
  };
}

function touches(post: PostData, rule: RuleEntry): boolean {
  return post.changes.some((change) => {
    if (change.verb === 'file') return change.path.includes(`/${rule.path}.`);
    if (change.verb === 'edit-rule' || change.verb === 'repeal-rule')
      return [rule.title, rule.plainTitle, rule.number, rule.path].includes(change.rule);
    return change.verb === 'set' && change.path.startsWith(`ruleset.${rule.title}.`);
  });
}
