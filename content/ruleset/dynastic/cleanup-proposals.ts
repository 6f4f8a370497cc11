import { rule } from 'gitnomic/rules';
import type { Post } from 'gitnomic/rules';
import { plainWords, sameWords } from './helpers/plain-words.ts';

type Changes = Post['changes'];

const RULESET = 'content/ruleset/';

export default rule((here) => {
  const { words, ruleset } = here;
  // True while it is asked whether a Cleanup Proposal may be submitted: nothing pending stands in its way.
  const under = here.scratch(() => ({ submitting: false }));

  /** What a change takes out of the dynastic rules and what it puts there; null where it does anything else. */
  function wordsMoved(change: Changes[number]): { readonly from: string; readonly to: string } | null {
    switch (change.verb) {
      case 'edit-rule':
        return isDynastic(change.rule) ? { from: change.replace, to: change.with } : null;
      case 'repeal-rule':
        return isDynastic(change.rule) ? { from: ruleset.find(change.rule)?.text ?? '', to: '' } : null;
      case 'add-rule':
        return (change.section ?? 'dynastic') === 'dynastic' && change.clause === undefined
          ? { from: '', to: change.text }
          : null;
      case 'file': {
        const path = change.path.replace(RULESET, '');
        if (!path.startsWith('dynastic/') || !path.endsWith('.md')) return null;
        return { from: ruleset.find(path.replace(/\.md$/, ''))?.text ?? '', to: change.content ?? '' };
      }
      default:
        return null;
    }
  }

  function isDynastic(name: string): boolean {
    const found = ruleset.findAll(name.replace(RULESET, '').replace(/\.md$/, ''));
    return found.length > 0 && found.every(({ section }) => section === 'dynastic');
  }

  function isCleanup(draft: {
    readonly author: { is(other: unknown): boolean };
    readonly kind: string;
    readonly title: string;
    readonly changes: Changes;
  }): boolean {
    const { author, kind, title, changes } = draft;
    const tagged = title.toLowerCase().includes(words('tag').toLowerCase());
    if (kind !== 'proposal' || !tagged || changes.length === 0 || !author.is(here.dynasty.emperor))
      return false;
    const moved = changes.map(wordsMoved);
    if (moved.includes(null)) return false;
    const all = (end: 'from' | 'to') => moved.flatMap((one) => plainWords(one?.[end] ?? ''));
    return sameWords(all('from'), all('to'));
  }

  return {
    hooks: {
      'counts-as-pending'({ matter }, next) {
        return !under().submitting && !isCleanup(matter) && next();
      },

      'may-post'({ author, kind, title, changes }, next) {
        under().submitting = isCleanup({ author, kind, title, changes });
        try {
          next();
        } finally {
          under().submitting = false;
        }
      },
    },
  };
});
