import fc from 'fast-check';

/** Ways to write to the name `n` in TypeScript, put together from the language's grammar; each is a statement or more. */
export interface Writing {
  readonly code: string;
}

const TYPES = ['any', 'unknown as any', 'const', 'typeof n', 'number | string', '(a: 1) => 2', '{ a: 1 }[]'];

const { simple, pattern, element } = fc.letrec<{ simple: string; pattern: string; element: string }>(
  (tie) => ({
    /** What stands for a name: in parentheses and under types, as deep as one likes. */
    simple: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constant('n'),
      tie('simple').map((inner) => `(${inner})`),
      tie('simple').map((inner) => `${inner}!`),
      fc.tuple(tie('simple'), fc.constantFrom(...TYPES)).map(([inner, type]) => `(${inner} as ${type})`),
      fc
        .tuple(tie('simple'), fc.constantFrom(...TYPES))
        .map(([inner, type]) => `(${inner} satisfies ${type})`),
      tie('simple').map((inner) => `(/* a */ ${inner} // b\n)`),
    ),
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('element').map((inner) => `[${inner}]`),
      tie('element').map((inner) => `[, ${inner}, ]`),
      tie('element').map((inner) => `[...[${inner}]]`),
      tie('element').map((inner) => `{ a: ${inner} }`),
      tie('element').map((inner) => `{ ['a']: ${inner}, ...box.rest }`),
      tie('simple').map((inner) => `[...${inner}]`),
      tie('simple').map((inner) => `{ b: box.b, ...${inner} }`),
      fc.constantFrom(
        '{ n }',
        '{ n = 5 }',
        '{ n = (n = 6) }',
        '[box[(n = 7)]]',
        '{ [(n = 8)]: box.b }',
        '[box.a = n++]',
      ),
    ),
    element: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('simple'),
      tie('simple').map((inner) => `${inner} = 9`),
      tie('simple').map((inner) => `box.c = (${inner} = 9)`),
      tie('pattern'),
      tie('pattern').map((inner) => `${inner} = given`),
    ),
  }),
);

const OPERATORS = '= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??='.split(' ');

const expression = fc.oneof(
  fc.tuple(simple, fc.constantFrom(...OPERATORS)).map(([to, sign]) => `${to} ${sign} (null ?? 4)`),
  simple.map((to) => `${to}++`),
  simple.map((to) => `--${to}`),
  pattern.map((to) => `(${to} = given)`),
  element.map((to) => `([${to}] = [3])`),
);

/** Where an expression may stand. */
const AROUND: readonly ((inner: string) => string)[] = [
  (inner) => `;${inner.startsWith('{') ? `(${inner})` : inner};`,
  (inner) => `const q = (${inner});`,
  (inner) => `const { q = (${inner}) } = {};`,
  (inner) => `(() => (${inner}))();`,
  (inner) => `(() => { ${inner} })();`,
  (inner) => `((q = (${inner})) => q)();`,
  (inner) => `[1].forEach(() => { { ${inner} } });`,
  (inner) => `({ [(${inner}) as any]: 1, get q() { return (${inner}); } }).q;`,
  (inner) => `({ q() { ${inner} } }).q();`,
  (inner) => `\`\${${inner}}\`; String.raw\`\${${inner}}\`;`,
  (inner) => `box.f?.((${inner}));`,
  (inner) => `if ((${inner})) { } else ${inner};`,
  (inner) => `for ((${inner}); box.never; (${inner}));`,
  (inner) => `for (const q of [(${inner})]) (${inner});`,
  (inner) => `do { ${inner} } while (box.never);`,
  (inner) => `here: { ${inner}; break here; }`,
  (inner) => `switch ((${inner})) { case (${inner}): default: ${inner} }`,
  (inner) => `try { throw 1; } catch (e) { ${inner} } finally { ${inner} }`,
  (inner) => `try { ${inner} } finally { box.b = 1; }`,
  (inner) => `0, (${inner}), new Map([[1, (${inner})]]);`,
  (inner) => `void (${inner}) ? 1 : [...[(${inner})]];`,
  (inner) => `const q = 1\n${inner.startsWith('(') || inner.startsWith('[') ? ';' : ''}${inner}\nbox.b = q`,
];

export const writing: fc.Arbitrary<Writing> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(expression, fc.constantFrom(...AROUND)).map(([inner, put]) => ({ code: put(inner) })),
  },
  simple.map((to) => ({ code: `for (${to} of [4, 5]);` })),
  simple.map((to) => ({ code: `for (${to} in { x: 1 }) box.b = 1` })),
  pattern.map((to) => ({ code: `for (${to} of [given]) { box.b = 1; }` })),
  pattern.map((to) => ({ code: `for (${to} in { xyz: 1 });` })),
);
