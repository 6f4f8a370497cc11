// Node keeps JavaScript texts in memory while they run, at twice the size if they contain a letter beyond Latin 1.
import { parse } from 'acorn';

const BEYOND = /(\\?)([^\0-\x7f])/gu;

/** `’` → `\u2019`: the same program, also within patterns and templates, which esbuild leaves as they are.
 * @param {string} javascript */
export function inAscii(javascript) {
  const raw = rawParts(javascript);
  return javascript.replaceAll(BEYOND, (whole, backslash, letter, at) => {
    // Behind one that is escaped itself the letter would become another.
    if (backslash !== '') return whole;
    const escaped = escape(letter);
    return raw.some(([start, end]) => start <= at && at < end) ? `\${'${escaped}'}` : escaped;
  });
}

/** @param {string} letter */
function escape(letter) {
  const units = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Where templates stand that are read as they are written, without what is put into them.
 * @param {string} javascript */
function rawParts(javascript) {
  /** @type {(readonly [number, number])[]} */
  const parts = [];
  if (!/\braw`/u.test(javascript)) return parts;
  /** @param {unknown} node */
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (isRaw(node)) for (const { start, end } of node.quasi.quasis) parts.push([start, end]);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parse(javascript, { ecmaVersion: 'latest', sourceType: 'module' }));
  return parts;
}

/** @param {object} node
 * @returns {node is import('acorn').TaggedTemplateExpression} */
function isRaw(node) {
  if (!('type' in node) || node.type !== 'TaggedTemplateExpression') return false;
  const { tag } = /** @type {import('acorn').TaggedTemplateExpression} */ (node);
  return tag.type === 'MemberExpression' && tag.property.type === 'Identifier' && tag.property.name === 'raw';
}
