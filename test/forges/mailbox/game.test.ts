import { readdirSync, readFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../../src/cache/fixtures/shared-caches.ts';
import { readContent } from '../../../src/tick/observe.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { TickReport } from '../../../src/tick/tick-options.ts';
import { replay } from '../../../src/care/replay/replay.ts';
import type { Person } from '../../../src/forge/events.ts';
import { commitmentToSeed } from '../../../src/session/chance/committed-seed.ts';
import { newEnvelope, sealEnvelope } from '../../../src/session/secrets/seal.ts';
import { nodeDisk } from '../../../src/repository/node-disk.ts';
import { readBranch } from '../../../src/repository/refs.ts';
import { writeCommit } from '../../../src/repository/write-commit.ts';
import { createGame } from '../../../src/session/play/create-game.ts';
import { shippedLibrary } from '../../../src/store/fixtures/shipped-library.ts';
import type { ContentFiles } from '../../../src/store/paths.ts';
import { openPictureStore } from '../../../src/pictures/picture-store.ts';
import { readGame } from '../../../src/store/read-game.ts';
import { openVault, vaultKeyOf, type Vault } from '../../../src/session/secrets/vault.ts';
import { readMail, type Mail } from './mail.ts';
import { openMailboxForge, type MailboxForge } from './mailbox-forge.ts';
import { some } from '../../slowly.ts';

const CLAUSE = `import { action, integer, list, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  game: { sold: list(text()) },
  submissions: { bid: { with: { amount: integer() } } },
  actions: {
    sell: action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      effect({ game, submissions }) {
        for (const bid of submissions('bid')) {
          game.sold = [...game.sold, bid.by.id + ' ' + (bid.values?.amount ?? bid.problem)];
          bid.use();
        }
      },
    }),
  },
}));
`;

const DEE = 'dee@mail.example';
const [ana, bo, cy, eli] = ['ana', 'bo', 'cy', 'eli'].map((id): Person => ({ id, name: id, bot: false })) as [
  Person,
  Person,
  Person,
  Person,
];
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-by-mail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let time = '2024-03-01T09:00:00Z';
const later = (hours: number): void =>
  void (time = `${new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 19)}Z`);
let mailbox: MailboxForge;
let vault: Vault;
const pictures = openPictureStore(join(folder, 'pictures'));
const main = async (): Promise<string> => (await readBranch(mailbox.forge.repository, 'main')) ?? '';
const content = async (): Promise<ContentFiles> => readContent(mailbox.forge, await main());

/** Each tick is one of a new process, which knows no more than what is in the mailbox. */
async function ticked(): Promise<TickReport> {
  mailbox = await openMailboxForge(nodeDisk(folder), () => time);
  return tick({ forge: mailbox.forge, now: time, vault, pictures, caches });
}

/** What came of what was said last: that it was done, or why not. */
async function outcomes(): Promise<readonly string[]> {
  const { happened } = await ticked();
  return happened.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.refusal.reason));
}

const archived = (): readonly Mail[] =>
  readdirSync(join(folder, 'archive'))
    .sort()
    .map((name) => readMail(readFileSync(join(folder, 'archive', name))));

/** What the engine wrote in a thread; what it wrote to begin one is in reply to nothing. */
const fromEngine = (post: string | undefined): readonly Mail[] =>
  archived().filter(
    ({ fields }) =>
      fields.get('from')?.startsWith('Gitnomic ') === true &&
      fields.get('in-reply-to') === (post === undefined ? undefined : `<${post}>`),
  );

/** A mail as somebody's own client sends it, left where a mail transfer agent leaves it. */
let sent = 0;
function arrives(lines: readonly string[]): string {
  sent += 1;
  const id = `CAF+${sent}.x@mail.example`;
  mkdirSync(join(folder, 'incoming'), { recursive: true });
  writeFileSync(
    join(folder, 'incoming', `1709283600.${sent}.host`),
    [`Message-ID: <${id}>`, 'Date: Fri, 1 Mar 2024 10:00:00 +0100', ...lines, ''].join('\r\n'),
  );
  return id;
}

