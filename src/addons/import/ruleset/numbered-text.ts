import { type Layout, type Parsed, type ParsedRule, linesOf, preamble, withoutRoof } from './layout.ts';
import { renderPlain } from './plain-blocks.ts';
import { isTitle, splitNumber, takeFacts, type Numbered } from './split-number.ts';

/** Plain text whose rules are numbered: `Rule 101`, `Article II`, `§ 3`, `1.1 Votes`, `101. All players …`. */
export const numberedText: Layout = {
  name: 'numbered text',
  detect: ([source, other]) =>
    source !== undefined &&
    other === undefined &&
    headsIn(linesOf(source.text)).filter((head) => head.found).length > 1,
  parse([source]): Parsed {
    const lines = linesOf(source?.text ?? '');
    const heads = headsIn(lines);
    const rules = heads.map((head, at) => toRule(head, lines.slice(head.at + 1, heads[at + 1]?.at)));
    const levels = levelsOf(heads);
    const before = renderPlain(lines.slice(0, heads[0]?.at));
    const all = rules.map((rule, at) => ({ ...rule, level: levels[at] ?? 1 }));
    return { rules: withoutRoof([...preamble(before), ...withParents(all)]), unsure: [] };
  },
};

interface Head {
  readonly at: number;
  readonly words: string;
  /** Null for a heading without a number, such as `Immutable Rules`. */
  readonly found: Numbered | null;
}

function headsIn(lines: readonly string[]): Head[] {
  const numbered = lines.map((line) =>
    /^ {0,3}\S/.test(line) && line.length < 10_000 ? splitNumber(line) : null,
  );
  const kinds = new Set(numbered.flatMap((found, at) => (found && begins(lines, at) ? [found.kind] : [])));
  const isOnlyIntegers = !['rule', 'article', 'section', 'dotted'].some((kind) =>
    kinds.has(kind as Numbered['kind']),
  );
  const heads: Head[] = [];
  for (const [at, found] of numbered.entries()) {
    const words = lines[at]?.trim() ?? '';
    if (found && isHead(found, lines, at, isOnlyIntegers)) heads.push({ at, words, found });
    else if (!found && isBareHeading(lines, at)) heads.push({ at, words, found: null });
  }
  // A line without a number is a heading only if numbered rules follow directly.
  return heads.filter(
    (head, index) =>
      head.found !== null ||
      ((heads[index + 1]?.found ?? null) !== null &&
        lines
          .slice(head.at + 1, heads[index + 1]?.at)
          .every((line) => line.trim() === '' || /^[-=_]{3,}\s*$/.test(line))),
  );
}

function isHead(found: Numbered, lines: readonly string[], at: number, isOnlyIntegers: boolean): boolean {
  const opens = begins(lines, at);
  const isTitled =
    found.rest === '' || (isTitle(takeFacts(found.rest).rest) && /^["“'(]?[\p{Lu}\p{N}]/u.test(found.rest));
  switch (found.kind) {
    // `Rule 101 says that …` in prose begins no rule.
    case 'rule':
    case 'article':
    case 'section':
      return (opens && /^(?:[\p{Lu}\p{N}"“'([]|$)/u.test(found.rest)) || (isTitled && isBlank(lines[at - 1]));
    case 'dotted':
      return opens;
    case 'integer':
      return opens && (isOnlyIntegers || (isTitled && found.rest !== ''));
    default:
      return opens && isTitled && isBlank(lines[at + 1]) && found.rest.length < 60;
  }
}

/** True if a block begins here, or if a text numbered line by line continues. */
function begins(lines: readonly string[], at: number): boolean {
  const before = lines[at - 1];
  if (isBlank(before)) return true;
  const above = splitNumber(before ?? '');
  if (above === null) return /^[-=_]{3,}\s*$/.test(before ?? '');
  return above.rest === '' || /[.;:!?)”"]$/.test(above.rest) || isTitle(above.rest);
}

function isBareHeading(lines: readonly string[], at: number): boolean {
  const words = lines[at]?.trim() ?? '';
  if (words === '' || !isBlank(lines[at - 1]) || !/^\S/.test(lines[at] ?? '')) return false;
  const isMarked = isBlank(lines[at + 1]) || /^[-=_]{3,}\s*$/.test(lines[at + 1] ?? '');
  return isMarked && isTitle(words) && /^\p{Lu}/u.test(words);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function toRule({ at, words, found }: Head, body: readonly string[]): ParsedRule {
  const line = at + 1;
  const { rest, facts } = takeFacts(found?.rest ?? words);
  const whole = found === null ? words : /^\d/.test(found.number) ? `Rule ${found.number}` : found.number;
  const number = found === null ? {} : { number: found.number };
  // The title of a rule may be on the line below a lone `101.`.
  const isUntitled = rest === '' && !isBlank(body[0]) && isBlank(body[1]) && isTitle(body[0]?.trim() ?? '');
  if (isUntitled)
    return {
      title: body[0]?.trim() ?? whole,
      ...number,
      level: 1,
      text: renderPlain(body.slice(1)),
      line,
      facts,
    };
  const hasTitle = rest !== '' && isTitle(rest) && !goesOn(body);
  const text = hasTitle || rest === '' ? renderPlain(body) : renderPlain([rest, ...body]);
  return { title: hasTitle ? rest : whole, ...number, level: 1, text, line, facts };
}

/** True if a text continues on the next line, so that the words after the number are its beginning. */
function goesOn([next]: readonly string[]): boolean {
  return next !== undefined && /^ ?\S/.test(next) && !/^[-=_]{3,}\s*$/.test(next);
}

/** Kinds are nested in the order in which they first occur. More dots are deeper. */
function levelsOf(heads: readonly Head[]): number[] {
  const order: string[] = [];
  for (const { found } of heads) {
    const kind = kindOf(found);
    if (!order.includes(kind)) order.push(kind);
  }
  return heads.map(({ found }) => {
    const kind = kindOf(found);
    const dots = found?.dots ?? 0;
    const hasIntegers = order.includes('integer');
    const base = order.indexOf(kind) + 1;
    if (kind !== 'dotted') return base;
    return hasIntegers ? order.indexOf('integer') + 1 + dots : base + dots - 1;
  });
}

function kindOf(found: Numbered | null): string {
  return found?.kind ?? 'heading';
}

/** `(a)` below 3.2 becomes 3.2(a), since it isn't a number by itself. */
function withParents(rules: readonly ParsedRule[]): ParsedRule[] {
  const above: ParsedRule[] = [];
  return rules.map((rule) => {
    while ((above.at(-1)?.level ?? 0) >= rule.level) above.pop();
    const parent = above.at(-1)?.number;
    const { number, ...others } = rule;
    const isPart = number?.startsWith('(') === true;
    const full = isPart ? (parent === undefined ? undefined : `${parent}${number}`) : number;
    const named = { ...others, ...(full !== undefined && { number: full }) };
    above.push(named);
    return named;
  });
}
