import type { RuleEntry } from '../../kernel/manifest.ts';
import type { PostData } from '../../kernel/state.ts';

/** Enacted posts that settle how rules are to be read, by the rules that they changed or mention. */
export function rulingsOf(
  posts: readonly PostData[],
  rules: readonly RuleEntry[],
  touches: (post: PostData, rule: RuleEntry) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const post of posts) {
    if (post.status !== 'enacted') continue;
    for (const rule of rules)
      if (touches(post, rule) || speaksOf(post, rule))
        found.set(rule.path, [...(found.get(rule.path) ?? []), post.id]);
  }
  return found;
}

/** A title of several words is enough of a mention; a single everyday word has to be quoted, or called a rule. */
function speaksOf({ title, text }: PostData, rule: RuleEntry): boolean {
  const said = `${title}\n${text}`;
  return [rule.title, rule.plainTitle].some((name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const marked = `[“"‘'*]${escaped}[”"’'*]|\\brules? (?:of )?(?:the )?${escaped}\\b`;
    const plain = name.includes(' ') ? `|\\b${escaped}\\b` : '';
    return new RegExp(`${marked}${plain}`, 'iu').test(said);
  });
}
