import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#functions/api-docs/get-document/markdown.ts';

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

  it('gives section headings an anchor', async () => {
    expect(await rendered('# Errors')).toBe('<h1>Errors</h1> ');
    expect(await rendered('## Do nothing twice!')).toBe('<h2 id="do-nothing-twice">Do nothing twice!</h2> ');
    expect(await rendered('### Go')).toBe('<h3 id="go">Go</h3> ');
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
