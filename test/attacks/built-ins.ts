/** What clauses find of the language, by what keeps a call of it from going on for ever. Whatever is in neither list is told. */

/** Written anew: each refuses what is too much, or pays for it with steps. */
export const CHARGED = `
  Function.prototype.name Function.prototype.toString decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape parseInt parseFloat Number.parseInt Number.parseFloat
  Array.from Array.prototype.concat Array.prototype.copyWithin Array.prototype.entries Array.prototype.every Array.prototype.fill
  Array.prototype.filter Array.prototype.find Array.prototype.findIndex Array.prototype.findLast Array.prototype.findLastIndex
  Array.prototype.flat Array.prototype.flatMap Array.prototype.forEach Array.prototype.includes Array.prototype.indexOf
  Array.prototype.join Array.prototype.keys Array.prototype.lastIndexOf Array.prototype.map Array.prototype.reduce
  Array.prototype.reduceRight Array.prototype.reverse Array.prototype.shift Array.prototype.slice Array.prototype.some
  Array.prototype.sort Array.prototype.splice Array.prototype.toLocaleString Array.prototype.toReversed Array.prototype.toSorted
  Array.prototype.toSpliced Array.prototype.toString Array.prototype.unshift Array.prototype.values Array.prototype.with
  JSON.parse JSON.stringify Math.sumPrecise Map.groupBy Object.groupBy Set.groupBy
  Map.prototype.clear Map.prototype.delete Map.prototype.getOrInsert Map.prototype.getOrInsertComputed Map.prototype.set
  Object.entries Object.getOwnPropertyNames Object.keys Object.values
  Set.prototype.add Set.prototype.clear Set.prototype.delete Set.prototype.difference Set.prototype.intersection
  Set.prototype.isDisjointFrom Set.prototype.isSubsetOf Set.prototype.isSupersetOf Set.prototype.symmetricDifference
  Set.prototype.union String.prototype.concat String.prototype.endsWith String.prototype.includes String.prototype.indexOf
  String.prototype.isWellFormed String.prototype.lastIndexOf String.prototype.localeCompare String.prototype.match
  String.prototype.matchAll String.prototype.normalize String.prototype.padEnd String.prototype.padStart String.prototype.repeat
  String.prototype.replace String.prototype.replaceAll String.prototype.search String.prototype.slice String.prototype.split
  String.prototype.startsWith String.prototype.substr String.prototype.substring String.prototype.toLocaleLowerCase
  String.prototype.toLocaleUpperCase String.prototype.toLowerCase String.prototype.toUpperCase String.prototype.toWellFormed
  String.prototype.trim String.prototype.trimEnd String.prototype.trimLeft String.prototype.trimRight String.prototype.trimStart
  String.raw
  AggregateError Error Error.prototype.message Error.prototype.name EvalError RangeError ReferenceError SyntaxError TypeError URIError
`;

/** As QuickJS has them: each looks at one thing, or goes through what the clause had to make first, at most once. */
export const BOUNDED = `
  Function.prototype Function.prototype.apply Function.prototype.call
  Array Array.isArray Array.of Array.prototype.at Array.prototype.pop Array.prototype.push ArrayIterator.prototype.next
  BigInt BigInt.asIntN BigInt.asUintN BigInt.prototype.toString BigInt.prototype.valueOf
  Boolean Boolean.prototype.toString Boolean.prototype.valueOf
  Error.isError Error.prototype.toString isFinite isNaN
  Map Map.prototype.entries Map.prototype.forEach Map.prototype.get Map.prototype.has Map.prototype.keys Map.prototype.size
  Map.prototype.values MapIterator.prototype.next Matches.prototype.next
  Math.abs Math.acos Math.acosh Math.asin Math.asinh Math.atan Math.atan2 Math.atanh Math.cbrt Math.ceil Math.clz32 Math.cos
  Math.cosh Math.exp Math.expm1 Math.f16round Math.floor Math.fround Math.hypot Math.imul Math.log Math.log10 Math.log1p Math.log2
  Math.max Math.min Math.pow Math.round Math.sign Math.sin Math.sinh Math.sqrt Math.tan Math.tanh Math.trunc
  Number Number.isFinite Number.isInteger Number.isNaN Number.isSafeInteger Number.prototype.toExponential
  Number.prototype.toFixed Number.prototype.toLocaleString Number.prototype.toPrecision Number.prototype.toString
  Number.prototype.valueOf
  Object Object.assign Object.freeze Object.fromEntries
  Object.getOwnPropertyDescriptor Object.getPrototypeOf Object.hasOwn Object.is Object.isExtensible Object.isFrozen
  Object.isSealed Object.preventExtensions Object.prototype.__lookupGetter__ Object.prototype.__lookupSetter__
  Object.prototype.hasOwnProperty Object.prototype.isPrototypeOf Object.prototype.propertyIsEnumerable
  Object.prototype.toLocaleString Object.prototype.toString Object.prototype.valueOf Object.seal
  Reflect.apply Reflect.deleteProperty Reflect.get Reflect.getOwnPropertyDescriptor
  Reflect.getPrototypeOf Reflect.has Reflect.isExtensible Reflect.preventExtensions Reflect.set
  RegExp RegExp.escape RegExp.prototype.dotAll RegExp.prototype.exec RegExp.prototype.flags RegExp.prototype.global
  RegExp.prototype.hasIndices RegExp.prototype.ignoreCase RegExp.prototype.multiline RegExp.prototype.source
  RegExp.prototype.sticky RegExp.prototype.test RegExp.prototype.toString RegExp.prototype.unicode RegExp.prototype.unicodeSets
  Set Set.prototype.entries Set.prototype.forEach Set.prototype.has Set.prototype.size Set.prototype.values
  SetIterator.prototype.next
  String String.fromCharCode String.fromCodePoint String.prototype.at String.prototype.charAt String.prototype.charCodeAt
  String.prototype.codePointAt String.prototype.toString String.prototype.valueOf
  WeakMap WeakMap.prototype.delete WeakMap.prototype.get WeakMap.prototype.getOrInsert WeakMap.prototype.getOrInsertComputed
  WeakMap.prototype.has WeakMap.prototype.set WeakSet WeakSet.prototype.add WeakSet.prototype.delete WeakSet.prototype.has
`;

