// Fields beside the text of a rule for the numbers and words that the engine reads, to change each of them separately.
import { make } from './make.ts';

const LIVE = /\[([^\]\n]*)\]\(#value:([a-z0-9-]+)\)/giu;

/** Keeps a row of fields, one for each live value of the text, in sync with it. */
export function showChips(area: HTMLTextAreaElement): void {
  const row = make('p', { className: 'chips' });
  area.before(row);
  const build = (): void => {
    const found = [...area.value.matchAll(LIVE)];
    row.hidden = found.length === 0;
    row.replaceChildren(...found.map(([, value = '', name = ''], at) => chipOf(area, { at, value, name })));
  };
  area.addEventListener('input', (event) => {
    if (!(event instanceof CustomEvent)) build();
  });
  build();
}

function chipOf(
  area: HTMLTextAreaElement,
  { at, value, name }: { readonly at: number; readonly value: string; readonly name: string },
): HTMLElement {
  const input = make('input', { value, size: Math.max(4, value.length) });
  input.addEventListener('input', (event) => {
    event.stopPropagation();
    let count = 0;
    area.value = area.value.replace(LIVE, (whole, _, own: string) =>
      count++ === at ? `[${input.value.replaceAll(/[[\]\n]/gu, '')}](#value:${own})` : whole,
    );
    area.dispatchEvent(new CustomEvent('input', { bubbles: true }));
  });
  return make('label', {}, `${name.replaceAll('-', ' ')} `, input);
}
