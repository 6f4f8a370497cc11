import { splitFrontMatter } from '../../../ruleset/front-matter.ts';
import { importText } from '../ruleset/import-ruleset.ts';
import type { RuleRevision } from '../../../store/dynasties/frozen.ts';
import type { PageRevision } from './past.ts';

/**
 * A wiki's pages day by day: each rule's changes, and the full text of other pages. Only a day's last edit counts,
 * since slips are corrected within minutes.
 */
export class PagesPast {
  readonly rules: RuleRevision[] = [];
  readonly pages = new Map<string, PageRevision[]>();
  readonly #isRuleset: (page: string) => boolean;
  #waiting: PageRevision | null = null;
  #ruleset: ReadonlyMap<string, string> = new Map();

  constructor(rulesetPage: string | null) {
    this.#isRuleset = (page) =>
      rulesetPage === null ? /^rule\s?set$|^rules$/iu.test(page) : page === rulesetPage;
  }

  take(revision: PageRevision): void {
    const before = this.#waiting;
    if (
      before !== null &&
      (before.page !== revision.page || before.at.slice(0, 10) !== revision.at.slice(0, 10))
    )
      this.close();
    this.#waiting = revision;
  }

  /** When something was saved, in order. */
  get saved(): readonly string[] {
    return [...this.rules, ...[...this.pages.values()].flat()].map(({ at }) => at).sort();
  }

  /** No more revisions of the last page follow. */
  close(): void {
    const last = this.#waiting;
    this.#waiting = null;
    if (last === null || last.text.trim() === '') return;
    if (this.#isRuleset(last.page)) this.#takeRuleset(last);
    else this.pages.set(last.page, [...(this.pages.get(last.page) ?? []), last]);
  }

  #takeRuleset({ at, by, text }: PageRevision): void {
    const { files } = importText(text);
    for (const path of new Set([...this.#ruleset.keys(), ...files.keys()])) {
      const [before, after] = [this.#ruleset.get(path) ?? null, files.get(path) ?? null];
      if (before !== after) this.rules.push({ at, by, path, before, after });
    }
    this.#ruleset = files;
  }
}

/** True if the words changed, and not only the place. */
export function isReworded({ before, after }: RuleRevision): boolean {
  return bodyIn(before) !== bodyIn(after);
}

function bodyIn(text: string | null): string | null {
  return text === null ? null : splitFrontMatter(text).body.trim();
}
