/** A feature, what takes it out of its source, and the tests of which one must fail without it. */
export interface TakenOut {
  readonly feature: string;
  readonly file: string;
  readonly replace: string;
  readonly with: string;
  /** The nearest files of tests; they run in this process, so that the sandbox’s own copy of the kernel is not among them. */
  readonly tests: readonly string[];
}

const KERNEL = 'src/kernel';

/** The kernel: what play can’t change. */
const OF_THE_KERNEL: readonly TakenOut[] = [
  {
    feature: 'a resolved matter can’t be resolved again',
    file: `${KERNEL}/resolving.ts`,
    replace: 'if (!matter.pending)',
    with: 'if (false)',
    tests: [`${KERNEL}/resolving.test.ts`],
  },
  {
    feature: 'rules are asked about each change of a matter',
    file: `${KERNEL}/matter-changes.ts`,
    replace: "callHook(runtime, 'may-change', { matter, change: judged });",
    with: '',
    tests: [`${KERNEL}/matter-changes.test.ts`],
  },
  {
    feature: 'a value that can’t be set is taken back',
    file: `${KERNEL}/resolving.ts`,
    replace: 'store.undoTo(mark);\n      omit(one, refusal.message);',
    with: 'omit(one, refusal.message);',
    tests: [`${KERNEL}/resolving.test.ts`],
  },
  {
    feature: 'a list keeps its least length',
    file: `${KERNEL}/kinds/list.ts`,
    replace: 'if (min !== undefined && value.length < min)',
    with: 'if (false)',
    tests: [`${KERNEL}/kinds`, `${KERNEL}/resolving.test.ts`],
  },
  {
    feature: 'the depth of calls goes down again after a hook',
    file: `${KERNEL}/calls.ts`,
    replace: 'throw asRefusal(error, rule, `hook "${id}"`, runtime);\n  } finally {\n    frame.depth--;',
    with: 'throw asRefusal(error, rule, `hook "${id}"`, runtime);\n  } finally {',
    tests: [`${KERNEL}/calls.test.ts`],
  },
  {
    feature: 'the depth of calls goes down again after an event',
    file: `${KERNEL}/calls.ts`,
    replace: 'throw asRefusal(error, rule, what, runtime);\n  } finally {\n    frame.depth--;',
    with: 'throw asRefusal(error, rule, what, runtime);\n  } finally {',
    tests: [`${KERNEL}/calls.test.ts`],
  },
  {
    feature: 'rules that go round in a circle are stopped',
    file: `${KERNEL}/calls.ts`,
    replace: 'const MAX_DEPTH = 60;',
    with: 'const MAX_DEPTH = 600;',
    tests: [`${KERNEL}/calls.test.ts`],
  },
  {
    feature: 'an action is taken whole or not at all',
    file: `${KERNEL}/kernel.ts`,
    replace: 'this.runtime.store.undoTo(mark);\n    if (!(error instanceof Refusal)) throw error;',
    with: 'if (!(error instanceof Refusal)) throw error;',
    tests: [`${KERNEL}/kernel.test.ts`],
  },
  {
    feature: 'an action that is limited uses up its turn',
    file: `${KERNEL}/actions.ts`,
    replace:
      "if (limit !== null) takeLimited(runtime, limit);\n  emit(runtime, 'acted', { ...about, params, cost });",
    with: "emit(runtime, 'acted', { ...about, params, cost });",
    tests: [`${KERNEL}/actions.test.ts`],
  },
  {
    feature: 'a private action declares what it makes public',
    file: `${KERNEL}/actions.ts`,
    replace: '() => checkReveals(runtime, id, definition, mark)',
    with: '() => undefined',
    tests: [`${KERNEL}/kernel.test.ts`],
  },
  {
    feature: 'a private action does not tell its secrets by how it is refused',
    file: `${KERNEL}/actions.ts`,
    replace: 'if (isPrivate) keepingSecrets(runtime, owned, take);\n  else take();',
    with: 'take();',
    tests: [`${KERNEL}/kernel.test.ts`],
  },
  {
    feature: 'what the emperor’s side tells may be no more than declared',
    file: `${KERNEL}/disclosed.ts`,
    replace: 'assertDeclared(runtime, declared, change);',
    with: '',
    tests: [`${KERNEL}/disclosed.test.ts`],
  },
  {
    feature: 'a view only reads',
    file: `${KERNEL}/entities.ts`,
    replace: 'if (runtime.frame.reading > 0) {',
    with: 'if (false) {',
    tests: [`${KERNEL}/entities.test.ts`],
  },
  {
    feature: 'the state is sound after each step',
    file: `${KERNEL}/kernel.ts`,
    replace: 'assertSound(this.runtime, changes, what);',
    with: '',
    tests: [`${KERNEL}/assertions.test.ts`],
  },
  {
    feature: 'a game can’t be made too large to be read',
    file: `${KERNEL}/kernel.ts`,
    replace: 'refuseTooLarge(store.state, changes);',
    with: '',
    tests: [`${KERNEL}/too-large.test.ts`, `${KERNEL}/kernel-steps.test.ts`],
  },
  {
    feature: 'what is called longer than a file can be is refused',
    file: `${KERNEL}/too-large.ts`,
    replace: 'if (bytesAsFileName(name) <= BOUNDS.fileName.written) return;',
    with: 'if (name.length < 1_000_000) return;',
    tests: [`${KERNEL}/too-large.test.ts`],
  },
  {
    feature: 'what the emperor’s side tells of a post is as the engine would have made it',
    file: `${KERNEL}/disclosed.ts`,
    replace: 'sameValue(after, { ...begun, comments, fields }) ?',
    with: 'true ?',
    tests: [`${KERNEL}/disclosed.test.ts`],
  },
  {
    feature: 'what the emperor’s side tells moves no time of the rules',
    file: `${KERNEL}/disclosed.ts`,
    replace: "isTime(path[1] ?? '') ||",
    with: '',
    tests: [`${KERNEL}/disclosed.test.ts`],
  },
  {
    feature: 'what is undone is gone as a whole, and people stay',
    file: `${KERNEL}/paths.ts`,
    replace: "if (scope === 'things' ? isOfWhole : scope === 'players' && !isVariable) continue;",
    with: '',
    tests: [`${KERNEL}/paths.test.ts`],
  },
  {
    feature: 'an answer is worked out again when what it read has changed',
    file: `${KERNEL}/memo.ts`,
    replace:
      'for (let at = 0; at < from.length; at++) if (store.writtenAt(from[at] as string) > version) return false;',
    with: '',
    tests: [`${KERNEL}/base-hooks.test.ts`, `${KERNEL}/sets.test.ts`],
  },
  {
    feature: 'values are carried over to other rules',
    file: `${KERNEL}/put-in-force.ts`,
    replace: 'migrate(runtime);\n',
    with: '',
    tests: [`${KERNEL}/kernel.test.ts`],
  },
];

