/**
 * Ways in which a clause tries to keep a word from one call to the next. `top` is declared while the clause is loaded, `keep` is run
 * with `word` in a call, and `tell` is what another call sees: it must be what it was when the clause was loaded.
 */
interface Cheat {
  readonly top: string;
  readonly keep: string;
  readonly tell: string;
  /** Whether it can be seen when the clause is loaded; otherwise only the call that tries it is refused. */
  readonly isSeen?: boolean;
  /** Whether trying it does nothing at all, so that nobody has to be refused. */
  readonly isIdle?: boolean;
}

/** Targets of an assignment; each writes to a name that is declared outside of every call. */
const NAMES = [
  'n = word;',
  '((n)) = word;',
  '[(n)] = [word];',
  '[n = word] = [];',
  '[, [(n)]] = [0, [word]];',
  '[...(n)] = [word];',
  '[...[n]] = [word];',
  '({ a: (n) } = { a: word });',
  '({ a: [{ b: (n as any) = word }] } = { a: [{}] } as any);',
  '({ n } = { n: word });',
  '({ n = word } = {} as any);',
  '({ ...n } = { word });',
  'for ((n) of [word]);',
  'for ([(n)] of [[word]]);',
  'for ({ a: n } of [{ a: word }]);',
  'for (n in { [word]: 1 });',
  '(n as any) = word;',
  '(n satisfies any) = word;',
  'n! = word;',
  '((n as unknown) as any) = word;',
  'n += word;',
  'n &&= word;',
  '((n as any))++;',
  '--n!;',
  '(() => { n = word; })();',
  '`${n = word}`;',
  '[].find.call([1], () => (n = word));',
];

type Parts = readonly [top: string, keep: string, tell: string];

/** Objects that were made while the clause was loaded. */
const THINGS: readonly Parts[] = [
  ['const box: any = { n: 1 };', 'box.n = word;', 'box.n'],
  ['const box: any = { n: 1 };', '[box.n] = [word];', 'box.n'],
  ['const box: any = {};', 'Object.defineProperty(box, "n", { value: word });', 'box.n'],
  ['const box: any = {};', 'Object.assign(box, { n: word });', 'box.n'],
  ['const box: any = {};', 'Object.setPrototypeOf(box, { n: word });', 'box.n'],
  ['const box: any = {};', 'box.__proto__.n = word;', 'box.n'],
  ['const all: any[] = [];', 'all.push(word);', 'all.join()'],
  ['const all: any[] = [1];', 'all.length = 0;', 'all.length'],
  ['const all = new Map<any, any>();', 'all.set(1, word);', '[...all.values()].join()'],
  ['const all = new Map<any, any>();', 'new Map().set.call(all, 1, word);', '[...all.values()].join()'],
  ['const all = new Set<any>();', 'all.add(word);', '[...all].join()'],
  ['const all = new Set<any>([[]]);', '[...all][0].push(word);', '[...all].join()'],
  ['const re: any = /a/;', 're.lastIndex = word.length;', 're.lastIndex'],
  ['const re: any = /a/;', 're.lastIndex = -0;', 'Object.is(re.lastIndex, -0)'],
  ['const re: any = /a/u;', 're.lastIndex = { toString: () => word };', 're.lastIndex'],
  ['const make: any = () => 1;', 'make.n = word;', 'make.n'],
  ['const make: any = () => 1;', 'Object.defineProperty(make, "name", { value: word });', 'make.name'],
  ['const error: any = new Error("a");', 'error.message = word;', 'error.message'],
  ['', '(integer as any).n = word;', '(integer as any).n'],
  ['', '(globalThis as any).n = word;', '(globalThis as any).n'],
  ['', '(Math as any).n = word;', '(Math as any).n'],
  ['', '(Array.prototype as any).n = word;', '([] as any).n'],
  ['', '(Object.getPrototypeOf("") as any).n = word;', '("" as any).n'],
  ['', '(String.raw as any).n = word;', '(String.raw as any).n'],
  ['const tag = (s: any) => s; const own = () => tag`a`;', '(own() as any).n = word;', '(own() as any).n'],
  [
    'const make = (n: any) => ({ read: () => n, write: (to: any) => { [(n)] = [to]; } }); const it = make(1);',
    'it.write(word);',
    'it.read()',
  ],
];

const IDLE: readonly Parts[] = [['const box: any = {};', 'Reflect.set({}, "n", word, box);', 'box.n']];

/** What no clause may hold at all. */
const SEEN: readonly Parts[] = [
  ['const weak: any = new WeakMap(); const key = {};', 'weak.set(key, word);', 'weak.get(key)'],
  ['function* gen(): any { yield yield 1; } const it = gen();', 'it.next(word);', 'it.next().value'],
  ['class Box { static n: any = 1; }', 'Box.n = word;', 'Box.n'],
  [
    'class Box { #n: any = 1; set(to: any) { this.#n = to; } get() { return this.#n; } } const box = new Box();',
    'box.set(word);',
    'box.get()',
  ],
  ['const bytes = new Uint8Array(2);', 'bytes[0] = word.length;', 'bytes[0]'],
  ['const re = /a/g;', 're.test("aaa");', 're.lastIndex'],
  ['const re = /a/y;', '"aaa".replace(re, "b");', 're.lastIndex'],
  [
    'const kept: any = Symbol.for("n");',
    '(kept.constructor as any).n = word;',
    '(kept.constructor as any).n',
  ],
];