beforeAll(async () => {
  mailbox = await openMailboxForge(nodeDisk(folder), () => time);
  vault = await openVault(join(folder, 'private'));
  const { dice, secret } = vault.seeds;
  const { files, hidden } = await createGame(
    shippedLibrary,
    {
      name: 'Harbour',
      core: '2021',
      dynasty: 'proving',
      players: ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
        id,
        account: id === 'dee' ? DEE : id,
        admin: id === 'ana',
        emperor: id === 'cy',
      })),
      at: time,
      dice: { source: 'committed', hash: commitmentToSeed(dice ?? new Uint8Array()) },
      secret: commitmentToSeed(secret ?? new Uint8Array()),
    },
    caches,
  );
  await vault.write(vaultKeyOf(files), hidden);
  const author = { name: 'ana', email: '', at: time };
  const first = { parents: [], changes: files, author, message: 'Begin\n' };
  await mailbox.forge.advance('main', null, await writeCommit(mailbox.forge.repository, first));
});

describe('a game by mail', () => {
  let thread = '';
  let proposal = '';

  test('a standing comment answers a proposal, and votes update it', async () => {
    const { forge, table } = mailbox;
    thread = await forge.post({
      key: 'actions',
      kind: 'actions',
      title: 'Actions',
      text: 'What players do.',
    });
    const changes = new Map([
      ['content/ruleset/dynastic/auction.md', '---\ntitle: Auction\norder: 50\n---\nPeople bid.\n'],
      ['content/ruleset/dynastic/auction.ts', CLAUSE],
    ]);
    const author = { name: 'dee', email: '', at: time };
    const head = await writeCommit(forge.repository, {
      parents: [await main()],
      changes,
      author,
      message: 'Auction\n',
    });
    proposal = arrives([
      `From: Dee <${DEE}>`,
      'Subject: [proposal] An auction',
      'Git-Branch: dee/auction',
      `Git-Head: ${head}`,
      '',
      'Let us bid.',
    ]);
    await ticked();
    const [standing] = fromEngine(proposal).filter(({ fields }) => fields.has('comment-key'));
    expect(standing?.fields.get('subject')).toBe('Re: [proposal] An auction');
    for (const voter of [ana, bo, cy]) await table.comment(voter, proposal, 'Yes :for:');
    arrives([
      'From: =?utf-8?Q?D=C3=A9e?= <Dee@Mail.Example>',
      `In-Reply-To: <${proposal}>`,
      'Subject: Re: [proposal] An auction',
      'Content-Type: text/plain; charset="utf-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Tr=C3=A8s bien, and so I am =',
      ':for:',
    ]);
    await table.react(eli, proposal, '+1');
    await ticked();
    const said = fromEngine(proposal).filter(({ fields }) => fields.has('comment-key'));
    expect(said.length).toBeGreaterThan(1);
    expect(said.at(-1)?.fields.get('supersedes')).toBe(`<${said.at(-2)?.fields.get('message-id')?.slice(1)}`);
  });

  test('a quorum’s votes enact it, and a mail settles its thread', async () => {
    later(13);
    const report = await ticked();
    expect(report.commits[0]?.message).toContain(`Enact ${proposal}: An auction`);
    const { state, problems } = readGame(await content());
    expect(problems).toEqual([]);
    expect(state?.posts[proposal]).toMatchObject({
      status: 'enacted',
      author: 'dee',
      tally: { for: 5, against: 0 },
    });
    expect(state?.posts[proposal]?.comments.map(({ by, text }) => [by, text])).toContainEqual([
      'dee',
      'Très bien, and so I am :for:',
    ]);
    expect(fromEngine(proposal).map(({ fields }) => fields.get('control'))).toContain('settle');
    await expect(mailbox.table.comment(ana, proposal, 'late')).rejects.toMatchObject({ code: 'settled' });
  });

  test('answers dice, a refusal and a comment with one mail each', async () => {
    const before = fromEngine(thread).length;
    later(0.1);
    arrives([`From: ${DEE}`, `In-Reply-To: <${thread}>`, 'Subject: dice', '', '/roll 2DICE6']);
    const [rolled] = await outcomes();
    expect(rolled).toBe('ok');
    await mailbox.table.comment(bo, thread, 'Good luck!\n\n/act rol');
    expect((await outcomes()).at(-1)).toContain('did you mean roll');
    await ticked();
    const answers = fromEngine(thread)
      .slice(before)
      .map(({ text }) => text);
    expect(answers).toEqual([
      expect.stringContaining('DICE6') as string,
      expect.stringContaining('**Refused**') as string,
    ]);
    expect(readGame(await content()).ledger.at(-1)).toMatchObject({ by: 'dee', what: 'roll' });
  });

  test('opens sealed mail with its receiver’s key, and ignores anybody else’s copy', async () => {
    const { recipient = '' } = vault.key ?? {};
    const envelope = newEnvelope({
      game: 'Harbour',
      dynasty: 1,
      submission: 'bid',
      sender: 'bo',
      serial: 0,
      params: { amount: 7 },
    });
    const sealed = (await sealEnvelope(recipient, envelope)).text;
    await mailbox.table.comment(bo, thread, sealed);
    arrives([`From: ${DEE}`, `In-Reply-To: <${thread}>`, '', ...sealed.split('\n')]);
    expect((await outcomes()).slice(-2)).toEqual([
      'ok',
      expect.stringContaining('somebody else has already sealed exactly this'),
    ]);
    await mailbox.table.comment(cy, thread, '/act sell');
    await ticked();
    expect((await content()).get('content/gamestate/game.md')).toContain('bo 7');
  });

  test('an unacceptable mail bounces, and none from outside speaks for the engine or the repository', async () => {
    const before = readGame(await content());
    arrives([`From: ${DEE}`, 'In-Reply-To: <nowhere@mail.example>', '', ':for:']);
    arrives(['From: Gitnomic <gitnomic@mailbox.invalid>', `In-Reply-To: <${thread}>`, 'Control: settle', '']);
    arrives([`From: ${DEE}`, `In-Reply-To: <${thread}>`, 'Control: settle', '']);
    arrives([
      'From: Git <repository@git.mailbox.invalid>',
      'Control: main',
      `Git-Head: ${'0'.repeat(40)}`,
      '',
    ]);
    arrives([
      `From: ${DEE}`,
      `In-Reply-To: <${thread}>`,
      'Content-Type: text/html',
      '',
      '<p>/roll DICE6</p>',
    ]);
    await ticked();
    expect(readdirSync(join(folder, 'bounced'))).toHaveLength(5);
    expect(readGame(await content())).toEqual(before);
  });

  test('a dynasty is won, and the winner opens the next', async () => {
    const dov = arrives([`From: Dee <${DEE}>`, 'Subject: [dov] Dee has won', '', 'I have.']);
    await ticked();
    for (const voter of [ana, bo, cy, eli]) await mailbox.table.comment(voter, dov, ':for:');
    later(13);
    await ticked();
    expect(readGame(await content()).state?.posts[dov]?.status).toBe('enacted');
    arrives([`From: Dee <${DEE}>`, `In-Reply-To: <${thread}>`, '', '/ascend theme="Post horns"']);
    const { commits } = await ticked();
    expect(commits.length).toBeGreaterThan(0);
    const { state, facts } = readGame(await content());
    expect(facts.dynasty?.number).toBe(2);
    expect(state?.dynasty).toMatchObject({ theme: 'Post horns' });
    const begun = fromEngine(undefined).map(({ fields }) => fields.get('subject') ?? '');
    expect(begun.filter((subject) => subject.startsWith('[ascension-address]'))).toHaveLength(1);
    await mailbox.table.comment(eli, thread, '/roll DICE20');
    expect(await outcomes()).toEqual(['ok']);
  });

  test.each(some([null, 1, 2], 3))('replaying gives the same game, to the byte: %s', async (dynasty) => {
    const game = { forge: mailbox.forge, vault, pictures, main, content, now: () => time };
    const { ledger } = readGame(await content());
    const verdict = await replay(game, dynasty);
    expect(verdict).toMatchObject({ same: true });
    expect('lines' in verdict && verdict.lines).toBeGreaterThanOrEqual(dynasty === 1 ? 3 : ledger.length);
  });

  test('tells nothing twice: each of the engine’s mails says something new', async () => {
    const count = archived().length;
    await ticked();
    expect(archived()).toHaveLength(count);
  });
});
