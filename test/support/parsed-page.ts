import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
export type ElementView = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
};

/** A document as a browser reads it: every element with its attributes and text, in order, and each parsing error. */
export function parsePage(html: string) {
  const errors: string[] = [];
  const document = parse(html, { onParseError: ({ code }) => void errors.push(code) });
  const elements = document.childNodes.flatMap(elementsIn);
  const all = (name: string) => elements.filter((element) => element.name === name);

  return {
    errors,
    elements,
    all,
    /** Elements of a class. */
    classed: (name: string) =>
      elements.filter(({ attributes }) => attributes['class']?.split(' ').includes(name)),
    meta: (name: string) =>
      all('meta').find(({ attributes }) => (attributes['name'] ?? attributes['property']) === name)
        ?.attributes['content'],
    link: (rel: string) =>
      all('link').find(({ attributes }) => attributes['rel'] === rel)?.attributes['href'],
  };
}

function elementsIn(node: Node): ElementView[] {
  if (!('tagName' in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ name: node.tagName, attributes, text: textIn(node) }, ...node.childNodes.flatMap(elementsIn)];
}

function textIn(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}
