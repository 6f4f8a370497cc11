import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { readBranch } from '../src/repository/refs.ts';
import { writeCommit } from '../src/repository/write-commit.ts';
import { beginLocalGame } from '../src/host/embedded/begin.ts';
import { recommendedPack } from '../src/ruleset/compose.ts';
import { readLibrary } from '../src/store/library.ts';

const NAMES = ['ana', 'bo', 'cy', 'dee', 'eli'];
/** The engine makes these again. */
const LEFT_OUT = /^\.gitnomic\/(?:cache|site|writing)\//u;

/** Plays a game with the recommended rules in which so many matters were voted on, and writes it as one file. */
export async function playAtHome(matters: number, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-played-'));
  try {
    const library = readLibrary();
    const { name: dynasty = '', core = '' } = recommendedPack(library) ?? {};
    const players = NAMES.map((id, at) => ({ id, name: id, admin: at === 0 }));
    const game = await beginLocalGame(folder, library, {
      name: 'Long',
      core,
      dynasty,
      players,
      practice: true,
    });
    const open = game.keepOpen();
    const { repository } = game.forge;
    const by = (at: number) => {
      const id = NAMES[at % NAMES.length] ?? '';
      return { id, name: id, bot: false };
    };
    for (let n = 0; n < matters; n++) {
      const main = (await readBranch(repository, 'main')) ?? '';
      const text = `---\ntitle: Custom ${n}\norder: ${n + 100}\n---\nOn day ${n} everybody hums.\n`;
      const head = await writeCommit(repository, {
        parents: [main],
        changes: new Map([[`content/ruleset/dynastic/custom-${n}.md`, n % 3 === 0 ? text : null]]),
        author: { name: 'Ana', email: '', at: game.now() },
        message: 'Change\n',
      });
      const title = `Custom ${n}`;
      const post = await game.people.open(by(n), { kind: 'proposal', title, text: 'Aye?', head });
      await game.tick();
      for (let voter = 1; voter < 4; voter++)
        await game.people.comment(by(n + voter), post, n % 3 === 0 ? ':for:' : ':against:');
      await game.tick();
    }
    open.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => relative(folder, join(one.parentPath, one.name)).replaceAll('\\', '/'))
      .filter((path) => !LEFT_OUT.test(path))
      .map((path) => [path, readFileSync(join(folder, path)).toString('base64')] as const);
    writeFileSync(
      file,
      JSON.stringify({ 'gitnomic-game': 1, name: 'Long', files: Object.fromEntries(files) }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
