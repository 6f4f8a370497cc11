// Steps through the changes of a map. Without this script there is a page for each day.
import { make } from './make.ts';
import { readJson } from './read-files.ts';
import { withEach } from './renewals.ts';
import { say, time } from './say-here.ts';
import type { MapCell, MapData, MapStep } from '../data/record-data.ts';

type Steps = Pick<MapData, 'first'> & { readonly steps: readonly Omit<MapStep, 'n'>[] };

const SIDES: Readonly<Record<string, string>> = { n: say`north`, e: say`east`, s: say`south`, w: say`west` };

withEach('#stepper', (box) => {
  const slider = document.getElementById('step') as HTMLInputElement | null;
  if (slider !== null) follow(box, slider);
});

function follow(box: HTMLElement, slider: HTMLInputElement): void {
  let steps: Promise<Steps> | null = null;
  let shown: ReadonlyMap<string, string> = new Map();
  const show = async (): Promise<void> => {
    steps ??= readJson<Steps>(box.dataset['steps'] ?? '');
    shown = draw(await steps, Number(slider.value), shown);
    // A reader who has gone back stays there when the game continues.
    for (const part of [box, document.getElementById('grid')])
      part?.toggleAttribute('data-kept', slider.value !== slider.max);
  };
  slider.addEventListener('input', () => void show());
  for (const [id, by] of [
    ['step-back', -1],
    ['step-on', 1],
  ] as const)
    document.getElementById(id)?.addEventListener('click', () => {
      slider.value = String(Number(slider.value) + by);
      void show();
    });
}

/** Draws the cells that differ from what is shown, and returns what is shown now. */
function draw(all: Steps, count: number, shown: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const cells = new Map<string, MapCell>(Object.entries(all.first));
  for (const step of all.steps.slice(0, count))
    for (const [id, cell] of Object.entries(step.cells)) cells.set(id, cell);
  const last = all.steps[count - 1];
  const now = new Map([...cells].map(([id, cell]) => [id, JSON.stringify(cell)]));
  for (const place of document.querySelectorAll<HTMLElement>('#grid td[data-place]')) {
    const id = place.dataset['place'] ?? '';
    const cell = cells.get(id);
    if (cell !== undefined && shown.get(id) !== now.get(id)) drawCell(place, id, cell);
    place.classList.toggle('changed', count < all.steps.length && last?.cells[id] !== undefined);
  }
  const said = document.getElementById('step-said');
  if (said !== null) said.textContent = wordsFor(all, count);
  return now;
}

function wordsFor({ steps: all }: Steps, count: number): string {
  const last = all[count - 1];
  if (last === undefined) return say`At the start.`;
  const announced = `${last.by} ${last.what} (${Object.keys(last.cells).join(', ')})`;
  return count === all.length
    ? say`As it is now, since ${time(last.at)}: ${announced}`
    : say`Step ${count} of ${all.length}, ${time(last.at)}: ${announced}`;
}

/** Draws a cell just as the page was built. */
function drawCell(place: HTMLElement, id: string, [colour, label, marks, closed]: MapCell): void {
  place.className = [
    colour === '' ? '' : `c-${colour}`,
    ...closed.split('').map((side) => `closed-${side}`),
  ].join(' ');
  const link = place.querySelector('a');
  if (link === null) return;
  link.replaceChildren(make('span', { className: 'place' }, id), ' ');
  if (label !== '') link.append(make('strong', {}, label));
  for (const [sign, title, text] of marks) {
    const drawn = make('span', { ariaHidden: 'true' }, sign);
    const said = make('span', { className: 'skip' }, title);
    link.append(' ', make('span', { className: 'mark', title }, drawn, said, ` ${text}`));
  }
  const sides = closed.split('').map((side) => SIDES[side]);
  if (closed !== '') link.append(make('span', { className: 'skip' }, say`closed to the ${sides.join(', ')}`));
}
