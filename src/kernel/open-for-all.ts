import { callRule, withGame } from './calls.ts';
import type { SubmissionDefinition } from './definition.ts';
import type { Owned } from './model.ts';
import { toKebab } from './names.ts';
import { readParams } from './params.ts';
import { Refusal, refusalOf } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { SubmissionData } from './state.ts';
import { sealedWords, submissionKind } from './submissions.ts';
import { IllegalValue } from './values.ts';
import { toPerson } from './world.ts';
import type { PersonEntity } from './game-entities.ts';

type Words = Readonly<Record<string, unknown>>;

/** A submission has been opened by its holders. Its rule receives the contents, and it can't be opened another time. */
export function openForAll(runtime: Runtime, id: string, words: Words): void {
  const { submissions } = runtime.store.state;
  const data = Object.hasOwn(submissions, id) ? submissions[id] : undefined;
  if (data?.holders === undefined)
    throw new Refusal(`no submission ${id} needs several people to open it`, { code: 'no-such-submission' });
  if (data.used) throw new Refusal('it has already been opened', { code: 'opened-already' });
  const owned = submissionKind(runtime, data.kind);
  const { definition, rule } = owned;
  const inPublic = publicWords(runtime, owned, data);
  checkMayBeOpened(runtime, owned, inPublic);
  runtime.store.write(submissions, id, { ...data, used: true }, ['submissions', id]);
  const sent = Object.fromEntries(Object.entries(words).filter(([key]) => !Object.hasOwn(data.open, key)));
  const inside = sealedWords(definition, data, sent);
  const read = readInside(runtime, owned, inPublic.actor, inside);
  callRule(runtime, rule, `opening of ${data.kind}`, () =>
    definition.opened?.(withGame(rule, { ...inPublic, n: data.n, ...read })),
  );
}

/** The submissions that their holders may open now. One of which its rule can't say so stays closed. */
export function toOpen(runtime: Runtime): readonly string[] {
  return Object.values(runtime.store.state.submissions).flatMap((data) => {
    const kind = runtime.model.submissions.get(data.kind);
    if (data.holders === undefined || data.used || kind === undefined) return [];
    const check = (): void => checkMayBeOpened(runtime, kind, publicWords(runtime, kind, data));
    return refusalOf(check) === null ? [data.id] : [];
  });
}

interface PublicWords extends Words {
  readonly actor: PersonEntity;
}

function publicWords(
  runtime: Runtime,
  { definition, rule }: Owned<SubmissionDefinition>,
  { by, open }: SubmissionData,
): PublicWords {
  const actor = toPerson(runtime, by) as PersonEntity;
  const types = definition.open ?? {};
  const ids = new Set(Object.keys(types).map(toKebab));
  // Words that were sent in public may be private by now.
  const words = Object.fromEntries(Object.entries(open).filter(([key]) => ids.has(key)));
  return { ...readParams(runtime, types, words, { actor, rule }), actor };
}

function checkMayBeOpened(
  runtime: Runtime,
  { id, definition: { closed }, rule }: Owned<SubmissionDefinition>,
  words: PublicWords,
): void {
  if (closed === undefined) return;
  const why = callRule(runtime, rule, `whether ${id} may be opened`, () => closed(withGame(rule, words)));
  if (typeof why === 'string') throw new Refusal(why, { code: 'closed' });
}

/** The contents as the rule declares them. If they don't fit, the submission is spoilt and the rule receives the reason. */
function readInside(
  runtime: Runtime,
  { definition, rule }: Owned<SubmissionDefinition>,
  actor: PersonEntity,
  words: Words,
): Words {
  try {
    return { problem: null, ...readParams(runtime, definition.with ?? {}, words, { actor, rule }) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof IllegalValue) return { problem: error.message };
    throw error;
  }
}
