import { z } from 'zod';
import { readYamlFile } from '../../ruleset/front-matter.ts';
import { parseYaml } from '../../ruleset/parse-yaml.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { ENGLISH } from '../../language/language.ts';
import { spelled } from '../../wording/naming.ts';
import type { DisplayFile } from './find-display.ts';
import {
  LETTERS,
  type DisplayData,
  type DisplayPage,
  type DisplayRounds,
  type Letters,
} from '../data/display-data.ts';
import { languageTag } from '../../store/read-language.ts';
import { plainIssue } from '../../ruleset/schema/plain-issue.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #8a1c2b');

/** A mark for a field of the place, for somebody there, or for the place that a rule's live value names. */
const mark = z.strictObject({
  sign: z.string().max(4),
  title: z.string(),
  field: z.string().optional(),
  of: z.string().optional(),
  at: z.string().optional(),
  rule: z.string().optional(),
  value: z.string().optional(),
});

const rounds = z
  .strictObject({
    sides: z.array(z.string()).max(2).optional(),
    did: z.array(z.string()).length(2).optional(),
    scores: z.array(z.string()).length(2).optional(),
    told: z
      .string()
      .regex(/^(?=.*\{side\}).*\{number\}/u, 'must have {side} and then {number}')
      .optional(),
    counts: z.string().optional(),
    each: z.array(z.string()).optional(),
    side: z.array(z.string()).optional(),
    in: z.string().optional(),
  })
  .refine((one) => one.in !== undefined || one.sides !== undefined, {
    path: ['sides'],
    error: 'is needed: the fields that name the two sides',
  });

const letters = z.enum(Object.keys(LETTERS) as [Letters, ...Letters[]]);

const pageSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    title: z.string(),
    intro: z.string().optional(),
    kit: z.enum(['grid', 'table', 'cards', 'timeline', 'gallery', 'battle', 'text']),
    of: z.string().optional(),
    text: z.string().max(50_000).optional(),
    fields: z.array(z.string()).optional(),
    background: z.string().optional(),
    label: z.string().optional(),
    open: z.string().optional(),
    image: z.string().optional(),
    maker: z.string().optional(),
    heading: z.array(z.string()).optional(),
    group: z.string().optional(),
    marks: z.array(mark).optional(),
    closed: z
      .strictObject({
        field: z.string(),
        north: z.string(),
        east: z.string(),
        south: z.string(),
        west: z.string(),
      })
      .optional(),
    route: z.strictObject({ field: z.string(), of: z.string(), counts: z.string().optional() }).optional(),
    rounds: rounds.optional(),
    under: z.string().optional(),
  })
  .refine(({ kit, of }) => kit === 'text' || of !== undefined, {
    path: ['of'],
    error: 'is needed: what the page shows',
  })
  .refine(({ kit, text }) => kit !== 'text' || text !== undefined, {
    path: ['text'],
    error: 'is needed: the words of the page',
  });

/** The format of a pack’s site.yml. */
export const displaySchema = z.strictObject({
  theme: z
    .strictObject({
      accent: colour.optional(),
      'accent-dark': colour.optional(),
      ornament: z.string().max(4).optional(),
      paper: colour.optional(),
      'paper-dark': colour.optional(),
      fonts: z.strictObject({ words: letters.optional(), about: letters.optional() }).optional(),
      header: z
        .strictObject({
          picture: z.string().regex(/^site\.(?:png|jpe?g|webp)$/u, 'must be site.png, site.jpg or site.webp'),
          alt: z.string().min(1),
        })
        .optional(),
    })
    .optional(),
  pages: z.array(pageSchema).optional(),
  language: languageTag.optional(),
});

export const PLAIN_DISPLAY: DisplayData = {
  theme: {
    accent: '#7a4a12',
    accentDark: '#e0a458',
    ornament: '§',
    paper: null,
    paperDark: null,
    fonts: { words: null, about: null },
    header: null,
  },
  pages: [],
  css: '',
  language: ENGLISH,
};

