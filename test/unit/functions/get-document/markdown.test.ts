import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { type Markup, renderInline, renderMarkdown } from '#functions/get-document/markdown.ts';

async function textOf(parts: Markup[]): Promise<string> {
  return String(await html`${parts}`);
}

function rendered(...lines: string[]): Promise<string> {
  return textOf(renderMarkdown(lines.join('\n')));
}

describe('renderInline', () => {
  it.each([
    ['a `b` c', 'a <code>b</code> c'],
    ['**never** twice', '<strong>never</strong> twice'],
    ['see [the `x`](/docs) now', 'see <a href="/docs">the <code>x</code></a> now'],
    ['2 * 3 * 4 and a_b_c', '2 * 3 * 4 and a_b_c'],
    ['`**` and `[x](y)`', '<code>**</code> and <code>[x](y)</code>'],
  ])('renders %j', async (text, expected) => {
    expect(await textOf(renderInline(text))).toBe(expected);
  });

  it('is never HTML of the text', async () => {
    expect(await textOf(renderInline('<b>&`<i>`[<u>](/"x")'))).toBe(
      '&lt;b&gt;&amp;<code>&lt;i&gt;</code><a href="/&quot;x&quot;">&lt;u&gt;</a>',
    );
  });
});

describe('renderMarkdown', () => {
  it('joins the lines of a paragraph', async () => {
    expect(await rendered('One', 'two.', '', 'Three.')).toBe('<p>One two.</p><p>Three.</p>');
  });

  it('gives headings of sections an address', async () => {
    expect(await rendered('# Errors', '## Do nothing *twice*!', '### Go')).toContain('<h1>Errors</h1>');
    expect(await rendered('## Do nothing twice!')).toBe('<h2 id="do-nothing-twice">Do nothing twice!</h2>');
    expect(await rendered('### Go')).toBe('<h3 id="go">Go</h3>');
  });

  it('leaves code as it is, blank lines and marks included', async () => {
    expect(await rendered('Text', '```js', '# no', '', '<a> `b`', '```', 'More')).toBe(
      '<p>Text</p><pre tabindex="0" data-language="js"><code># no\n\n&lt;a&gt; `b`</code></pre><p>More</p>',
    );
  });

  it('needs an end of code', () => {
    expect(() => renderMarkdown('```js\nx')).toThrow('has no end');
  });

  it('joins the lines of an item', async () => {
    expect(await rendered('- one', '  goes on', '- two')).toBe('<ul><li>one goes on</li><li>two</li></ul>');
    expect(await rendered('1. one', '2. two', '   goes on')).toBe(
      '<ol><li>one</li><li>two goes on</li></ol>',
    );
  });

  it('makes tables, with a head where it says something', async () => {
    const named = await rendered('| A | B |', '|---|---|', '| `a` | b |');
    const unnamed = await rendered('| | |', '|---|---|', '| a | b |');

    expect(named).toContain('<thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>');
    expect(named).toContain('<tbody><tr><td><code>a</code></td><td>b</td></tr></tbody>');
    expect(unnamed).not.toContain('thead');
  });
});