/** Merging, where nothing that somebody wrote may be lost or invented. */
const OF_MERGING: readonly TakenOut[] = [
  {
    feature: 'two changes of one file that disagree are a conflict',
    file: 'src/ruleset/merge/merge-tree.ts',
    replace: 'return { text: ours, conflicts: [conflict] };',
    with: 'return { text: ours, conflicts: [] };',
    tests: ['src/ruleset/merge/merge-tree.test.ts'],
  },
  {
    feature: 'front matter is merged by its keys',
    file: 'src/ruleset/merge/merge-tree.ts',
    replace: "if (path.endsWith('.md')) return mergeText;",
    with: "if (path.endsWith('.md')) return mergeLines;",
    tests: ['src/ruleset/merge/merge-tree.test.ts', 'src/ruleset/merge/merge.test.ts'],
  },
  {
    feature: 'a merge that doesn’t add up is a conflict',
    file: 'src/ruleset/merge/merge-tree.ts',
    replace: 'if (ours === theirs || theirs === base) return { text: ours, conflicts: [] };',
    with: 'if (ours === theirs) return { text: ours, conflicts: [] };',
    tests: ['src/ruleset/merge/merge-tree.test.ts', 'src/ruleset/merge/merge.test.ts'],
  },
];

/** The session: who it is, what counts, and what is answered. */
const OF_SESSIONS: readonly TakenOut[] = [
  {
    feature: 'an account that is called engine is not the engine',
    file: 'src/session/position/accounts.ts',
    replace: "taken.has(player) || player === 'engine'",
    with: 'taken.has(player)',
    tests: ['src/session/position/accounts.test.ts'],
  },
  {
    feature: 'only whoever called for an action tells what came of it',
    file: 'src/session/take/take-comment.ts',
    replace: 'if (call.by !== by) return `${call.by} called for it`;',
    with: '',
    tests: ['src/session/take/take-report.test.ts'],
  },
  {
    feature: 'a mark that players wrote into a post of the rules is none',
    file: 'src/session/take/own-post.ts',
    replace: "text.replaceAll('<!--', '&lt;!--')",
    with: 'text',
    tests: ['src/session/take/take-event.test.ts'],
  },
  {
    feature: 'the engine’s own words are no moves',
    file: 'src/session/take/take-event.ts',
    replace: 'if (event.by?.id === engine) {',
    with: 'if (false) {',
    tests: ['src/session/take/event-handlers.test.ts'],
  },
  {
    feature: 'a push that comes too late is not what is enacted',
    file: 'src/session/take/event-handlers.ts',
    replace: 'if (outcome?.ok === true) branches.pin',
    with: 'branches.pin',
    tests: ['src/session/take/event-handlers.test.ts'],
  },
  {
    feature: 'a post that the rules refuse is closed with the reason',
    file: 'src/session/take/on-post.ts',
    replace: "outbox.comment(post, 'refused', why);",
    with: '',
    tests: ['src/session/take/event-handlers.test.ts'],
  },
  {
    feature: 'a refused event is answered',
    file: 'src/session/take/on-post.ts',
    replace: 'if (!outcome.ok) outbox.comment(',
    with: 'if (false) outbox.comment(',
    tests: ['src/session/take/event-handlers.test.ts'],
  },
  {
    feature: 'what was closed against the rules is opened again',
    file: 'src/session/take/changed-posts.ts',
    replace: "outbox.tell(post, { tell: 'reopen' });",
    with: '',
    tests: ['src/session/take/event-handlers.test.ts'],
  },
  {
    feature: 'one comment makes the engine answer only so many commands',
    file: 'src/session/take/take-comment.ts',
    replace: 'commands.slice(0, MOST_COMMANDS)',
    with: 'commands',
    tests: ['src/session/take/event-handlers.test.ts'],
  },
  {
    feature: 'only Admins change the game’s settings',
    file: 'src/session/take/take-game.ts',
    replace: 'adminsIn(rules.play.state()).includes(by)',
    with: 'true',
    tests: ['src/session/take/take-game.test.ts'],
  },
  {
    feature: 'a seed is promised once in a dynasty',
    file: 'src/session/take/take-seed.ts',
    replace: "if (why !== null) return refusedOutcome('seed', why);",
    with: '',
    tests: ['src/session/take/take-seed.test.ts'],
  },
  {
    feature: 'a bridge speaks only for those who have said so',
    file: 'src/session/take/bridge.ts',
    replace: 'if (player === null || !speaks(accounts, player, by))',
    with: 'if (player === null)',
    tests: ['src/session/take/bridge.test.ts'],
  },
  {
    feature: 'while joining is closed nobody new is heard',
    file: 'src/session/take/moderate.ts',
    replace: 'if (moderated.isJoiningClosed &&',
    with: 'if (false &&',
    tests: ['src/session/take/moderate.test.ts'],
  },
  {
    feature: 'nobody can act in the future',
    file: 'src/session/session.ts',
    replace: 'replaced by when the event was seen.\n    const at = event.at > seen ? seen : event.at;',
    with: 'replaced by when the event was seen.\n    const { at } = event;',
    tests: ['src/session/session.test.ts'],
  },
  {
    feature: 'what was due before an event is resolved before it',
    file: 'src/session/session.ts',
    replace: 'if (!wait && (ticks === undefined || !this.position.rules.play.isByHand())) this.due(at);',
    with: '',
    tests: ['src/session/session.test.ts'],
  },
  {
    feature: 'what is pending has a comment that says how it stands',
    file: 'src/session/session.ts',
    replace: 'const summary = wait ? [] : summaries(this.position, now, this.#stuck);',
    with: 'const summary = wait ? [] : summaries(this.position, now, this.#stuck).slice(0, 0);',
    tests: ['src/session/session.test.ts'],
  },
];

