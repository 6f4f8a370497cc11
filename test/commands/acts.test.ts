// Actions, views, comments and the records of them, as somebody types them in a game in memory.
import { expect, test } from 'vitest';

import { FAIR } from './fixtures/games.ts';
import { Typed } from '../../src/cli/commands/fixtures/typed.ts';

const golden = (name: string): string => `./__golden__/${name}.txt`;

test('actions: takes what is typed, or says why not', async () => {
  const typed = await Typed.in(FAIR);
  await expect(
    await typed.transcript(
      'act',
      'act --as bo',
      'act build Tea rent=3 --as bo --json',
      'act build RENT=3 Name=Gin --as bo',
      'act build Cup a b c --as bo',
      'act build nam=Cup --as bo',
      'act build Cup 1 --as zed --new',
      'act build Cup 1 --as "!!"',
      'act build Cup 1 --rehearse --as bo --json',
      'act build Cup x --rehearse --as bo',
      'act pay --as Bo',
      'act greet --as bo',
      'act greett --as bo',
      'act "wave  a hand" --as bo',
      'act "wave a hat" "to you" --as bo',
      'act Wave --as bo',
      'act hum --as ana',
      'act wave loudly --as bo',
      'act wave --as bo --on 1',
      'act wave --as bo --on #1',
      'act wave --as bo --on "Tea too"',
      'act wave --as bo --on Tea',
      'act wave --as bo --on 99',
      'act wave --as bo --on Fair',
      'act visit Gin --as bo',
      'act visit stal=stall-1 --as bo',
      'act visit stall-2 --as bo',
      'act sign face=nowhere.png --as bo',
      'act dream --as bo',
      'act constructor --as bo',
      'act toString',
      'roll d6 --as ana --json',
      'roll 1D6 --as ana --on "Tea too"',
      'roll d06 --as ana',
      'roll 10d6x --as ana',
    ),
  ).toMatchFileSnapshot(golden('acts'));
});

test('the JSON list has all actions, those that can be taken now first', async () => {
  const typed = await Typed.in(FAIR, { environment: { GITNOMIC_AS: 'bo' } });
  const ids = async (line: string): Promise<unknown> => {
    const { actions } = (await typed.json(line)) as { actions: { id: string; refusal: unknown }[] };
    return [true, false].map((is) =>
      actions.flatMap(({ id, refusal }) => ((refusal === null) === is ? [id] : [])),
    );
  };
  const now = ['roll', 'write-down', 'build', 'pay', 'bow', 'nod', 'wave', 'sign', 'dream'];
  const later = ['join', 'ascend', 'undo-record', 'visit', 'raise', 'hum'];
  expect(await ids('act')).toEqual([now, later]);
  expect(await ids('can')).toEqual([now, later]);
  const { actions } = (await typed.json('can')) as { actions: { id: string }[] };
  expect(actions.map(({ id }) => id)).toEqual([...now, ...later]);
});

test('views: asked with words, values and lists, and what they can’t answer', async () => {
  const typed = await Typed.in(FAIR);
  await expect(
    await typed.transcript(
      'act prices',
      'act prices --json',
      'act sum ab/c',
      'act sum of=ab x=3',
      'act sum of=[1,2] x=3',
      'act about of=it',
      'act about two words',
      'act about a/b',
      'act about ghosts',
      'act about ghosts --json',
      'act shop',
      'act shop --json',
    ),
  ).toMatchFileSnapshot(golden('views'));
});

test('what Admins can do, and what isn’t an action of theirs', async () => {
  const typed = await Typed.in(FAIR);
  await expect(
    await typed.transcript(
      'admin',
      'admin --json',
      'admin build Stall 3 --as ana',
      'admin raise stall-1 9 --as ana',
      'admin raise stall=stall-1 rent=9 --as ana --json',
      'admin "Raise the rent" stall-1 8 --as ana',
      'admin raise stall-1 9 10 --as ana',
      'admin raise stall-1 --as ana',
      'admin raise stall-1 7 --as bo',
      'admin raise stall-1 7 --as ana --on 1',
      'admin hum --as ana',
      'admin hum loudly --as ana',
      'admin fail 1 --as ana',
      'admin enact "Tea too" --as ana',
      'admin overviw --as ana',
      'admin xyzzy --as ana',
      'admin toString --as ana',
      'admin constructor --as ana',
      'admin game --as bo',
      'admin game name=Port --as ana',
      'admin game nme=Port --as ana',
      'admin raise',
    ),
  ).toMatchFileSnapshot(golden('admins'));
});

