import { action, optional, post, text } from 'gitnomic/rules';
import type { Game } from 'gitnomic/rules';
import { latestAfter } from '#core/corrections.ts';
import { refuseFor } from '#core/reasons.ts';
import { whyNoSlip } from '#core/slips.ts';

interface Correction {
  readonly line: number;
  /** The lines of the text that it touched, as they read before and after it. */
  readonly was: string;
  readonly reads: string;
}

/**
 * Any player may put right what is published of the Ruleset: what a correction of spelling has made of it reads again as
 * the ledger has it from before. Everything else that changes the text is voted on, or put back by the engine itself.
 */
export function repairRuleset(g: Game) {
  const { ruleset } = g;

  /** The latest correction of a rule that nobody has put right since. */
  function lastCorrection(path: string): Correction | null {
    const repaired = new Set<unknown>();
    const line = latestAfter(g.ledger, -1, ({ n, what, result }) => {
      if (result['rule'] !== path) return false;
      if (what === 'repair-ruleset') repaired.add(result['corrected']);
      return what === 'correct-spelling' && !repaired.has(n);
    });
    const { was, reads } = line?.result ?? {};
    return line !== null && typeof was === 'string' && typeof reads === 'string'
      ? { line: line.n, was, reads }
      : null;
  }

  return action({
    title: 'Undo a wrong spelling correction',
    sentence: 'undid a wrong spelling correction',
    about:
      'Restores the wording that was voted for, where a correction of spelling changed more than spelling.',
    with: { rule: text({ filled: true, from: 'rules' }), reason: text({ filled: true }) },
    check({ rule: title, refuse }) {
      const found = ruleset.find(title);
      const correction = found === null ? null : lastCorrection(found.path);
      refuseFor(refuse, [
        found === null && `there is no rule ${title}`,
        correction !== null &&
          !found?.text.includes(correction.reads) &&
          'what was corrected has been changed since: raise a Call for Judgement, or propose',
      ]);
    },
    effect({ rule: title, result }) {
      const path = ruleset.find(title)?.path ?? '';
      const correction = lastCorrection(path);
      // Without one the text in force is what the ledger says already, and stays.
      if (correction === null) return result({ rule: path, corrected: null });
      ruleset.amend({ type: 'edit-rule', path, replace: correction.reads, with: correction.was });
      result({ rule: path, corrected: correction.line });
    },
  });
}

/** The whole lines in which a piece of a text stands. */
function linesAround(text: string, piece: string): string {
  const at = text.indexOf(piece);
  const end = text.indexOf('\n', at + piece.length);
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end);
}

/** Any player may mend what is plainly misspelt in the Ruleset and in pending Proposals of their own. */
export function correctSpelling({ ruleset }: Game) {
  return action({
    title: 'Correct an obvious slip',
    sentence: 'corrected an obvious slip[ in {rule}]',
    about: "In the Ruleset, or in a pending Proposal of one's own.",
    with: {
      rule: optional(text({ from: 'rules' })),
      matter: optional(post()),
      replace: text({ filled: true }),
      with: text(),
    },
    check({ actor, rule: title, matter, replace, with: words, refuse }) {
      const found = title === null ? null : ruleset.find(title);
      const text = found?.text ?? matter?.text ?? '';
      refuseFor(refuse, [
        title === null && matter === null && 'name the rule or the Proposal to correct',
        title !== null && found === null && `there is no rule ${title}`,
        matter !== null &&
          (!matter.author.is(actor) || matter.kind !== 'proposal' || !matter.pending) &&
          "besides the Ruleset one corrects pending Proposals of one's own only",
        text !== '' && !text.includes(replace) && `“${replace}” does not stand there`,
        whyNoSlip(replace, words),
      ]);
    },
    effect({ rule: title, matter, replace, with: words, result }) {
      const found = title === null ? null : ruleset.find(title);
      if (found === null) {
        matter?.change({ text: matter.text.replace(replace, () => words) });
        return result({ before: replace, after: words });
      }
      const was = linesAround(found.text, replace);
      ruleset.amend({ type: 'edit-rule', path: found.path, replace, with: words });
      result({
        rule: found.path,
        before: replace,
        after: words,
        was,
        reads: was.replace(replace, () => words),
      });
    },
  });
}
