import { make } from './make.ts';
import { withEach } from './renewals.ts';

// At home the rules' answers have times in their sentences. `local-times`, which runs after this, shows them as the reader's own.
const WRITTEN = /(\d{4}-\d\d-\d\d \d\d:\d\d UTC)/u;

withEach<HTMLElement>('main :is(p, li, dd, td)', (place) => {
  for (const node of place.childNodes) {
    const parts = node instanceof Text ? node.data.split(WRITTEN) : [];
    if (node instanceof Text && parts.length > 1) node.replaceWith(...parts.map(asTime));
  }
});

function asTime(text: string): Node | string {
  if (!WRITTEN.test(text)) return text;
  return make('time', { dateTime: text.replace(' ', 'T').replace(' UTC', 'Z') }, text);
}