/** Storing, and what lies around it. */
const OF_THE_REST: readonly TakenOut[] = [
  {
    feature: 'a file of a rule lies where every system can hold it',
    file: 'src/ruleset/amend.ts',
    replace: 'content === null ? null : whyUnwritable(files, path)',
    with: 'null as string | null',
    tests: ['src/ruleset/amend.test.ts'],
  },
  {
    feature: 'a rule that is called as a device gets another file',
    file: 'src/ruleset/amend.ts',
    replace: 'whyBadName(path.slice(folder.length + 1)) !== null ||',
    with: '',
    tests: ['src/ruleset/amend.test.ts'],
  },
  {
    feature: 'a line of the journal is chained to the one before',
    file: 'src/store/journal/line.ts',
    replace: 'digest ?? null, prev])',
    with: 'digest ?? null])',
    tests: ['src/store/journal'],
  },
  {
    feature: 'where words are taken out of the journal, what made their salts goes too',
    file: 'src/store/journal/redact-journal.ts',
    replace: 'start: { after, ahead }',
    with: 'start: { ...part.start, after, ahead }',
    tests: ['src/store/journal'],
  },
  {
    feature: 'a commit takes no line out of the ledger',
    file: 'src/session/assert-commit.ts',
    replace: 'if (path.startsWith(LEDGER) && !archives && text?.startsWith(old) !== true)',
    with: 'if (false)',
    tests: ['src/session/assert-commit.test.ts'],
  },
  {
    feature: 'modules of rules that were refused are never gone on with',
    file: 'src/sandbox/sandbox.ts',
    replace: 'attempted(sources, begun.attempt)',
    with: 'sources',
    tests: ['src/sandbox/link-again.test.ts'],
  },
  {
    feature: 'what is made of a game is not followed',
    file: 'src/cli/local/follow-changes.ts',
    replace: "MADE.has(path?.split(sep)[0] ?? '')",
    with: 'false',
    tests: ['src/cli/local/follow-changes.test.ts'],
  },
  {
    feature: 'nothing is followed once it is closed',
    file: 'src/cli/local/follow-changes.ts',
    replace: 'closed = true;\n      for (const watcher of watchers) watcher.close();',
    with: '',
    tests: ['src/cli/local/follow-changes.test.ts'],
  },
];

/** Taken out one at a time, by class, so that no test of them passes without what it is about. */
export const TAKEN_OUT: readonly TakenOut[] = [
  ...OF_THE_KERNEL,
  ...OF_MERGING,
  ...OF_SESSIONS,
  ...OF_THE_REST,
];
