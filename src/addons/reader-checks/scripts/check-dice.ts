/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Recomputes every roll on the page from its seed. Nothing leaves the browser.
import { fromHex } from '#platform/bytes.ts';
import { isSeedOf } from '../../../session/chance/committed-seed.ts';
import { uniformFrom } from '../../../session/chance/source.ts';
import { onEachVersion } from '../../../site/scripts/renewals.ts';
import { say } from '../../../site/scripts/say-here.ts';

const box = document.getElementById('check');
const input = document.getElementById('seed') as HTMLInputElement | null;
const verdict = document.getElementById('verdict');
document.getElementById('run')?.addEventListener('click', run);
onEachVersion(() => {
  if ((verdict?.textContent ?? '') !== '') run();
});

function run(): void {
  const seed = readHex(input?.value ?? '');
  const promised = box?.dataset['commitment'] ?? '';
  if (seed === null && promised !== '')
    return tell(say`That’s not a seed. A seed has 64 digits from 0 to 9 and a to f.`);
  if (seed !== null && promised !== '' && !isSeedOf(promised, seed))
    return tell(say`This isn’t the promised seed: its fingerprint differs.`);
  let [right, wrong] = [0, 0];
  for (const roll of document.querySelectorAll<HTMLElement>('li[data-purpose]')) {
    const own = readHex(roll.dataset['seed'] ?? '') ?? seed;
    const purpose = roll.dataset['purpose'] ?? '';
    if (own === null || purpose === '') continue;
    const draws = JSON.parse(roll.dataset['draws'] ?? '[]') as [number | string, unknown][];
    const fits = draws.every(
      ([size, result], counter) =>
        BigInt(uniformFrom(own, purpose, counter, size)) + 1n === BigInt(String(result)),
    );
    const mark = roll.querySelector('.verdict');
    if (mark !== null)
      mark.textContent = fits
        ? say`✓ The roll follows from the seed.`
        : say`✗ The roll doesn’t follow from the seed.`;
    if (fits) right++;
    else wrong++;
  }
  tell(
    wrong === 0 ? say`${right} follow from the seed.` : say`${right} follow from the seed, ${wrong} do not.`,
  );
}

function readHex(text: string): Uint8Array | null {
  const digits = text.trim();
  return /^([0-9a-f]{2})+$/iu.test(digits) ? fromHex(digits) : null;
}

function tell(text: string): void {
  if (verdict !== null) verdict.textContent = text;
}
