/**
 * What clauses do that mean harm: by each kind of place in which a clause is run. Whoever thinks of another adds it here; what it does
 * has to be refused, ended by counting or without consequence. What the clock alone ends is
 * tried elsewhere, since a busy machine would play another game.
 */
export const HOSTILE_BODIES: Readonly<Record<string, string>> = {
  'searches without end': '[].find.call({ length: 2 ** 53 - 1 }, () => false);',
  'joins without end': 'Array(2 ** 31).join("x");',
  'fills memory': 'const all = []; for (;;) all.push({ all });',
  'doubles a text': "let s = 'x'; for (;;) s += s;",
  backtracks: "/^(a+)+$/u.test('a'.repeat(40) + 'b');",
  'calls itself': 'const f = () => 1 + f(); f();',
  'sorts by a lie': '[...Array(5000).keys()].sort(() => { for (;;); });',
  'multiplies long numbers': 'let n = 3n; for (;;) n *= n;',
  'never ends a generator': 'for (const one of (function* () { for (;;) yield 1; })()) void one;',
  'bends prototypes':
    'Object.prototype.admin = true; Array.prototype.map = () => []; Map.prototype.get = () => 7;',
  'bends what it imports': "integer.prototype.n = 1; action.admin = true; rule.toString = () => 'x';",
  'keeps state in a function':
    'const me = integer; me.count = (me.count ?? 0) + 1; if (me.count > 1) throw new Error(String(me.count));',
  'makes code of text': "new Function('return this')().admin = true;",
  'reaches for the outside': 'globalThis.process.exit(1);',
  'imports the outside': "import('node:fs');",
  'throws what is no error': 'throw { toString() { for (;;); } };',
  'throws a refusal of its own':
    "const error = new Error('x'); error.name = 'Refusal'; error.code = 'out-of-patience'; throw error;",
  'lies in JSON': 'JSON.parse(\'{"__proto__":{"admin":true}}\');',
  'doubles what it writes as JSON':
    'let list = []; for (let n = 0; n < 60; n++) list = [list, list]; JSON.stringify(list);',
  waits: 'new Promise(() => {});',
  'reads the clock': 'if (Date.now() % 2 > 0) for (;;);',
  'takes its chance': 'if (Math.random() > 0.5) throw new Error("x");',
};

const HEAD = "import { action, integer, rule } from 'gitnomic/rules';\n";

/** The places: where an action is taken, where a post is judged, where a matter is enacted, where the clause is loaded. */
const PLACES: readonly ((body: string, n: number) => string)[] = [
  (body, n) =>
    `export default rule(() => ({ actions: { 'harm-${n}': action({ by: 'anybody', effect() { ${body} } }) } }));`,
  (body) =>
    `export default rule(() => ({ hooks: { 'may-post': ({ title }, next) => { if (title === 'harm') { ${body} } return next(); } } }));`,
  (body) => `export default rule(() => ({ on: { enacted() { ${body} } } }));`,
  (body) => `${body}\nexport default rule(() => ({}));`,
];

/** A clause with all the harm of its number: which body it is, and in which place. */
export function hostileClause(n: number): string {
  const bodies = Object.values(HOSTILE_BODIES);
  const body = bodies[n % bodies.length] ?? '';
  const place = PLACES[Math.floor(n / bodies.length + n) % PLACES.length];
  return `${HEAD}${place?.(body, n) ?? ''}\n`;
}
