import type { FormField } from '../../../decide/form-field.ts';
import { html, type Content, type Html } from '../html.ts';

/** One parameter, with its label, its hint and what is wrong with it tied to it. */
export function fieldHtml(field: FormField, given: readonly string[], wrong: string | null): Html {
  const id = `p-${field.id}`;
  const hint = hintOf(field);
  const error = wrong === null ? null : html`<p class="error" id="${id}-error">${wrong}</p>`;
  const described = [hint === null ? '' : `${id}-hint`, wrong === null ? '' : `${id}-error`, 'preview']
    .join(' ')
    .trim();
  const about = html`aria-describedby="${described}" ${wrong === null ? null : html`aria-invalid="true"`}`;
  const hinted = hint === null ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`;
  if (field.input === 'some-of')
    return html`<fieldset class="field" ${about}>
      <legend>${field.label}</legend>
      ${hinted}
      <div class="many">
        ${field.options.map(
          ({ value, label }) =>
            html`<p>
              <label
                ><input
                  type="checkbox"
                  name="${id}"
                  value="${value}"
                  ${given.includes(value) ? html`checked` : null}
                />
                ${label}</label
              >
            </p>`,
        )}
      </div>
      ${error}
    </fieldset>`;
  return html`<div class="field">
    <label for="${id}">${field.label}${field.optional ? ' (may be left out)' : null}</label>
    ${hinted} ${inputOf(field, id, given, about)} ${error}
  </div>`;
}

function hintOf({ about, input, hint }: FormField): string | null {
  const typed = input === 'yaml' || input === 'time' ? `${hint}.` : null;
  const both = [about, input === 'lines' ? 'One in each line.' : typed]
    .filter((one) => one !== null)
    .join(' ');
  return both === '' ? null : both;
}

function inputOf(field: FormField, id: string, given: readonly string[], about: Content): Html {
  const { input, required, min, max } = field;
  const value = given[0] ?? '';
  const must = required ? html`required` : null;
  if (input === 'one-of' || input === 'yes-no') {
    const options =
      input === 'one-of'
        ? field.options
        : [
            { value: 'yes', label: 'yes' },
            { value: 'no', label: 'no' },
          ];
    return html`<select id="${id}" name="${id}" ${must} ${about}>
      <option value="">–</option>
      ${options.map(
        (one) =>
          html`<option value="${one.value}" ${one.value === value ? html`selected` : null}>
            ${one.label}
          </option>`,
      )}
    </select>`;
  }
  if (input === 'integer')
    return html`<input
      id="${id}"
      name="${id}"
      type="number"
      step="1"
      ${min === null ? null : html`min="${min}"`}
      ${max === null ? null : html`max="${max}"`}
      value="${value}"
      ${must}
      ${about}
    />`;
  if (input === 'lines')
    return html`<textarea id="${id}" name="${id}" ${about}>${given.join('\n')}</textarea>`;
  if (input === 'yaml') return html`<textarea id="${id}" name="${id}" ${about}>${value}</textarea>`;
  return html`<input id="${id}" name="${id}" value="${value}" autocomplete="off" ${must} ${about} />`;
}
