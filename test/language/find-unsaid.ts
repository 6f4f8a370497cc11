import { parse } from 'acorn';
import { transformSync } from 'amaro';

export interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly argument?: Node;
  readonly name?: unknown;
  readonly tag?: Node;
  readonly callee?: Node;
  readonly key?: Node;
  readonly property?: Node;
}

const isNode = (one: unknown): one is Node => typeof one === 'object' && one !== null && 'type' in one;

/** Two words with a blank between them are what people read, and no name of something. */
const A_TEXT = /\p{L}{2,}[,;:.]? \p{L}{2,}/u;
/** Tags, what chooses elements, and the names of letters. */
const MARKUP = /[<>=[\]]|^#|serif|cursive|monospace/u;
/** The properties of a form that people read, of which a single word is a text as well. */
const READ = new Set(['label', 'title', 'lede', 'about', 'text', 'done']);
/** The attributes of a tag, or of a component, that people read. */
export const READ_OF_TAGS = new Set([
  'title',
  'text',
  'of',
  'alt',
  'aria-label',
  'placeholder',
  'description',
]);
const A_WORD = /^\p{Lu}\p{Ll}+$/u;

/** `wording.say` → `say` */
function nameOf(given: unknown): string {
  const node = isNode(given) ? given : undefined;
  const name = node?.property?.name ?? node?.name;
  return typeof name === 'string' ? name : '';
}

/**
 * Nobody who plays reads the message of an error that is a bug, or what is told in a terminal. A problem is told to those whose
 * request failed.
 */
const isUnread = ({ type, argument, callee, name }: Node): boolean =>
  nameOf(callee) === 'warn' ||
  type === 'ImportDeclaration' ||
  // Of a tag these are read by people; classes, sizes and the like are not.
  (type === 'JSXAttribute' && !READ_OF_TAGS.has(nameOf(name))) ||
  (type === 'ThrowStatement' && nameOf(argument?.callee) !== 'FormProblem');

/** The texts in some code that nothing says. */
export function unsaidIn(node: Node): readonly string[] {
  const { type, value, tag } = node;
  if (isUnread(node)) return [];
  // What is put into a text is looked at as well.
  if (type === 'TaggedTemplateExpression' && nameOf(tag) === 'say')
    return childrenOf((node as unknown as { quasi: { expressions: unknown } }).quasi.expressions);
  if (type === 'CallExpression' && nameOf(node.callee) === 'sayWith')
    return childrenOf((node as unknown as { arguments: unknown[] }).arguments.slice(1));
  const text =
    type === 'Literal' ? value : type === 'TemplateElement' ? (value as { cooked?: unknown }).cooked : '';
  const own = typeof text === 'string' && A_TEXT.test(text) && !MARKUP.test(text) ? [text] : [];
  const word = isNode(value) && type === 'Property' && READ.has(nameOf(node.key)) ? value.value : '';
  const single = typeof word === 'string' && A_WORD.test(word) ? [word] : [];
  return [...own, ...single, ...childrenOf(Object.values(node))];
}

function childrenOf(value: unknown): readonly string[] {
  return [value].flat(2).filter(isNode).flatMap(unsaidIn);
}

/** The texts of a TypeScript file that are in English whatever the language of the game is. */
export function findUnsaid(source: string): readonly string[] {
  const { code } = transformSync(source, { mode: 'strip-only' });
  return unsaidIn(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
}
