/** A phrase that reads translated, with advice for its author. */
export interface Pattern {
  readonly words: RegExp;
  readonly advice: string;
}

/** The beginning of a sentence, or of the part after a colon or semicolon. */
const START = String.raw`(?<=^|[.!?:;)*] +|[–—] )`;
const atStart = (words: string): RegExp => new RegExp(`${START}(?:${words})`, 'gu');

/** Each pattern was a fault more often than good English. A rare good use can be reworded. */
export const PATTERNS: readonly Pattern[] = [
  { words: atStart('Who(?:m|so)?ever |Whatever |Whichever '), advice: 'Begin with the person or the thing.' },
  {
    words: atStart(
      "What (?:is|isn't|was|are|were|has|had|can|can't|comes|came|stands|differs|goes|went|doesn't) (?![^.!]*\\?)",
    ),
    advice: 'Name the thing, or turn it round: “X is …”.',
  },
  {
    words: atStart('Those (?:that|who|of|with|whose) |That which '),
    advice: 'Name them: “the rules that …”.',
  },
  { words: atStart('Where (?![^.!]*\\?)(?=[^.;:!]*, )'), advice: '“If” or “when”.' },
  {
    words: atStart('Of (?:an?|it|its|what|those|whom|several|each|one|somebody) '),
    advice: 'Begin with the subject.',
  },
  {
    words:
      /\b(?:null|undefined|none|nothing|false|true|empty|-1) where\b|\bwhere (?:it|they|that|this|there) (?:is|isn't|are|aren't|can|can't|could|does|doesn't|has)\b/gu,
    advice: '“if” or “when”.',
  },
  { words: /\banew\b|\bonce more\b/gu, advice: '“again”.' },
  { words: /, so that [^.;:]*, (?:and )?so that /gu, advice: 'Split the sentence.' },
  {
    words:
      /\bfor want of\b|\bas good as none\b|\bbe it\b|\bbut for (?:a|the|what)\b|\bso far as\b|\bto be had\b/gu,
    advice: 'A plain conjunction: “without”, “if”, “except”, “as far as”.',
  },
  {
    words: /\b(?:is|are|was|were|be|been) (?:told of|no more|as good as)\b/gu,
    advice: '“reported”, “gone”, “the same as”.',
  },
  { words: /\b(?:there|here) no more\b|\bno one any more\b/gu, advice: '“no longer exists”.' },
  {
    words: /\bwhoever (?:is|has|looks|runs|reads|asks|wants|only|opens|writes|keeps|gives)\b/gu,
    advice: '“the caller”, “a reader”, “people who …”.',
  },
  {
    words: /\b(?:worked|work|works) out (?:once|anew|again|from|beforehand)\b/gu,
    advice: '“computed”, “cached”.',
  },
  {
    words:
      /\bwhat (?:is|was|has been) (?:there|left|known|kept|asked|said|told|meant|written|read|done|over)\b/gu,
    advice: 'Name the thing.',
  },
  { words: /\b(?:is|are|was|were) none of (?:them|these|those|it|its)\b/gu, advice: '“isn’t one of …”.' },
  { words: /\bof which (?:no|nothing|the text|its text)\b/gu, advice: '“which … doesn’t …”.' },
  { words: /\b(?:letters|signs) that nobody sees\b/gu, advice: '“invisible characters”.' },
  { words: /\bset(?:s|ting)? each other off\b/gu, advice: '“trigger each other”.' },
  { words: /\bwhat (?:came|comes|becomes|became) of (?:it|them|that)\b/gu, advice: '“the result”.' },
];
