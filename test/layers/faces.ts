// The face of each room: the files that other rooms may import. All others are the room's own, and change without a look at who uses
// them. A file `index.ts` in each room would say the same, but loads the whole room wherever one part of it is needed
// (docs/decisions/0056-a-rooms-face-is-a-list.md).
const FACES: Readonly<Record<string, string>> = {
  addons: `
    registry
  `,
  cache: `
    cached-reads caches own-files
  `,
  care: `
    doctor/check-content doctor/check-set-up doctor/deleted-rules doctor/finding recover/history recover/recover replay/differences
    replay/hindsight replay/play-otherwise replay/replay-history replay/replay replay/try-stopped
  `,
  cli: `
    called-as command environment-given explain-error home/guard home/page-thread home/reply home/serve-home
    home/session local/ask local/find-post local/first-steps local/game-options local/listen local/read-given local/serve-folder
    local/text-table local/unpack-game read-arguments registry renamed render-help terminal
  `,
  forge: `
    embedded/core embedded/local-forge embedded/rebuild-log embedded/snapshot events github/answers
    github/app-token github/checks github/client github/form-body github/github-forge github/labels
    github/people github/read github/remote github/say port
  `,
  host: `
    checkout command embedded/begin embedded/local-game embedded/take-over game github/action/forms
    github/action/main github/repository github/template/accounts github/template/thin-files
    github/template/upgrade-clone host links-in-game open-clone read-forge receiver-state registry tellers
  `,
  kernel: `
    bounds calls chance coded-error context dated-words definition defuse describe-model disclosure durations
    freeze inputs kernel kinds/index kinds/kind kinds/references kinds/written manifest matter-changes model
    names number-words paths pictures posts precedence promise-made promises refusal resolving result roles rule-text
    sentence state store time times trace value-types values watched-promises
  `,
  language: `
    catalogue language recorded shell-word wording
  `,
  pictures: `
    fetch-picture find-pictures gather-pictures picture-store prepare-picture
  `,
  platform: `
    node/bytes node/compress node/exclusive node/files node/hash node/machine node/mail node/network
    node/packages node/paths node/programs node/run-git node/stay-behind node/turns node/type-stripper web/bytes
    web/files web/paths
  `,
  promises: `
    moves read-promises replay search
  `,
  rehearse: `
    ask-promises clause-in-words lint/find-lacking lint/lint-game play-matter rehearsal-room rehearse-rules say-trial
    scenarios/asked-changes scenarios/format scenarios/lay-out scenarios/run-on scenarios/say-scenario scenarios/stage
    scenarios/try-scenarios search-promises trials try-matter types/check-types why-stopped without-clause
  `,
  repository: `
    commit diff-trees disk git-object git memory-disk merge-base new-pack node-disk objects oid read-ahead
    read-changed-texts read-file read-tree refs repository-error repository tree-bytes tree write-commit
  `,
  rules: `
    index rows/exact rows/row
  `,
  ruleset: `
    amend compile-tables compose edit-rows file-names find-rule front-matter-write front-matter hidden-text
    hidden-values markdown-excess markdown marks memo merge/blocks merge/conflict merge/merge-body
    merge/merge-rule-file merge/sentences own-words parse-markdown parse-yaml plain-data problem put-row
    read-rows read-yaml read readable-slug rows-in-words rule-differences rules-that-run schema/dynasty
    schema/game schema/parts schema/plain-issue schema/post schema/validate shown switched-off terms text-diff
    word-diff
  `,
  sandbox: `
    boot-image fault host machine-image made-ahead meter modules own-file ready-clauses sandbox-caches
    sandbox-pool sandbox sources strip-types
  `,
  scenario: `
    run
  `,
  seat: `
    act-and-tick added-pages choices-from draft-changes draft-edit escape-html forms/form-fields forms/form
    forms/given forms/registry forms/saved-draft forms/view forms/who handed-over key-service let-in media-types
    overview page-name preview private-notices program/can program/seat-keys program/seat-pace program/steps
    read-fields read-inbox read-table rehearse sample seal-words sealed-service take-step try-draft vote-text
    waits
  `,
  session: `
    ask/call-guard ask/shown-at-end ask/victory ask/views-shown assert-commit chance/beacon-rounds chance/beacon
    chance/committed-seed chance/drand-beacon chance/draws chance/recorded-dice chance/source play/aborted-calls
    play/create-game play/failing-clause play/must-have play/open-game play/outcome play/play-options play/play
    play/ruleset-sources play/say-rehearsal play/stuck play/unplayable-error position/accounts position/branches
    position/decision position/gamestate-text position/outbox position/person-id position/position
    position/secrets position/situation resolve-due secrets/commitment secrets/envelope secrets/open
    secrets/private-note secrets/reveal secrets/seal-error secrets/seal
    secrets/sealed-text secrets/shares secrets/vault session summaries take/bridge take/commands take/moderate take/own-post
    take/set-aside take/take-command take/take-event take/take-sealed take/take-shares
  `,
  site: `
    components/contents.astro components/dynasty-rules.astro components/tally.astro components/when.astro
    components/who.astro data/definitions data/fill-in data/read-site data/reading data/record-data data/say data/site-data
    data/vote-lines home/page-maker home/when-quiet layouts/page.astro render/entry render/render-pages render/shell
    scripts/drafted scripts/hand scripts/marked-text scripts/pieces-html scripts/read-files scripts/renewals scripts/say-here
    scripts/written-times
    worker/engine worker/scopes
  `,
  store: `
    checkpoints content-folder dynasties/close-dynasty dynasties/compare-frozen dynasties/frozen
    dynasties/list-past engine-files formats/migrations journal/inspect-journal journal/journal-head
    journal/journal-record journal/keep-journal journal/line journal/part journal/redact-journal
    journal/segments journal/verify-journal key-ring ledger-line library-parts library moderation paths
    post-files private-values read-game read-language tracked-file write-game
  `,
  tables: `
    cell circles collect-names compile forms offers provided say-row vocabulary
  `,
  tick: `
    cached-game conflicts current-content deliver migrate-main observe open-session read-head read-sealed
    read-status repair-main situation start-session status-schema tick-options tick time-of-tick
  `,
  wording: `
    action-report ballot changes-of-file courses describe-outcome field-names figures form-field health inert
    naming program-changes reworded-sentences rule-fault say-changes say-clause say-diff say-fact say-parted say-status
    say-taken-action tracked-values ways-out ways-to-win why worded-changes words-alone words
  `,
};

export const faces: ReadonlySet<string> = new Set(
  Object.entries(FACES).flatMap(([room, names]) =>
    names
      .trim()
      .split(/\s+/u)
      .map((name) => `src/${room}/${name}${name.endsWith('.astro') ? '' : '.ts'}`),
  ),
);