test('comments and records: what is said, kept and shown', async () => {
  const typed = await Typed.in(FAIR);
  await expect(
    await typed.transcript(
      'comment 1 "  " --as bo',
      'comment 1 --text "" --as bo',
      'comment #1 "By number" --as bo --json',
      'comment "tea t" --text "By title" --as bo',
      'comment 1 "/roll DICE6" --as bo --json',
      'comment 1 "/fly" --as bo',
      'comment 1 "/visit stall-9" --as bo',
      'show te',
      'comment fair x --as bo',
      'comment ana x --as bo',
      'comment 99 x --as bo',
      'comment 2 "Hello :for:" --as bo',
      'comment 2 "Late." --as bo',
      'act wave --as ana',
      'log --json --last 1',
      'log --last 2',
      'log --last 1 --by ana',
      'log --by ana --json',
      'log --by engine',
      'log --by zebediah',
      'log --by Anna',
      'log --last 0',
      'log journal',
      'log journal --last 2',
      'log journal --last x',
      'log journal verify --json',
      'replay',
      'replay --dynasty 1',
      'replay --dynasty 7',
      'replay --dynasty 1x',
    ),
  ).toMatchFileSnapshot(golden('records'));
});

test('the answers before anything has happened', async () => {
  const { posts: _, ...fair } = FAIR;
  const typed = await Typed.in(fair);
  await expect(
    await typed.transcript(
      'log',
      'log --json',
      'log journal',
      'log journal --json',
      'log journal verify',
      'log journal verify --json',
      'status',
      'status --as bo',
      'admin overview',
      'admin overview --json',
      'admin moderation --json',
      'seal',
      'seal --json',
      'seal bid',
      'post --json',
      'tick --json',
      'log --by ana',
      'log --by engine',
      'show stalls',
      'diff 1',
      'resolve 1',
      'vote for 1 --as bo',
      'replay --json',
      'doctor recover --moments',
      'doctor recover --moments --json',
      'doctor recover --as ana',
      'doctor recover --as bo',
      'doctor recover --post 1 --as ana',
      'upgrade',
      'upgrade --json',
      'lint --json',
      'post join-request "May I?" --as zed',
      'post join-request "May I?" --as "Zed Two" --json',
      'post "Request to join" "May I?" --as zed',
      'post join-requst "May I?" --as zed',
      'log journal verify',
      'can --as zed',
      'status',
      'admin join zed --as ana',
      'can --as zed',
      'post leave-request Bye --as "Zed Two"',
      'post plain Hello --as nobody',
      'post plain Hello --as nobody --new',
      'post plain Hello --as zed --json',
      'post leave-request Bye --as zed',
      'status',
      'status --as zed',
    ),
  ).toMatchFileSnapshot(golden('nothing-yet'));
});

test('a program that plays is listed as a machine on the roster', async () => {
  const typed = await Typed.in(FAIR, { environment: { GITNOMIC_MACHINE: '1' } });
  await typed.type('comment 1 "I am one." --as bo');
  const { out } = await typed.type('status');
  expect(out).toMatch(/^ {2}Ana {3}active {2}Admin {4}Luck 2\n {2}Bo {4}active {2}machine {2}Luck 2$/mu);
});

test('help: on everything, on a command and on a topic', async () => {
  const typed = await Typed.in(FAIR);
  const all = (await typed.json('help')) as Readonly<Record<string, { name: string; summary: string }[]>>;
  expect(all['topics']).toContainEqual({ name: 'exit-codes', summary: 'the exit codes of commands' });
  expect(all['commands']).toContainEqual({ name: 'vote', summary: 'vote on matters' });
  expect((await typed.type('help')).out).toContain('gitnomic COMMAND [options]');
  const { out } = await typed.type('help exit-codes');
  expect(out).toMatch(/^ {3}0 {2}done$/mu);
  expect(await typed.json('help exit-codes')).toMatchObject({ name: 'exit-codes', text: out });
  expect((await typed.type('help log journal')).out).toMatch(/^gitnomic log journal {2}show or verify/u);
  // A former name.
  expect((await typed.type('help peace')).out).toMatch(/^gitnomic admin moderation {2}/u);
  expect(await typed.json('help vote')).toMatchObject({
    name: 'vote',
    summary: 'vote on matters',
    usage: 'vote [options] VOTE MATTER…',
    options: { text: { value: 'TEXT' } },
    examples: [{ line: 'vote for 3 --as bo' }, {}],
  });
});
