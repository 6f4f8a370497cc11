import { z } from 'zod';

import { readWrittenJson } from '../../ruleset/plain-data.ts';

const web = z.url({ protocol: /^https?$/u });
const receiverSchema = z.discriminatedUnion('as', [
  z.strictObject({ as: z.enum(['discord', 'slack', 'matrix', 'json']), url: web }),
  z.strictObject({
    as: z.literal('mail'),
    server: z.url({ protocol: /^smtps?$/u }),
    from: z.string().min(3),
    to: z.union([z.string().min(3), z.array(z.string().min(3)).min(1)]),
  }),
]);
const addressesSchema = z.strictObject({
  /** The address of the game's published site, for links. */
  site: web.optional(),
  to: z.record(z.string(), receiverSchema),
});
export type Receiver = z.infer<typeof receiverSchema>;
export type Addresses = z.infer<typeof addressesSchema>;

/**
 * Reads the secrets in `GITNOMIC_NOTICES`. Addresses are null if there are none. If they can't be read, that is a
 * problem, which doesn't stop the tick. No value is quoted, not even a wrong one.
 */
export function readAddresses(text: string | undefined): {
  readonly addresses: Addresses | null;
  readonly problems: readonly string[];
} {
  if (text === undefined || text.trim() === '') return { addresses: null, problems: [] };
  // A syntax error is reported below, without quoting any of the text.
  const read = addressesSchema.safeParse(readWrittenJson(text).value ?? null);
  if (read.success) return { addresses: read.data, problems: [] };
  const places = read.error.issues.map(({ path }) => path.join('.') || 'the whole');
  const what = `GITNOMIC_NOTICES can’t be read (${[...new Set(places)].join(', ')}), so nobody elsewhere is notified`;
  return { addresses: null, problems: [`${what}: docs/how-to/tell-your-chat.md has each form.`] };
}
