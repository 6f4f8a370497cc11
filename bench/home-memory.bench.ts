// The memory of a server at home with fifty players: with everybody on the front page, after stories, and
// while it tries proposals in a thread with a whole engine.
import { BenchServer } from './home-server.ts';
import { report } from './measure.ts';

const [PORT, PEOPLE, STORIES, PROPOSALS] = [24_397, 50, 4, 5];
/** These readers request the front page after each story. */
const READERS = 12;
const MOST_MEGABYTES = 300;
const RULE = 'core/votable-matters/votes';
/** Each trial takes a second or two, and the thread ends a while after the last one. */
const [TRIED_MS, ENDED_MS] = [4_000, 12_000];

const server = await BenchServer.start(PORT, PEOPLE);
const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
try {
  const cookies: string[] = [];
  for (const link of server.links) {
    const answer = await fetch(`${server.at}/${link}`);
    await answer.text();
    cookies.push(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }
  const page = async (who: number, path: string): Promise<string> =>
    (await fetch(`${server.at}${path}`, { headers: { cookie: cookies[who] ?? '' } })).text();
  const readAll = (many: number): Promise<unknown> =>
    Promise.all(Array.from({ length: many }, (_, who) => page(who, '/')));
  const send = async (who: number, door: string, words: Record<string, string>): Promise<void> => {
    const { status } = await fetch(`${server.at}/do/${door}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies[who] ?? '', origin: server.at },
      body: new URLSearchParams(words),
    });
    if (status !== 303) throw new Error(`${door} was answered by ${status}`);
    await readAll(READERS);
  };
  await readAll(PEOPLE);
  report({ bench: 'memory at rest, 50 people at the front page', megabytes: server.megabytes('now') });

  for (let n = 0; n < STORIES; n++)
    await send(n, 'post', {
      csrf: valueIn(await page(n, '/do/post/'), 'csrf'),
      kind: 'story',
      title: `Tale ${n}`,
      text: 'Once.',
      do: 'post',
    });
  report({ bench: 'memory at its most, after stories', megabytes: server.megabytes('most') });

  for (let n = 0; n < PROPOSALS; n++) {
    const form = await page(n, `/do/rule/?path=${RULE}`);
    const body = plain(/<textarea[^>]*name="body"[^>]*>\n?([\s\S]*?)<\/textarea>/u.exec(form)?.[1] ?? '');
    await send(n, 'rule', {
      csrf: valueIn(form, 'csrf'),
      change: 'edit',
      path: RULE,
      base: valueIn(form, 'base'),
      body: body.replace('[48 hours](#value:window)', `[${30 + n} hours](#value:window)`),
      title: `[Core] Brisk ${n}`,
      text: 'Quick.',
      do: 'propose',
    });
  }
  await sleep(TRIED_MS);
  report({ bench: 'memory while matters are tried', megabytes: server.megabytes('now') });
  await sleep(ENDED_MS);
  report({ bench: 'memory once the trials have ended', megabytes: server.megabytes('now') });
  const most = server.megabytes('most');
  report({
    bench: 'memory at its most, with proposals',
    megabytes: most,
    ratio: most / MOST_MEGABYTES,
    bar: 1,
  });
} finally {
  await server.end();
}

function valueIn(form: string, name: string): string {
  return plain(new RegExp(`name="${name}" value="([^"]*)"`, 'u').exec(form)?.[1] ?? '');
}

function plain(html: string): string {
  const named: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    '#34': '"',
    '#39': "'",
    amp: '&',
  };
  return html.replaceAll(/&(lt|gt|quot|#34|#39|amp);/gu, (whole, name: string) => named[name] ?? whole);
}
