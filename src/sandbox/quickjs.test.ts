import fc from 'fast-check';
import { newQuickJSWASMModuleFromVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import { expect, test } from 'vitest';

import { compileQuickJs } from './engine-code.ts';
import { newEngine } from './quickjs.ts';

const MEGABYTE = 1024 * 1024;

test('passes texts of any length and any characters just as emscripten does', async () => {
  const { quickjs } = await newEngine(compileQuickJs(), 64 * MEGABYTE);
  const ours = quickjs.newContext();
  const theirs = (await newQuickJSWASMModuleFromVariant(RELEASE_SYNC)).newContext();
  const unit = fc.constantFrom(
    'a',
    ' ',
    '\u007f',
    '\u0080',
    'é',
    'ß',
    '字',
    '🎲',
    '\ud83c',
    '\udfb2',
    '\ufffd',
    '\0',
  );
  const text = fc
    .tuple(fc.array(unit, { maxLength: 40 }), fc.nat(200), unit)
    .map(([letters, times, letter]) => letters.join('') + letter.repeat(times) + letters.join(''));
  const through = (context: typeof ours, given: string): string =>
    context.newString(given).consume((handle) => context.getString(handle));
  let wholes = 0;
  fc.assert(
    fc.property(text, (given) => {
      const got = through(ours, given);
      expect(got).toBe(through(theirs, given));
      if (given.length > 100 && given.isWellFormed() && !given.includes('\0')) {
        wholes++;
        expect(got).toBe(given);
      }
    }),
    { numRuns: 2000 },
  );
  expect(wholes).toBeGreaterThan(50);
  for (const context of [ours, theirs]) context.dispose();
});
