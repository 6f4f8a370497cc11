import { CellError } from './cell.ts';

const TOKEN =
  /\s*(?:(\d+[dD]\d+|[dD]\d+)|(\d+(?:[.,]\d+)*%?)|("[^"]*")|([\p{L}_][\p{L}\p{N}_'-]*)|(<=|>=|!=|[≤≥≠=<>+*×/÷^(),-]))/uy;

export interface FormulaToken {
  readonly kind: 'dice' | 'number' | 'text' | 'word' | 'sign';
  readonly text: string;
}

export function formulaTokens(text: string): readonly FormulaToken[] {
  const tokens: FormulaToken[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null)
      throw new CellError(
        `“${text.slice(at).trim().slice(0, 1)}” means nothing in a formula.`,
        'a formula',
        '2 × Points + 1',
      );
    const kinds = ['dice', 'number', 'text', 'word', 'sign'] as const;
    const kind = kinds.find((_, place) => found[place + 1] !== undefined) ?? 'sign';
    tokens.push({ kind, text: found[0].trim() });
  }
  return tokens;
}

export const SIGNS: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '×': '*',
  x: '*',
  '÷': '/',
};

/** `0.25` → `rows.fraction(25n, 100n)`, `25%` likewise, `1,000` → `1000` */
export function numberOfToken(text: string): string {
  if (text.endsWith('%')) return `rows.divided(${numberOfToken(text.slice(0, -1))}, 100)`;
  const [units = '', digits] = text.replace(/,(?=\d{3}(?:\D|$))/gu, '').split(/[.,]/u);
  if (digits !== undefined)
    return `rows.fraction(${BigInt(units + digits)}n, ${10n ** BigInt(digits.length)}n)`;
  if (!Number.isSafeInteger(Number(units)))
    throw new CellError(`${text} is too large a number.`, 'a smaller number', '1000');
  return String(Number(units));
}
