// This file has an entry for each mutant that lives.
/* oxlint-disable max-lines */
import { BOUND, each, FOR_TYPES, NO_NUMBER, NOTHING_ELSE, SHORTCUT, type LivingIn } from './reasons.ts';

export const IN_KERNEL: LivingIn = {
  'src/kernel/assertions.ts': [
    { was: 'changes.slice(0, MOST_CHECKED)', is: 'changes', why: BOUND },
    {
      was: 'before !== after',
      is: 'true',
      why: 'what is written as it was is no change and never comes here',
    },
    { was: 'error instanceof IllegalValue', is: 'true', why: NOTHING_ELSE },
  ],
  'src/kernel/calls.ts': [
    { was: 'changed === undefined', is: 'false', why: SHORTCUT },
    { was: 'frame.trace !== null', is: 'true', why: SHORTCUT },
    { was: 'refusal?.rule?.title', is: 'refusal?.rule.title', why: 'whatever a rule refuses with cites it' },
    { was: 'title !== undefined', is: 'true', why: 'no rule says that it prevails over nothing' },
    {
      in: 'if (!(error instanceof Refusal)) throw error;',
      was: '!(error instanceof Refusal)',
      is: 'false',
      why: 'it is thrown on in any case: nothing that a rule further out says takes it back',
    },
    {
      in: 'permits: false, refusal: error',
      was: 'false',
      is: 'true',
      why: 'a refusal is looked at before a permission',
    },
  ],
  'src/kernel/context.ts': each('neither is a yes', ['() => false', '() => undefined']),
  'src/kernel/chance.ts': each(
    'what is no text is not the same as the text of a number, which is asked at the end',
    ["typeof value === 'string'", 'true'],
  ),
  'src/kernel/dated-words.ts': [
    {
      was: "first.lastIndexOf(' from ') !== first.length - DATE_LENGTH",
      is: 'false',
      why: 'a shortcut: where that is so the pattern finds no date either',
    },
    {
      in: '#passed = -1',
      was: '-1',
      is: '+1',
      why: 'it is set when rules come for the first time, and nobody asks before',
    },
    {
      in: 'const passed =',
      was: 'date <= at',
      is: 'date > at',
      why: 'with each date that passes one less is to come: the count changes just as often',
    },
  ],
  'src/kernel/dispatch.ts': [
    { was: "'changes' in input", is: 'true', why: 'nothing is as frozen as it will ever be' },
    { was: "'with' in input", is: 'true', why: 'nothing is as frozen as it will ever be' },
  ],
  'src/kernel/entities.ts': [
    {
      was: 'other === this',
      is: 'false',
      why: 'a shortcut: it is an entity, of the same class, with the same id',
    },
    { was: 'runtime.reads !== null', is: 'true', why: SHORTCUT },
    {
      was: 'sameValue(dataOf(entity)[field.id], stored)',
      is: 'false',
      why: 'a shortcut: what is written as it was is no change',
    },
    { was: '!(error instanceof IllegalValue)', is: 'false', why: NOTHING_ELSE },
  ],
  'src/kernel/freeze.ts': [
    ...each(
      'what is no object counts as frozen, and plain data holds no function',
      ["typeof value !== 'object' || value === null", 'false'],
      ["typeof value !== 'object' || value === null", "typeof value !== 'object' && value === null"],
      ["typeof value !== 'object'", 'false'],
      ['value === null', 'false'],
      ["typeof inner[at] === 'object'", 'true'],
    ),
    { was: 'at < inner.length', is: 'at <= inner.length', why: 'behind the last there is nothing to freeze' },
    ...each(
      'what is no object counts as frozen',
      ["(typeof item !== 'object' && typeof item !== 'function') || item === null", 'false'],
      [
        "(typeof item !== 'object' && typeof item !== 'function') || item === null",
        "typeof item !== 'object' && typeof item !== 'function' && item === null",
      ],
      ["typeof item !== 'object' && typeof item !== 'function'", 'false'],
      ['item === null', 'false'],
    ),
    ...each(
      'a shortcut: the name and the length of a function are no objects, and so nothing more is frozen',
      ['isBare(item, keys)', 'false'],
      [
        "{ return typeof item === 'function' && keys.length === 2 && keys[0] === 'length' && keys[1] === 'name'; }",
        '{}',
      ],
      [
        "typeof item === 'function' && keys.length === 2 && keys[0] === 'length' && keys[1] === 'name'",
        'false',
      ],
    ),
  ],
  'src/kernel/holders.ts': [{ was: '!(error instanceof Refusal)', is: 'false', why: NOTHING_ELSE }],
  'src/kernel/kernel.ts': [
    { was: 'this.runtime.now !== at', is: 'true', why: SHORTCUT },
    { was: 'by === null', is: 'false', why: 'nobody is called nothing' },
  ],
  'src/kernel/kinds/boolean.ts': each(
    'a shortcut: what is not taken for legal at a glance is looked at',
    ["typeof value === 'boolean'", 'false'],
    ["(_, value) => typeof value === 'boolean'", '() => undefined'],
  ),
  'src/kernel/kinds/choice.ts': [
    {
      in: 'of.includes(value)) return value',
      was: "typeof value === 'string'",
      is: 'true',
      why: 'asked for the types alone: all words of a choice are text, or its rule is not let in',
    },
  ],
  'src/kernel/kinds/integer.ts': [
    ...each(
      NO_NUMBER,
      ["typeof value !== 'number'", 'false'],
      ['type.max !== undefined', 'true'],
      ['min !== null', 'true'],
      ['number === null', 'false'],
    ),
    ...each(
      'where a bound is nought a value starts with nought',
      ['min > 0', 'min >= 0'],
      ['type.max < 0', 'type.max <= 0'],
    ),
  ],
  'src/kernel/kinds/list.ts': each(NO_NUMBER, ['max !== undefined', 'true'], ['min !== undefined', 'true']),
  'src/kernel/kinds/record.ts': each('what a record lacks and may not lack was refused in the line before', [
    "type.kind === 'optional'",
    'true',
  ]),
  'src/kernel/kinds/text.ts': each('no pattern is one that all fits', ['type.pattern !== undefined', 'true']),
  'src/kernel/kinds/time.ts': each(
    'a moment is the text of itself and nothing else is, which is asked at the end',
    ["typeof value === 'string'", 'true'],
  ),
  'src/kernel/lasting.ts': [
    { was: 'true', is: 'false', why: 'only whether it is there is asked' },
    { was: 'error !== NOT_DATA', is: 'true', why: 'that error is of another name' },
    { was: "typeof item === 'object' || typeof item === 'function'", is: 'true', why: SHORTCUT },
  ],
  'src/kernel/link.ts': [
    {
      was: 'this.#views.get(id)?.rule',
      is: 'this.#views.get(id).rule',
      why: 'asked for the types alone: that it is there is asked in the line before',
    },
  ],
  'src/kernel/matter-changes.ts': [
    {
      was: "made.type === 'add-rule'",
      in: "made.type === 'repeal-rule'",
      is: 'false',
      why: 'asked for the types alone: a rule that is new has no path yet, which is asked last',
    },
    {
      was: "made.type === 'write-file'",
      is: 'true',
      why: 'asked for the types alone: nothing else has a content that is null',
    },
  ],
  'src/kernel/memo.ts': [
    { was: 'known.version === store.version', is: 'false', why: SHORTCUT },
    { in: 'let sawPrivate', was: 'false', is: 'true', why: 'it is set before it is read' },
  ],
  'src/kernel/meant-rule.ts': [
    { was: "sought === ''", is: 'false', why: 'nothing is near to a name of no letters' },
  ],
  'src/kernel/migrate.ts': [
    ...each(
      'a shortcut: what is carried over though it was as it should be is not changed by that',
      ['Object.keys(data).length !== list.length', 'true'],
      ['value === undefined', 'true'],
      ['carried !== undefined && sameValue(carried, data[field.id])', 'false'],
    ),
    {
      in: 'return true;',
      was: 'true',
      is: 'false',
      why: 'the same shortcut, never taken',
    },
    ...each(
      NOTHING_ELSE,
      ['error instanceof IllegalValue', 'true'],
      ['!(error instanceof IllegalValue)', 'false'],
      ['{ if (error instanceof IllegalValue) return undefined; throw error; }', '{}'],
    ),
    {
      was: '!(error instanceof IllegalValue)',
      is: 'false',
      why: NOTHING_ELSE,
    },
    {
      was: '!(problem instanceof IllegalValue)',
      is: 'false',
      why: NOTHING_ELSE,
    },
  ],
  'src/kernel/new-runtime.ts': [
    {
      in: 'refs:',
      was: '() => null',
      is: '() => undefined',
      why: 'it is put in place before anybody can ask',
    },
    { in: 'ledger:', was: '() => null', is: '() => undefined', why: 'of no lines nobody asks for one' },
    { was: '(): null => null', is: '() => undefined', why: 'neither is a place' },
    {
      in: 'defining: false',
      was: 'false',
      is: 'true',
      why: 'it is set where rules are defined, before anybody asks',
    },
    { in: 'newFrame(false)', was: 'false', is: 'true', why: 'every step begins with a frame of its own' },
  ],
  'src/kernel/number-words.ts': [
    {
      was: '/^\\d{1,15}$/.test(text)',
      is: 'false',
      why: 'a shortcut: a number in figures is read the same by the longer way',
    },
    ...each(
      'a text has both parts of the pattern or neither',
      ['more === undefined || base === undefined', 'more === undefined && base === undefined'],
      ['more === undefined', 'false'],
      ['base === undefined', 'false'],
    ),
    ...each('of no number it gives back none, whether it is said again or not', ['number !== null', 'true']),
    { in: 'const isPart', was: 'over !== null', is: 'true', why: 'nothing is not at least one' },
    { in: 'text', was: 'text .trim()', is: 'text', why: 'it is trimmed once more at the end' },
    {
      was: 'next > end',
      is: 'next >= end',
      why: 'one word more is asked that was asked before',
    },
    {
      was: 'Math.min(words.length, at + mostPieces)',
      is: 'Math.max(words.length, at + mostPieces)',
      why: BOUND,
    },
    { was: 'words[next - 1]?.trim', is: 'words[next - 1].trim', why: FOR_TYPES },
    { was: 'written === figures', is: 'false', why: 'a shortcut: the same text is the same number' },
    { was: 'ONE_WORD.test(text) && !NUMERAL.test(text)', is: 'false', why: SHORTCUT },
  ],
  'src/kernel/open-for-all.ts': each(NOTHING_ELSE, [
    'error instanceof Refusal || error instanceof IllegalValue',
    'true',
  ]),
  'src/kernel/params.ts': each(
    'nothing names nobody, so that nothing is checked in any case',
    ['value !== null', 'true'],
    ['value !== undefined', 'true'],
  ),
  'src/kernel/paths.ts': [
    {
      in: '? isOfWhole',
      was: "scope === 'players'",
      is: 'true',
      why: 'no change is of the whole game, of all posts or of all turns at once',
    },
    {
      in: 'const began',
      was: "scope === 'players'",
      is: 'true',
      why: 'what belongs to a thing was passed over by then, and nothing else is a part of a whole',
    },
    { was: 'place < at', is: 'place <= at', why: 'no change of a whole is one inside it' },
    { was: 'end > 2', is: 'end >= 2', why: 'a name in one piece is split off in any case' },
  ],
  'src/kernel/pictures.ts': each('each letter has its number', [
    'character.codePointAt(0)?.toString',
    'character.codePointAt(0).toString',
  ]),
  'src/kernel/posts.ts': [
    ...each(
      'a shortcut: a text that is no longer than the beginning is not cut',
      ['text.length <= BOUNDS.talk.beginning', 'false'],
      ['text.length <= BOUNDS.talk.beginning', 'text.length < BOUNDS.talk.beginning'],
    ),
    {
      in: "? 'pending' : null",
      was: 'model.kinds.get(kind)?.definition',
      is: 'model.kinds.get(kind).definition',
      why: 'both that ask for it have looked whether there is such a kind',
    },
  ],
  'src/kernel/precedence.ts': [
    { was: 'matterKind !== null', is: 'true', why: 'no kind of matter is called nothing' },
    { was: 'item.over.length === 0', is: 'false', why: SHORTCUT },
  ],
  'src/kernel/privacy.ts': [
    {
      was: 'holdsAny(submission.open) || holdsAny(submission.with)',
      is: 'true',
      why: 'a shortcut: where nothing is private nothing is moved, and what has no words has none then',
    },
    { was: "'of' in type || 'fields' in type", is: 'true', why: SHORTCUT },
    {
      was: "type.kind === 'list' || type.kind === 'map' || type.kind === 'optional'",
      is: 'true',
      why: 'what else is `of` something is a choice, which holds no types',
    },
    { was: 'type === undefined', is: 'false', why: FOR_TYPES },
  ],
  'src/kernel/put-in-force.ts': [
    {
      was: 'runtime.caches.entities.clear();',
      is: ';',
      why: 'what is handed out reads whatever state there is: one that a game before was handed serves the next, under the same rules',
    },
    {
      in: 'assuming: true',
      was: 'true',
      is: 'false',
      why: 'what is carried over is written past the rules that are asked about changes',
    },
  ],
  'src/kernel/query.ts': each('a view takes as many as it is of, and looks at no more', [
    'rest.slice(0, count)',
    'rest',
  ]),
  'src/kernel/model.ts': [
    {
      was: "scope === 'posts'",
      is: 'true',
      why: 'no path of turns or submissions goes on behind a name that could be `fields`',
    },
    {
      was: "part === 'fields'",
      is: 'true',
      why: 'nothing lies deeper in a post than its variables: what is told of any such place is refused in any case',
    },
  ],
  'src/kernel/rule-text.ts': [
    ...each('a shortcut: of what has no later words the first are those of now', [
      'found !== undefined && readDated(found.text).later.length === 0',
      'false',
    ]),
    {
      was: 'entry.values[name]?.text',
      is: 'entry.values[name].text',
      why: 'where there is no such value an error was thrown in the line before',
    },
    {
      was: 'found !== null',
      is: 'true',
      why: 'the words of now are among those of all dates, of which each could be read',
    },
    { was: "() => ''", is: '() => undefined', why: 'no date has passed by either' },
  ],
  'src/kernel/runtime.ts': [
    ...each(
      'a shortcut: it is worked out again and comes to the same',
      ['known !== undefined', 'false'],
      ['runtime.caches.precedence !== null', 'false'],
    ),
  ],
  'src/kernel/sets.ts': each('there are as many wrappers as posts', ['posts[at]?.kind', 'posts[at].kind']),
  'src/kernel/store.ts': [
    { was: 'id === undefined', is: 'false', why: 'nothing is written in the place of all posts' },
    {
      was: "b === 'fields'",
      is: 'true',
      why: 'nothing is written deeper in a post than its variables, which lie in its `fields`',
    },
    {
      was: "part === 'fields'",
      is: 'true',
      why: 'nothing else is written deeper in a post either',
    },
    ...each(
      SHORTCUT,
      ['value === undefined && had', 'true'],
      ['value === undefined && had', 'value === undefined || had'],
      ['value === undefined', 'true'],
      ['had', 'false'],
    ),
    {
      was: '!Object.hasOwn(container, key)',
      is: 'false',
      why: 'what was written later is taken back first, so that all that stood there then stands there again',
    },
    {
      was: 'keys.slice(keys.indexOf(key) + 1)',
      is: 'keys',
      why: 'all are moved to the end in their order, the one itself as well',
    },
  ],
  'src/kernel/submissions.ts': [
    {
      was: 'error instanceof IllegalValue',
      is: 'false',
      why: 'words that don’t fit are refused before they come here as a value that is not legal',
    },
    { was: 'moved.length === 0', is: 'false', why: SHORTCUT },
  ],
  'src/kernel/times.ts': [
    ...each('nothing is neither before nor after a moment', ['at !== null', 'true']),
    { was: 'a.id < b.id', is: 'a.id <= b.id', why: 'no two that are to come have one name' },
    {
      was: 'owned === undefined',
      is: 'false',
      why: 'what is due was found among the rules’ times, where it still is',
    },
  ],
  'src/kernel/disclosed.ts': [
    {
      was: '!isPlainObject(value)',
      is: 'false',
      why: 'a thing and a post are objects, and what is neither is told whole in any case',
    },
    {
      in: 'Object.fromEntries(',
      was: 'fields?.get(id)?.type',
      is: 'fields?.get(id).type',
      why: 'a thing and a post hold nothing but what rules track',
    },
    ...each(
      'a thing that was written is in a collection that there is, and what is told of another is refused first',
      ['fields?.get', 'fields.get'],
      ['model.collections.get(name)?.fields', 'model.collections.get(name).fields'],
    ),
    {
      was: "typeof at === 'string'",
      is: 'true',
      why: 'a moment is the text of itself and nothing else is, which is asked next',
    },
    {
      was: 'fields.get(key)?.type',
      is: 'fields.get(key).type',
      why: 'whether there is such a variable was asked just before',
    },
    { was: '!(error instanceof IllegalValue)', is: 'false', why: NOTHING_ELSE },
  ],
  'src/kernel/too-large.ts': [
    ...each('the same owner measured once more', ['path.slice(0, 3)', 'path'], ['path.slice(0, 2)', 'path']),
    ...each(
      'of what else there is nothing is measured',
      ["scope === 'posts'", 'true'],
      ["scope === 'game' || scope === 'dynasty' || scope === 'emperor'", 'true'],
    ),
  ],
  'src/kernel/values.ts': [
    { was: '!(key in target)', is: 'false', why: 'a shortcut: the slower way comes to the same' },
    ...each('no object has the same key twice', ['a < b', 'a <= b']),
  ],
  'src/kernel/views.ts': [
    { was: '!(error instanceof IllegalValue)', is: 'false', why: NOTHING_ELSE },
    { was: 'view === undefined', is: 'false', why: FOR_TYPES },
    {
      was: "typeof of === 'string'",
      is: 'false',
      why: 'a text has no id of its own, and as a text it is itself',
    },
    { was: 'view.wraps.length === 1', is: 'false', why: SHORTCUT },
  ],
  'src/kernel/well-formed.ts': [
    {
      in: 'Number.isFinite',
      was: "typeof value === 'number'",
      is: 'true',
      why: 'nothing but a number is finite, which is asked next',
    },
    ...each(
      'each name that an object gives of what it holds has something behind it',
      ['own?.get', 'own.get'],
      ['own?.set', 'own.set'],
      ['own?.value', 'own.value'],
    ),
    {
      was: 'PLAIN.test(id) && !(id in Object.prototype)',
      is: 'false',
      why: 'a shortcut: a plain name passes all that others are asked',
    },
    { was: '() => null', is: '() => undefined', why: 'neither is a fault' },
  ],
  'src/kernel/world.ts': [
    { was: 'runtime.reads !== null', is: 'true', why: SHORTCUT },
    ...each(
      'the things that a rule lists are all there, and no others, but for those that the step itself adds or removes, of which each is looked at',
      ["scope !== 'things' || path.length !== 3", 'false'],
      ["scope !== 'things' || path.length !== 3", "scope !== 'things' && path.length !== 3"],
      ["scope !== 'things'", 'false'],
      ['path.length !== 3', 'false'],
    ),
    ...each(
      'a collection that no rule has goes as one: nobody adds or removes a thing of it',
      ['definition?.ids', 'definition.ids'],
      ['rule === undefined', 'false'],
    ),
    ...each(
      'what there is to be removed has been found, and to write nothing where nothing is changes nothing',
      ['things === undefined || !Object.hasOwn(things, thing.id)', 'false'],
      [
        'things === undefined || !Object.hasOwn(things, thing.id)',
        'things === undefined && !Object.hasOwn(things, thing.id)',
      ],
    ),
    {
      in: 'thing.id)) return;',
      was: 'things === undefined',
      is: 'false',
      why: 'where a thing is found its collection is there',
    },
  ],
};
