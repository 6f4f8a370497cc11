// Makes a picture small enough to be sealed with the words that it goes along with.

import { make } from './make.ts';
import { say } from './say-here.ts';

/** The size limit for pictures in a post, as in `store/pictures/prepare-picture.ts`. */
const MOST_BYTES = 32 * 1024;
const WIDEST = 1280;
const SMALLEST = 64;

/** Puts the pictures that are chosen from files into the fields that otherwise take a link, and shows them. */
export function takePictures(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-file-of]')) {
    input.addEventListener('change', () => void takePicture(input));
    form.addEventListener('input', () => showPicture(input));
    showPicture(input);
  }
}

/** Shows the picture in place of its address, which nobody can read, with a button to remove it. */
function showPicture(input: HTMLInputElement): void {
  const field = document.getElementById(input.dataset['fileOf'] ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  field.hidden = field.value.startsWith('data:image/');
  const shown = field.parentElement?.querySelector('.carried');
  if (field.hidden && shown?.querySelector('img')?.src === field.value) return;
  shown?.remove();
  if (!field.hidden) return;
  const alt = input.files?.[0]?.name ?? say`The picture`;
  const image = make('img', { src: field.value, alt, width: 160 });
  const remove = make('button', { type: 'button', className: 'quiet' }, say`Remove the picture`);
  remove.addEventListener('click', () => {
    [field.value, input.value] = ['', ''];
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  field.after(make('p', { className: 'carried' }, image, ' ', remove));
}

async function takePicture(input: HTMLInputElement): Promise<void> {
  const field = document.getElementById(input.dataset['fileOf'] ?? '');
  const file = input.files?.[0];
  if (!(field instanceof HTMLInputElement) || file === undefined) return;
  try {
    input.setCustomValidity('');
    field.value = await carryPicture(file);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  } catch (error) {
    input.value = '';
    input.setCustomValidity(error instanceof Error ? error.message : String(error));
    input.reportValidity();
  }
}

/** Returns a file as a data address: `data:image/webp;base64,…` */
async function carryPicture(file: File): Promise<string> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new Error(`${file.name} is no picture that this browser can read.`);
  }
  const most = Math.max(picture.width, picture.height);
  for (let side = Math.min(WIDEST, most); side >= Math.min(SMALLEST, most); side = Math.floor(side * 0.8)) {
    for (const quality of [0.8, 0.6, 0.4]) {
      const blob = await drawn(picture, side / most, quality);
      if (blob.size <= MOST_BYTES) return addressOf(blob);
    }
  }
  throw new Error(`${file.name} can’t be made small enough.`);
}

async function drawn(picture: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const [width = 1, height = 1] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  // Not every browser can write WebP; all of them can write JPEG.
  return blob.type === 'image/webp' ? blob : canvas.convertToBlob({ type: 'image/jpeg', quality });
}

async function addressOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${blob.type};base64,${btoa(letters)}`;
}