/** A clause that lists them, and that calls one of them with everything that has no end. */
export const CLAUSE = `
import { action, data, integer, rule, text } from 'gitnomic/rules';

function all() {
  const found = new Map();
  const seen = new Set();
  const queue = [['', globalThis], ['Object.prototype', Object.prototype], ['Function.prototype', Object.getPrototypeOf(() => 0)]];
  for (const [name, one] of [['Array', [].keys()], ['Map', new Map().keys()], ['Set', new Set().keys()]])
    queue.push([name + 'Iterator.prototype', Object.getPrototypeOf(one)]);
  queue.push(['Matches.prototype', Object.getPrototypeOf('a'.matchAll(/a/g))]);
  for (let at = 0; at < queue.length; at++) {
    const [path, item] = queue[at];
    if ((typeof item !== 'object' && typeof item !== 'function') || item === null || seen.has(item)) continue;
    seen.add(item);
    if (typeof item === 'function') found.set(path, item);
    for (const key of Object.getOwnPropertyNames(item)) {
      if (key === 'constructor' || key === 'globalThis') continue;
      const { value, get } = Object.getOwnPropertyDescriptor(item, key);
      const inner = path === '' ? key : path + '.' + key;
      queue.push([inner, value]);
      // One that can be written over in what inherits it gives the function; any other is one itself.
      if (get) { let given; try { given = item[key]; } catch {} queue.push([inner, typeof given === 'function' ? given : get]); }
    }
    queue.push([path + '^', Object.getPrototypeOf(item)]);
  }
  return found;
}

const FOUND = all();

function twice(times) {
  let list = [];
  for (let n = 0; n < times; n++) list = [list, list];
  return list;
}

/** What says one thing when it is asked first, and another after that. */
function growing() {
  let asked = 0;
  return () => (asked++ === 0 ? 1 : 2 ** 53 - 1);
}

const ENDLESS = [
  () => ({ length: 2 ** 53 - 1 }), () => ({ length: 4_000_000_000, 0: 1 }), () => Array(2 ** 32 - 1),
  () => ({ length: { valueOf: growing() } }), () => ({ __proto__: { length: 2 ** 53 - 1 } }),
  () => ({ size: 2 ** 53 - 1, has: Boolean, keys: () => ({ next: Object }) }), () => ({ next: Object }),
  () => ({ raw: { length: 2 ** 53 - 1 } }),
  () => { const it = { length: 1 }; const given = [].values.call([1]); it.next = given.next; return it; },
  () => 2 ** 53 - 1, () => Infinity, () => 2n ** 1_000n, () => ({ valueOf: growing() }), () => 'x'.repeat(1_000),
  () => ({ toString: () => 'ab'.repeat(1_000) }), () => /^(a+)+$/, () => new Set([1]), () => new Map([[1, 2]]), () => null, () => [3, 1, 2], () => twice(60),
];
const CALLBACKS = [Boolean, Object];

export default rule(({ game }) => ({
  game: { found: data({ start: null }) },
  actions: {
    list: action({ by: 'anybody', effect() {
      game.found = [...FOUND.keys()];
    } }),
    call: action({ by: 'anybody', with: { name: text(), self: integer({ min: -2 }) }, effect({ name, self }) {
      const run = FOUND.get(name);
      const tried = (call) => { try { call(); } catch {} };
      for (const own of self === -2 ? [() => undefined] : self < 0 ? ENDLESS.slice(0, -1) : [ENDLESS[self]])
        for (const make of self < 0 ? ENDLESS.slice(0, -1) : ENDLESS)
          for (const words of [[make()], ...CALLBACKS.flatMap((back) => [[back, make()], [make(), back]])])
            tried(() => Reflect.apply(run, own(), words));
      if (self <= 0) for (const make of ENDLESS.slice(0, self < 0 ? -1 : undefined)) { tried(() => new run(make())); tried(() => new run(make(), make())); }
    } }),
  },
}));
`;
/** Instead of the number of one: as a method of each thing that has no end, or of nothing. */
export const [OF_ALL, OF_NOTHING] = [-1, -2] as const;
/** How many things without end there are; the last is a list that holds another twice, and so on. */
export const SELVES = 21;
