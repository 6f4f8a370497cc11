import { z } from 'zod';

import { ENGLISH, type Language } from '../../language/language.ts';
import { languageTag } from '../../store/read-language.ts';
import { spelled } from '../../wording/naming.ts';
import { LETTERS, type Letters } from './letters.ts';

/** Settings that are left out are null, or an empty list. */
const orNull = <T extends z.ZodType>(type: T) => type.optional().transform((value) => value ?? null);
const orNone = <T>(type: z.ZodType<T[]>) => type.optional().transform((value) => value ?? []);
const word = orNull(z.string());
const words = z.array(z.string());

/** A mark on a map: for a field of the place, for somebody or something there, or for the place that a rule or the game names. */
const mark = z.strictObject({
  sign: z.string().max(4),
  title: z.string(),
  field: word,
  of: word,
  at: word,
  rule: word,
  value: word,
});
export type DisplayMark = z.output<typeof mark>;

/** Where the rounds between two sides are described: in lists of a thing, in its report, or in a thing of the same name elsewhere. */
const rounds = z
  .strictObject({
    /** Fields that name the two sides. */
    sides: orNone(words.max(2)),
    /** Lists of what either side did. */
    did: orNone(words.length(2)),
    /** Lists of the scores of each side. Without them, the numbered lines of the report have the scores. */
    scores: orNull(words.length(2)),
    /** The words in which the report states a score: `{side} takes {number} Damage`. */
    told: orNull(z.string().regex(/^(?=.*\{side\}).*\{number\}/u, 'must have {side} and {number}')),
    counts: z.string().default(''),
    /** Lists with a value for either side, in their order. */
    each: orNone(words),
    /** Fields with the number of a side: 1 for the first, 2 for the second. */
    side: orNone(words),
    /** The collection whose thing of the same name holds the rounds. */
    in: word,
  })
  .refine((one) => one.in !== null || one.sides.length > 0, {
    path: ['sides'],
    error: 'is needed: the fields that name the two sides',
  });
export type DisplayRounds = z.output<typeof rounds>;

export const pageSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    title: z.string(),
    intro: word,
    kit: z.enum(['grid', 'table', 'cards', 'timeline', 'gallery', 'battle', 'text']),
    of: z.string().optional(),
    /** For a page of plain text: Markdown as written; HTML once prepared for showing. */
    text: orNull(z.string().max(50_000)),
    fields: orNone(words),
    background: word,
    label: word,
    /** A field of the places of a map that have something in their cell; others have their reference alone. */
    open: word,
    image: word,
    maker: word,
    /** Fields with opponents, which serve as a heading for things without a name. */
    heading: orNone(words),
    /** Pieces are grouped by the values of these fields: by round, by theme. */
    group: word,
    marks: z.array(mark).optional(),
    closed: orNull(
      z.strictObject({
        field: z.string(),
        north: z.string(),
        east: z.string(),
        south: z.string(),
        west: z.string(),
      }),
    ),
    /** The field that lists a route through the places of a collection, and the one with a number for each of them. */
    route: orNull(z.strictObject({ field: z.string(), of: z.string(), counts: word })),
    rounds: orNull(rounds),
    /** The menu entry of another page under which this one is found; it has none of its own. */
    under: word,
  })
  .refine(({ kit, of }) => kit === 'text' || of !== undefined, {
    path: ['of'],
    error: 'is needed: what the page shows',
  })
  .refine(({ kit, text }) => kit !== 'text' || text !== null, {
    path: ['text'],
    error: 'is needed: the words of the page',
  })
  .transform(({ of = '', text, ...page }) => ({
    ...page,
    of,
    text: page.kit === 'text' ? text : null,
    marks: page.marks ?? page.fields.map(signless),
  }));
export type DisplayPage = z.output<typeof pageSchema>;

function signless(field: string): DisplayMark {
  return { sign: '·', title: spelled(field), field, of: null, at: null, rule: null, value: null };
}

const letters = orNull(z.enum(Object.keys(LETTERS) as [Letters, ...Letters[]]));

const themeSchema = z
  .strictObject({
    accent: colour('#7a4a12'),
    'accent-dark': colour('#e0a458'),
    ornament: z.string().max(4).default('§'),
    paper: colour(null),
    'paper-dark': colour(null),
    /** The fonts of rules and posts, and of everything around them. */
    fonts: z
      .strictObject({ words: letters, about: letters })
      .optional()
      .transform((fonts) => fonts ?? { words: null, about: null }),
    /** A picture at the top of the front page, by its name in `content/`. */
    header: orNull(
      z.strictObject({
        picture: z.string().regex(/^site\.(?:png|jpe?g|webp)$/u, 'must be site.png, site.jpg or site.webp'),
        alt: z.string().min(1),
      }),
    ),
  })
  .transform(({ 'accent-dark': accentDark, 'paper-dark': paperDark, ...theme }) => ({
    ...theme,
    accentDark,
    paperDark,
  }));

/** The format of a pack’s site.yml: settings from the dynasty's pack or the group on how the game is shown. */
export const displaySchema = z
  .strictObject({
    theme: themeSchema.optional(),
    pages: orNone(z.array(pageSchema)),
    language: languageTag.optional(),
  })
  .transform(({ theme = themeSchema.parse({}), pages, language: tag = ENGLISH.tag }) => ({
    theme,
    pages,
    css: '',
    // The texts are in files of their own.
    language: { ...ENGLISH, tag } as Language,
  }));
export type DisplayData = Readonly<z.output<typeof displaySchema>>;

function colour<T extends string | null>(usual: T) {
  return z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #8a1c2b')
    .optional()
    .transform((value) => value ?? usual);
}
