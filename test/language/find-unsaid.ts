import { parse } from 'acorn';
import { transformSync } from 'amaro';

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly tag?: Node & { readonly name?: unknown };
}

const isNode = (one: unknown): one is Node => typeof one === 'object' && one !== null && 'type' in one;

/** Two words with a blank between them are what people read, and no name of something. */
const A_TEXT = /\p{L}{2,}[,;:.]? \p{L}{2,}/u;
/** Tags, what chooses elements, and the names of letters. */
const MARKUP = /[<>=[\]]|^#|serif|cursive|monospace/u;
/** Nobody who plays reads the message of an error that is a bug. */
const NOT_SAID = new Set(['ImportDeclaration', 'ThrowStatement']);

function unsaidIn(node: Node): readonly string[] {
  const { type, value, tag } = node;
  if (NOT_SAID.has(type)) return [];
  // What is put into a text is looked at as well.
  if (type === 'TaggedTemplateExpression' && tag?.name === 'say')
    return childrenOf((node as unknown as { quasi: { expressions: unknown } }).quasi.expressions);
  if (type === 'CallExpression' && (node as { callee?: { name?: unknown } }).callee?.name === 'sayWith')
    return childrenOf((node as unknown as { arguments: unknown[] }).arguments.slice(1));
  const text =
    type === 'Literal' ? value : type === 'TemplateElement' ? (value as { cooked?: unknown }).cooked : '';
  const own = typeof text === 'string' && A_TEXT.test(text) && !MARKUP.test(text) ? [text] : [];
  return [...own, ...childrenOf(Object.values(node))];
}

function childrenOf(value: unknown): readonly string[] {
  return [value].flat(2).filter(isNode).flatMap(unsaidIn);
}

/** The texts of a TypeScript file that are in English whatever the language of the game is. */
export function findUnsaid(source: string): readonly string[] {
  const { code } = transformSync(source, { mode: 'strip-only' });
  return unsaidIn(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
}
