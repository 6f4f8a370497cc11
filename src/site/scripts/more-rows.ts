/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Adds rows to a list in a form. Without this script the button submits the form, and the page comes back with more
// rows.

export function addRows(form: HTMLElement): void {
  form.addEventListener('click', (event) => {
    const button = event.target instanceof HTMLButtonElement ? event.target : null;
    const list = button?.parentElement;
    const name = list?.dataset['rows'];
    if (button === null || list === null || list === undefined || name === undefined) return;
    event.preventDefault();
    addRow(list, button, name);
  });
}

function addRow(list: HTMLElement, button: HTMLButtonElement, name: string): void {
  const count = list.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}.rows"]`);
  const last = button.previousElementSibling;
  if (count === null || last === null) return;
  const at = Number(count.value);
  const row = last.cloneNode(true) as HTMLElement;
  for (const part of [row, ...row.querySelectorAll('*')]) {
    for (const { name: attribute, value } of Array.from(part.attributes))
      if (value.includes(`${name}.${at - 1}`))
        part.setAttribute(attribute, value.replace(`${name}.${at - 1}`, `${name}.${at}`));
    if (part instanceof HTMLInputElement && /^(?:checkbox|radio)$/u.test(part.type)) part.checked = false;
    else if (part instanceof HTMLInputElement && part.type === 'hidden') continue;
    else if (part instanceof HTMLInputElement || part instanceof HTMLTextAreaElement) part.value = '';
    else if (part instanceof HTMLSelectElement) part.selectedIndex = 0;
  }
  const label = row.querySelector('label, legend');
  if (label !== null)
    label.textContent = (label.textContent ?? '').trim().replace(String(at), String(at + 1));
  button.before(row);
  count.value = String(at + 1);
  if (at + 1 >= Number(button.dataset['most'] ?? Infinity)) button.remove();
  row.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
}

/** Adds rows until there is one for each known item. */
export function showRows(box: HTMLElement, name: string, wanted: number): void {
  const list = box.querySelector<HTMLElement>(`[data-rows="${CSS.escape(name)}"]`);
  if (list === null) return;
  const shown = Number(list.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}.rows"]`)?.value);
  for (let row = shown; row < wanted; row++) list.querySelector<HTMLElement>(':scope > button')?.click();
}