const cheat = ([top, keep, tell]: Parts): Cheat => ({ top, keep, tell });

const CHEATS: readonly Cheat[] = [
  ...NAMES.map((keep) => ({ top: 'let n: any = 1;', keep, tell: 'n' })),
  ...THINGS.map(cheat),
  ...IDLE.map((parts) => ({ ...cheat(parts), isIdle: true })),
  ...SEEN.map((parts) => ({ ...cheat(parts), isSeen: true })),
];

/** Those that the rule of every simulated game holds: each of their calls has to be refused. */
const CALLED = CHEATS.filter(({ isSeen }) => isSeen !== true);
export const FORMS = CALLED.length;

/** What an effect does to the objects that it is handed. Whether it is refused is the engine's affair; the game has to go on. */
const BREAKS = [
  'o.lastIndex = 3; Object.freeze(o);',
  'Object.freeze(o);',
  'Object.seal(o);',
  'Object.preventExtensions(o);',
  'Object.defineProperty(o, "name", { get() { for (;;); } });',
  'o.toJSON = () => { throw o; };',
  'o.then = (go: any) => go(o);',
  'Object.setPrototypeOf?.(o, null);',
  'for (const key of Object.keys(o)) delete o[key];',
  'throw o;',
];
export const BREAK_COUNT = BREAKS.length;
export const BREAKABLE_COUNT = 6;

export const CHEATS_TEXT = `---
title: The Notebook
order: 41
---
A machine tries here to remember what it may not.
`;

/**
 * The rule of every simulated game by which people cheat. A call of \`keep\` that comes to its end counts as slipped, and what a call of
 * \`tell\` sees is written down where it isn't what it was: both are read from the game's files.
 */
export const CHEATS_CLAUSE = `import { action, daily, integer, rule, text } from 'gitnomic/rules';

const word: any = /a/;
const sameAlways: readonly any[] = [
${CALLED.map(({ top, keep, tell, isIdle }) => `  (() => { ${top} return { isIdle: ${isIdle === true}, keep: (word: any) => { ${keep} }, tell: (): any => ${tell} }; })(),`).join('\n')}
];
const atFirst = sameAlways.map(({ tell }) => String(tell()));
const breaks: readonly ((o: any) => void)[] = [
${BREAKS.map((body) => `  (o) => { ${body} },`).join('\n')}
];

export default rule((kit) => ({
  game: { told: text({ start: 'nothing' }), slipped: integer() },
  actions: {
    keep: action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      with: { form: integer() },
      effect({ game, emperor, form }) {
        const { isIdle, keep } = sameAlways[form];
        keep(emperor.plan + 'kept');
        if (!isIdle) game.slipped += 1;
      },
    }),
    tell: action({
      by: 'anybody',
      with: { form: integer() },
      effect({ game, form }) {
        const seen = String(sameAlways[form].tell());
        if (seen !== atFirst[form]) game.told = seen;
      },
    }),
    break: action({
      by: 'anybody',
      with: { form: integer(), on: integer() },
      effect(given) {
        const all = [given, given.game, given.actor, kit, word, action];
        breaks[given.form](all[given.on]);
      },
    }),
    'read-functions': action({
      by: 'anybody',
      effect({ game, players }) {
        const texts = [action, daily, rule, players, kit.value, [].map, JSON.parse].map(String).join();
        if (/=>|return|const|throw/.test(texts)) game.told = texts;
      },
    }),
  },
}));
`;

const HEAD = "import { action, integer, rule, text } from 'gitnomic/rules';\n";

/** Whether the clause of this number is refused when it is proposed, since its text shows what it does. */
export function isSeenWhenProposed(n: number): boolean {
  return cheatOf(n).isSeen === true || isPlain(n);
}

/** A clause that somebody proposes, with the cheat of its number; half of those that assign a name do it plainly in their effect. */
export function cheatingClause(n: number): string {
  const { top, keep, tell } = cheatOf(n);
  const [helper, call] = isPlain(n)
    ? ['', `const word = 'kept'; ${keep}`]
    : [`const keep = (word: any) => { ${keep} };\n`, "keep('kept');"];
  return `${HEAD}${top}\n${helper}const tell = (): any => ${tell};
const atFirst = String(tell());
export default rule(() => ({
  game: { told${n}: text({ start: 'nothing' }), slipped${n}: integer() },
  actions: {
    'keep-${n}': action({ by: 'anybody', effect({ game }) { ${call} ${cheatOf(n).isIdle === true ? '' : `game.slipped${n} += 1;`} } }),
    'tell-${n}': action({ by: 'anybody', effect({ game }) { if (String(tell()) !== atFirst) game.told${n} = String(tell()); } }),
  },
}));
`;
}

function cheatOf(n: number): Cheat {
  return CHEATS[n % CHEATS.length] as Cheat;
}

function isPlain(n: number): boolean {
  return n % CHEATS.length < NAMES.length && Math.floor(n / CHEATS.length) % 2 === n % 2;
}