/** Reads display settings. Unreadable ones are reported and keep their defaults. */
export function readDisplay(file: DisplayFile | undefined): {
  readonly display: DisplayData;
  readonly problems: readonly string[];
} {
  if (file === undefined) return { display: PLAIN_DISPLAY, problems: [] };
  const { path, text } = file;
  const { data, problems: unread } = readYamlFile(path, text);
  if (unread.length > 0) return { display: PLAIN_DISPLAY, problems: unread.map(describeProblem) };
  const parsed = displaySchema.safeParse(data, { error: plainIssue });
  if (!parsed.success) {
    return {
      display: PLAIN_DISPLAY,
      problems: parsed.error.issues.map(({ path: field, message }) => {
        return `${path}:${lineOf(text, field)}: ${field.join('.')}: ${message}`;
      }),
    };
  }
  const { theme = {}, pages = [], language } = parsed.data;
  const ofCore = file.core ? readDisplay(file.core) : { display: PLAIN_DISPLAY, problems: [] };
  return {
    display: {
      theme: {
        accent: theme.accent ?? PLAIN_DISPLAY.theme.accent,
        accentDark: theme['accent-dark'] ?? PLAIN_DISPLAY.theme.accentDark,
        ornament: theme.ornament ?? PLAIN_DISPLAY.theme.ornament,
        paper: theme.paper ?? null,
        paperDark: theme['paper-dark'] ?? null,
        fonts: { words: theme.fonts?.words ?? null, about: theme.fonts?.about ?? null },
        header: theme.header ?? null,
      },
      css: '',
      // The texts are in files of their own.
      language: { ...ENGLISH, tag: language ?? ENGLISH.tag },
      pages: [...pages.map(pageOf), ...ofCore.display.pages],
    },
    problems: ofCore.problems,
  };
}

function pageOf(page: z.output<typeof pageSchema>): DisplayPage {
  return {
    id: page.id,
    title: page.title,
    intro: page.intro ?? null,
    kit: page.kit,
    of: page.of ?? '',
    text: page.kit === 'text' ? (page.text ?? null) : null,
    fields: page.fields ?? [],
    background: page.background ?? null,
    label: page.label ?? null,
    open: page.open ?? null,
    image: page.image ?? null,
    maker: page.maker ?? null,
    heading: page.heading ?? [],
    group: page.group ?? null,
    marks: (page.marks ?? (page.fields ?? []).map(signless)).map((one) => ({
      sign: one.sign,
      title: one.title,
      field: one.field ?? null,
      of: one.of ?? null,
      at: one.at ?? null,
      rule: one.rule ?? null,
      value: one.value ?? null,
    })),
    closed: page.closed ?? null,
    route: page.route === undefined ? null : { ...page.route, counts: page.route.counts ?? null },
    rounds: page.rounds === undefined ? null : roundsOf(page.rounds),
    under: page.under ?? null,
  };
}

function roundsOf(one: z.output<typeof rounds>): DisplayRounds {
  return {
    sides: one.sides ?? [],
    did: one.did ?? [],
    scores: one.scores ?? null,
    told: one.told ?? null,
    counts: one.counts ?? '',
    each: one.each ?? [],
    side: one.side ?? [],
    in: one.in ?? null,
  };
}

/** The line of a field in the file, or of the nearest enclosing one. */
function lineOf(text: string, field: readonly PropertyKey[]): number {
  const { document, lineAt } = parseYaml(text);
  for (let depth = field.length; depth > 0; depth--) {
    const node = document?.getIn(field.slice(0, depth), true) as
      { readonly range?: readonly number[] } | undefined;
    if (node?.range?.[0] !== undefined) return lineAt(node.range[0]);
  }
  return 1;
}

function signless(field: string): z.infer<typeof mark> {
  return { sign: '·', title: spelled(field), field };
}
