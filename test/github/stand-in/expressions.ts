import { Evaluator, Lexer, Parser, data } from '@actions/expressions';

/** What GitHub would put in place of `${{ expression }}`, by its own parser. */
export function evaluate(expression: string, context: Readonly<Record<string, unknown>>): string {
  const { tokens } = new Lexer(expression.trim()).lex();
  const parsed = new Parser(tokens, Object.keys(context), []).parse();
  return new Evaluator(parsed, asData(context) as data.Dictionary).evaluate().coerceString();
}

function asData(value: unknown): data.ExpressionData {
  return JSON.parse(JSON.stringify(value), data.reviver) as data.ExpressionData;
}
