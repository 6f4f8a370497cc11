import { createReadStream } from 'node:fs';

import sax from 'sax';

/** An element with its text and children. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

type Tag = Pick<Element, 'name' | 'attributes'>;

/** Streams an XML file of any size: hands over each wanted element whole, then forgets it. */
export async function readXml(
  path: string,
  wanted: ReadonlySet<string>,
  take: (element: Element) => void,
): Promise<void> {
  const parser = sax.parser(true, { trim: false, position: true });
  const open: Element[] = [];
  const add = (text: string): void => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  };
  // The parser's handlers are plain properties.
  Object.assign(parser, {
    onopentag: ({ name, attributes }: Tag) => {
      if (open.length > 0 || wanted.has(name)) open.push({ name, attributes, children: [], text: '' });
    },
    ontext: add,
    oncdata: add,
    onclosetag: () => {
      const done = open.pop();
      const parent = open.at(-1);
      if (done === undefined) return;
      if (parent === undefined) take(done);
      else parent.children.push(done);
    },
    onerror: (error: Error) => {
      throw error;
    },
  });
  for await (const chunk of createReadStream(path, 'utf8')) parser.write(chunk as string);
  parser.close();
}

/** The text of the first child with one of these names. */
export function textIn({ children }: Element, ...names: readonly string[]): string {
  for (const name of names) {
    const found = children.find((one) => one.name === name);
    if (found !== undefined) return found.text.trim() || (found.children[0]?.text.trim() ?? '');
  }
  return '';
}
