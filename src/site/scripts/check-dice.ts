/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Recomputes every roll on the page from its seed. Nothing leaves the browser.
import { onEachVersion } from './renewals.ts';
import { say } from './say-here.ts';
import { commitmentInBrowser, readHex, uniformInBrowser } from './uniform-in-browser.ts';

const box = document.getElementById('check');
const input = document.getElementById('seed') as HTMLInputElement | null;
const verdict = document.getElementById('verdict');
document.getElementById('run')?.addEventListener('click', () => void run());
onEachVersion(() => {
  if ((verdict?.textContent ?? '') !== '') void run();
});

async function run(): Promise<void> {
  const seed = readHex(input?.value ?? '');
  const promised = box?.dataset['commitment'] ?? '';
  if (seed === null && promised !== '')
    return tell(say`That’s not a seed. A seed has 64 digits from 0 to 9 and a to f.`);
  if (seed !== null && promised !== '' && (await commitmentInBrowser(seed)) !== promised)
    return tell(say`This isn’t the promised seed: its fingerprint differs.`);
  let [right, wrong] = [0, 0];
  for (const roll of document.querySelectorAll<HTMLElement>('li[data-purpose]')) {
    const own = readHex(roll.dataset['seed'] ?? '') ?? seed;
    const purpose = roll.dataset['purpose'] ?? '';
    if (own === null || purpose === '') continue;
    const fits = await follows(
      own,
      purpose,
      JSON.parse(roll.dataset['draws'] ?? '[]') as [number, unknown][],
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

async function follows(
  seed: Uint8Array<ArrayBuffer>,
  purpose: string,
  draws: readonly [number | string, unknown][],
): Promise<boolean> {
  for (const [counter, [size, result]] of draws.entries())
    if (BigInt(await uniformInBrowser(seed, purpose, counter, size)) + 1n !== BigInt(String(result)))
      return false;
  return true;
}

function tell(text: string): void {
  if (verdict !== null) verdict.textContent = text;
}
