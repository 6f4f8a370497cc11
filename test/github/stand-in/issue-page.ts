import { parse } from 'yaml';
import { z } from 'zod';

import type { Account, Post, World } from './world.ts';

const formSchema = z.object({
  title: z.string().default(''),
  labels: z.array(z.string()).default([]),
  body: z.array(
    z.object({
      type: z.enum(['input', 'textarea', 'dropdown']),
      id: z.string(),
      attributes: z.object({ label: z.string(), options: z.array(z.string()).default([]) }),
      validations: z.object({ required: z.boolean() }),
    }),
  ),
});

/** Somebody at the page “New issue”, which they came to by an address. */
interface Visit {
  readonly world: World;
  readonly by: Account;
  readonly address: string;
  /** The issue forms on main, by their file names. */
  readonly forms?: ReadonlyMap<string, string>;
  /** What they then fill in, by the labels of fields. */
  readonly answers?: Readonly<Record<string, string>>;
}

/**
 * What GitHub makes of it once it is submitted. A link fills in the fields of a form by their ids, but no dropdown; a dropdown that is required has its first
 * choice until somebody chooses; only somebody with rights sets labels by a link; and an address that is too long is not found.
 */
export function submitIssue({ world, by, address, forms = new Map(), answers = {} }: Visit): Post {
  if (address.length > 8_192) throw new Error('414 URI Too Long');
  const given = new URL(address).searchParams;
  const file = forms.get(given.get('template') ?? '');
  const labelled = by.permission === 'write' ? (given.get('labels') ?? '').split(',').filter(Boolean) : [];
  const title = given.get('title') ?? '';
  if (file === undefined)
    return world.open(by, { title, body: asPosted(given.get('body') ?? ''), labels: labelled, branch: null });
  const form = formSchema.parse(parse(file));
  const written = form.body.map(({ type, id, attributes: { label, options }, validations }) => {
    const usual = type === 'dropdown' ? (validations.required ? options[0] : '') : given.get(id);
    return `### ${label}\n\n${(answers[label] ?? usual ?? '') || '_No response_'}`;
  });
  const known = new Set(world.labels.map(({ name }) => name));
  return world.open(by, {
    title: title || form.title,
    body: asPosted(written.join('\n\n')),
    labels: [...form.labels.filter((name) => known.has(name)), ...labelled],
    branch: null,
  });
}

/** Browsers send the lines of a text area so. */
const asPosted = (text: string): string => text.replaceAll(/\r?\n/gu, '\r\n');
