// `npm run mutants`: puts small faults into the code and sees whether the tests beside it notice.
//
//   npm run mutants                        all of them
//   npm run mutants -- kernel --file calls  those of one file; `--file calls,views` of several
//   npm run mutants -- merge --every 5      each fifth
//   npm run mutants -- kernel --quick       without whole games, which notice some more
import { fileURLToPath } from 'node:url';

import { FOLDERS } from './mutants/folders.ts';
import { tellFolder } from './mutants/tell.ts';
import { tryFolder } from './mutants/try-folder.ts';
import { readOptions, refuse } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = readOptions(import.meta.filename, {
  every: { type: 'string', default: '1' },
  file: { type: 'string', default: '' },
  quick: { type: 'boolean', default: false },
});
let missed = false;
for (const name of positionals.length > 0 ? positionals : Object.keys(FOLDERS)) {
  const folder = FOLDERS[name];
  if (folder === undefined)
    refuse(import.meta.filename, `There is no folder ${name}; there are ${Object.keys(FOLDERS).join(', ')}.`);
  const { quick } = values;
  const found = await tryFolder(root, quick ? { ...folder, games: [] } : folder, {
    every: Number(values.every),
    file: values.file,
  });
  missed = !tellFolder(name, folder, found, values.every === '1' && values.file === '' && !quick) || missed;
}
process.exitCode = missed ? 1 : 0;
