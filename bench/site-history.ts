const BEGAN = Date.parse('2005-06-01T00:00:00Z');
const HOURS_BETWEEN = 11;
const COMMENTS = 8;
const PEOPLE = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus', 'hal', 'ida'];
const WORDS =
  'the of a player may not each when this rule is amended by proposal vote quorum gains loses room map idle emperor dynasty enact fail points until unless all other their who has been set to value'.split(
    ' ',
  );

/** Returns the two files of one resolved matter. */
export function matterFiles(n: number): readonly (readonly [string, string])[] {
  const random = randomFrom(n);
  const status = random() < 0.6 ? 'enacted' : 'failed';
  const at = timeOf(n);
  const path = `content/posts/${at.slice(0, 7)}/${at.slice(0, 10)}-matter-${n}`;
  const matter = `---\nid: "${n}"\nkind: proposal\ntitle: ${sentence(random, 4)}\nauthor: ${pick(PEOPLE, random)}\nposted: ${at}\norder: ${n}\nstatus: ${status}\nresolved: ${timeOf(n + 4)}\ntally:\n  for: 5\n  against: 2\n---\n${bodyOf(n)}\n`;
  const voters = PEOPLE.slice(0, 7);
  const said = {
    comments: Array.from({ length: COMMENTS }, (_, at_) => ({
      id: `c${n}-${at_}`,
      by: pick(PEOPLE, random),
      at: timeOf(n + 1),
      text: sentence(random, 14),
      votes: [],
    })),
    uses: voters.map((by) => ({ by, vote: 'FOR', at: timeOf(n + 1), via: 'comment', comment: null })),
    changes: [],
  };
  return [
    [`${path}.md`, matter],
    [`${path}.json`, JSON.stringify(said)],
  ];
}

/** About 1.5 KB of Markdown with a list and some emphasis. */
export function bodyOf(n: number): string {
  const random = randomFrom(n + 7_777_777);
  const paragraph = (): string =>
    `${sentence(random, 22)} **${sentence(random, 3)}** ${sentence(random, 22)}`;
  const items = Array.from({ length: 4 }, () => `- ${sentence(random, 12)}`).join('\n');
  return `${paragraph()}\n\n${items}\n\n> ${sentence(random, 30)}\n\n${paragraph()}\n\n[A link](https://example.org/${n}) ${paragraph()}`;
}

/** Each is about eleven hours after the one before. */
export function timeOf(n: number): string {
  return `${new Date(BEGAN + n * HOURS_BETWEEN * 3_600_000).toISOString().slice(0, 19)}Z`;
}

function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => pick(WORDS, random)).join(' ');
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
