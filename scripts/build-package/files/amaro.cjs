// Removes types from clauses, with the same script that published pages load, since it is too large to include twice.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { runInThisContext } = require('node:vm');

const filename = join(__dirname, '../reader/type-stripper.js');
module.exports = runInThisContext(`(() => {${readFileSync(filename, 'utf8')}; return amaro; })()`, {
  filename,
});
