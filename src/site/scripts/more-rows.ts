// Adds rows to a list in a form, and moves them. Without this script the buttons submit the form, and the page comes
// back with it done.

export function addRows(form: HTMLElement): void {
  form.addEventListener('click', (event) => {
    const button = event.target instanceof HTMLButtonElement ? event.target : null;
    const list = button?.parentElement;
    if (button?.name === 'earlier' && moveUp(button)) event.preventDefault();
    const name = list?.dataset['rows'];
    if (button === null || list === null || list === undefined || name === undefined) return;
    event.preventDefault();
    addRow(list, button, name);
  });
}

/** Exchanges what is in a row and in the one above it; false if only the server can, since they hold other fields or boxes. */
function moveUp(button: HTMLButtonElement): boolean {
  const row = button.parentElement;
  const above = row?.previousElementSibling ?? null;
  const [some, others] = [fieldsIn(row), fieldsIn(above)];
  if (some.length === 0 || some.length !== others.length || some.some(isBox)) return false;
  const values = others.map(({ value }) => value);
  for (const [at, one] of others.entries()) one.value = some[at]?.value ?? '';
  for (const [at, one] of some.entries()) one.value = values[at] ?? '';
  others[0]?.focus();
  others[0]?.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldsIn(row: Element | null): readonly Control[] {
  return [
    ...(row?.querySelectorAll<Control>('input:not([type=hidden], [type=file]), select, textarea') ?? []),
  ];
}

/** True for a field that is ticked and not filled in. */
export function isBox(field: Control): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
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
    if (part instanceof HTMLInputElement && isBox(part)) part.checked = false;
    else if (part instanceof HTMLInputElement && part.type === 'hidden') continue;
    else if (part instanceof HTMLInputElement || part instanceof HTMLTextAreaElement) part.value = '';
    else if (part instanceof HTMLSelectElement) part.selectedIndex = 0;
  }
  const next = (text: string | null): string => (text ?? '').trim().replace(String(at), String(at + 1));
  const label = row.querySelector('label, legend');
  if (label !== null) label.textContent = next(label.textContent);
  for (const move of row.querySelectorAll(':scope > [name=earlier]')) move.ariaLabel = next(move.ariaLabel);
  button.before(row);
  count.value = String(at + 1);
  button.hidden = at + 1 >= Number(button.dataset['most'] ?? Infinity);
  row.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
}

/** Adds rows until there is one for each known item, or takes the last ones away. */
export function showRows(box: HTMLElement, name: string, wanted: number): void {
  const list = `[data-rows="${CSS.escape(name)}"]`;
  const count = box.querySelector<HTMLInputElement>(`${list} > input[name="${CSS.escape(name)}.rows"]`);
  const button = box.querySelector<HTMLElement>(`${list} > button`);
  if (count === null || button === null) return;
  const shown = Number(count.value);
  for (let row = shown; row < wanted; row++) button.click();
  for (let row = shown; row > Math.max(wanted, 1); row--) {
    button.previousElementSibling?.remove();
    [count.value, button.hidden] = [String(row - 1), false];
  }
}
