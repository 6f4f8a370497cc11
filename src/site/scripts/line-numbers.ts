import { make } from './make.ts';
import { withEach } from './renewals.ts';

// Numbers the lines of a clause, since messages about it name them.
withEach<HTMLTextAreaElement>('textarea.clause', (code) => {
  const numbers = make('div', { className: 'numbers', ariaHidden: 'true' });
  const around = make('div', { className: 'numbered' });
  code.replaceWith(around);
  around.append(numbers, code);
  code.wrap = 'off';
  const show = (): void => {
    const count = code.value.split('\n').length;
    numbers.textContent = Array.from({ length: count }, (_, at) => at + 1).join('\n');
    numbers.scrollTop = code.scrollTop;
  };
  code.addEventListener('input', show);
  code.addEventListener('scroll', show);
  show();
});
