import { describe, expect, it } from 'vitest';
import { renderMarkdown, sectionsOf } from '#functions/api-docs/get-document/markdown.ts';

async function rendered(...lines: string[]): Promise<string> {
  return String(await renderMarkdown(lines.join('\n'))).replaceAll('\n', ' ');
}

describe('renderMarkdown', () => {
  it('renders the syntax that the guides use', async () => {
    expect(await rendered('See [the `x`](/docs),', '**never** twice.')).toBe(
      '<p>See <a href="/docs">the <code>x</code></a>, <strong>never</strong> twice.</p> ',
    );
  });

  it.each([
    ['<script>alert(1)</script>', '<script'],
    ['a <b onclick="x">b</b>', '<b'],
    ['`<i>`', '<i>'],
    ['```<u>\n<i>\n```', '<i>'],
    ['```"><u>\n\n```', '"><u>'],
    ['| <i> |\n|---|\n| <i> |', '<i>'],
    ['# <i>', '<i>'],
    ['## "><i>', '<i>'],
  ])('never renders the text as HTML: %j', async (text, forbidden) => {
    expect(await rendered(text)).not.toContain(forbidden);
  });

  it('gives section headings an anchor, and makes them links to it', async () => {
    expect(await rendered('# Errors')).toBe('<h1>Errors</h1> ');
    expect(await rendered('## Do nothing twice!')).toBe(
      '<h2 id="do-nothing-twice"><a href="#do-nothing-twice">Do nothing twice!</a></h2> ',
    );
    expect(await rendered('### Go')).toBe('<h3 id="go"><a href="#go">Go</a></h3> ');
  });

  it('puts no link into a link', async () => {
    expect(await rendered('## See [this](/docs)')).toBe(
      '<h2 id="see-this-docs">See <a href="/docs">this</a></h2> ',
    );
  });

  it('leaves code unchanged, including empty lines and special characters', async () => {
    expect(String(await renderMarkdown('```js\n# no\n\n<a> `b`\n```'))).toBe(
      '<pre tabindex="0" data-language="js"><code># no\n\n&lt;a&gt; `b`</code></pre>\n',
    );
  });

  it('renders tables, with a head if it has text', async () => {
    const named = await rendered('| A | B |', '|---|---|', '| `a` | b |');
    const unnamed = await rendered('| | |', '|---|---|', '| a | b |');

    expect(named).toContain('<thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>');
    expect(named).toContain('<tbody><tr><td><code>a</code></td><td>b</td></tr></tbody>');
    expect(unnamed).not.toContain('thead');
  });
});

describe('sectionsOf', () => {
  it('lists the headings of the second level, without markup', () => {
    expect(sectionsOf('# A\n\n## The `id` field\n\n### Node\n\n```md\n## no\n```\n\n## Retries')).toEqual([
      { id: 'the-id-field', name: 'The id field' },
      { id: 'retries', name: 'Retries' },
    ]);
  });
});
