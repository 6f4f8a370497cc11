import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Manifest, Terms } from '../kernel/manifest.ts';
import { knowDynasties } from '../kernel/roles.ts';
import { madeOnce, type Memo } from '../ruleset/memo.ts';
import { rowsInWords } from '../ruleset/rows-in-words.ts';
import { sentencesIn } from './reworded-sentences.ts';

/** A sentence of a rule that says how one wins. */
export interface WayToWin {
  readonly rule: string;
  readonly said: string;
}

const WINS =
  /\b(?:achieves?|achieved|has|declares?) victory\b|\b(?:wins?|won) (?:the|this) (?:game|dynasty)\b|\bthe winner is\b/iu;
const WINS_SOMETHING = /\bwins?\b/iu;
/** `can’t achieve victory` */
const NEVER = /\b(?:cannot|can[’']t|may not|nobody|no one|never)\b/iu;

/** How the running dynasty is won, or the game if it has none, in the words of its rules; the rows of a table count as sentences. */
export function waysToWin(
  {
    manifest,
    model,
    terms,
  }: {
    readonly manifest: Pick<Manifest, 'rules'>;
    readonly model: Pick<ModelDescription, 'fields'>;
    readonly terms: Terms;
  },
  memo?: Memo,
): readonly WayToWin[] {
  const isAll = !knowDynasties(model);
  const spoken = JSON.stringify(terms);
  return manifest.rules.flatMap(({ path, section, text }) => {
    if (!isAll && section !== 'dynastic') return [];
    const ways = madeOnce(memo, 'ways-to-win', spoken, text, () => waysIn(text, terms));
    return ways.map((said) => ({ rule: path, said }));
  });
}

function waysIn(text: string, terms: Terms): readonly string[] {
  const rows = rowsInWords(text, terms).filter((row) => WINS_SOMETHING.test(row));
  const pattern = rows.length === 0 ? WINS : WINS_SOMETHING;
  const all = sentencesIn(text).map(({ said: one }) => one);
  const said = all.flatMap((one, at) =>
    pattern.test(one) && / /u.test(one) && !NEVER.test(one)
      ? [explained(one.replace(/[;:]$/u, '.'), all.slice(0, at))]
      : [],
  );
  return said.length === 0 ? rows : said;
}

/** A sentence about somebody with a title, with the one before it that says who that is: “This is the Player with the most Kudos.” */
function explained(said: string, before: readonly string[]): string {
  const [, title] = /^The ([A-Z]\p{L}+(?: [A-Z]\p{L}+)*) /u.exec(said) ?? [];
  const at = title === undefined ? -1 : before.findLastIndex((one) => one.includes(`the ${title}`));
  const who = at < 0 ? undefined : before.slice(at + 1).find((one) => /^(?:This|That|It) is\b/u.test(one));
  return who === undefined ? said : `${said} ${who.replace(/[;:]$/u, '.')}`;
}
