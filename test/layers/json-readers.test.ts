// JSON that people wrote is read by one reader, which takes no number for another and no key twice. Every other place that reads JSON
// stands here with its reason; `test/attacks/odd-json.test.ts` tries the doors.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** Files that read JSON otherwise, how often, and why they may. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a file of the engine’s own, or of its cache': {
    'cache/cached-reads.ts': 2,
    'cache/own-files.ts': 2,
    'addons/reader-checks/published.ts': 1,
    'care/replay/replay-history.ts': 1,
    'cli/home/guard.ts': 1,
    'cli/home/seats.ts': 1,
    'cli/home/session.ts': 1,
    'cli/serve-game.ts': 1,
    'addons/playground/hand-on.ts': 1,
    'addons/playground/owner.ts': 1,
    'host/embedded/remake-forge.ts': 1,
    'host/github/action/notes.ts': 1,
    'host/github/hosted/decide-here.ts': 2,
    'host/receiver-state.ts': 1,
    'rehearse/trials.ts': 1,
    'sandbox/machine-image.ts': 1,
    'sandbox/made-ahead.ts': 1,
    'tick/deliver.ts': 1,
    'seat/program/seat-keys.ts': 1,
    'site/prepare/build-past.ts': 2,
    'site/prepare/collect-rules.ts': 1,
    'site/prepare/collect-scenarios.ts': 3,
    'site/prepare/map-steps.ts': 1,
    'site/prepare/matter-diffs.ts': 2,
    'site/render/output-folder.ts': 1,
    'session/secrets/vault.ts': 1,
  },
  'what the engine wrote on record, which verify and replay hold together': {
    'addons/redaction/redact-files.ts': 1,
    'forge/embedded/records.ts': 1,
    'forge/embedded/local-forge.ts': 1,
    'forge/embedded/snapshot.ts': 2,
    'forge/github/mark.ts': 1,
    'host/embedded/fork-game.ts': 1,
    'addons/notices/news.ts': 1,
    'store/checkpoints.ts': 1,
    'store/dynasties/compare-frozen.ts': 1,
    'store/dynasties/frozen.ts': 2,
    'session/ask/shown-at-end.ts': 1,
    'store/engine-files.ts': 1,
    'store/formats/migrations.ts': 1,
    'store/journal/journal-record.ts': 1,
    'store/journal/part.ts': 4,
    'store/ledger-files.ts': 1,
    'store/post-files.ts': 1,
  },
  'what another part of the engine hands over': {
    'session/position/branches.ts': 1,
    'sandbox/machine.ts': 1,
    'sandbox/repeated-draws.ts': 1,
  },
  'what the page’s own maker put into it, or it itself into its browser': {
    'addons/reader-checks/scripts/check-dice.ts': 1,
    'site/scripts/forms.ts': 2,
    'site/scripts/keep-typed.ts': 1,
    'addons/new-since/scripts/new-since.ts': 2,
    'site/scripts/propose.ts': 2,
    'site/scripts/read-files.ts': 1,
    'site/scripts/say-here.ts': 1,
    'site/scripts/seal-forms.ts': 2,
    'site/scripts/send-forms.ts': 2,
    'site/scripts/set-values.ts': 1,
    'addons/reader-checks/scripts/try-rule.ts': 1,
  },
  'a file of the package': {
    'cli/commands/version.ts': 1,
    'host/github/template/thin-files.ts': 1,
    'host/github/template/upgrade-clone.ts': 1,
    'sandbox/ready-clauses.ts': 1,
    'store/library.ts': 1,
  },
  'nothing but texts is taken of it': {
    'addons/escrow/escrow.ts': 1,
    'addons/github-check/try-pages.ts': 1,
    'addons/github-sign-in/service.ts': 2,
    'addons/github-sign-in/sign-in.ts': 3,
    'session/secrets/private-note.ts': 1,
    'site/worker/engine.ts': 1,
  },
  'its only number has to be the round that was asked for': {
    'session/chance/drand-beacon.ts': 1,
  },
  'to whom to answer that what they wrote can’t be read': {
    'addons/programs/serve-mcp.ts': 1,
  },
  'a text in quotes, which a pattern found': {
    'session/secrets/sealed-text.ts': 1,
  },
  'what was made of a value before, to see what is in it': {
    'session/secrets/envelope.ts': 1,
    'promises/search.ts': 2,
    'rehearse/lint/find-unspoken.ts': 1,
  },
  'a text in quotes, cut out of a secret so that it can be masked': {
    'host/github/action/environment.ts': 1,
  },
  'the one reader itself': {
    'ruleset/plain-data.ts': 2,
  },
};

test('every place that reads JSON is listed with its reason', () => {
  const found: Record<string, number> = {};
  for (const file of globSync('**/*.{ts,astro,mjs}', { cwd: SRC })) {
    if (/\.test\.ts$|\/fixtures\//u.test(file)) continue;
    const text = readFileSync(join(SRC, file), 'utf8');
    const times = text.match(/JSON\.parse\(|\.json\(\)|JSON\.parse\b(?!\()/gu)?.length ?? 0;
    const ours = text.match(/\bz\.json\(\)/gu)?.length ?? 0;
    if (times > ours) found[file] = times - ours;
  }
  expect(found).toEqual(Object.assign({}, ...Object.values(OTHERS)));
});
