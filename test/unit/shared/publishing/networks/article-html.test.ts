import { describe, expect, it } from 'vitest';
import { articleHtml, escapeHtml } from '#shared/publishing/networks/article-html.ts';

describe('articleHtml', () => {
  it('makes paragraphs and line breaks', () => {
    expect(articleHtml('One\ntwo\r\nthree\n \n\nFour', null, [])).toBe(
      '<p>One<br>two<br>three</p>\n\n<p>Four</p>',
    );
  });

  it('links URLs without the punctuation after them', () => {
    expect(articleHtml('See (https://example.com/?q="x"), please', null, [])).toBe(
      '<p>See (<a href="https://example.com/?q=%22x">https://example.com/?q=&quot;x</a>&quot;), please</p>',
    );
  });

  it('adds the link unless the text contains it', () => {
    const link = 'https://example.com/?a=1&b=2';
    const anchor = '<a href="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</a>';

    expect(articleHtml('', link, [])).toBe(`<p>${anchor}</p>`);
    expect(articleHtml(link, link, [])).toBe(`<p>${anchor}</p>`);
  });

  it('links no other schemes', () => {
    expect(articleHtml('javascript:alert(1) data:text/html,x', null, [])).not.toContain('<a');
  });

  it('shows images with their alternative texts', () => {
    expect(articleHtml('', null, [{ url: 'https://a.example/"1".png', altText: '"A" <lamp>' }])).toBe(
      '<figure class="wp-block-image"><img src="https://a.example/&quot;1&quot;.png" ' +
        'alt="&quot;A&quot; &lt;lamp&gt;"></figure>',
    );
    expect(articleHtml('', null, [{ url: 'https://a.example/1.png', altText: null }])).toContain('alt=""');
  });
});

describe('escapeHtml', () => {
  it('leaves no character of HTML, of a block or of a shortcode', () => {
    expect(escapeHtml(`<!-- wp:html --><b a='1' c="2">&</b> [gallery ids="1"]`)).toBe(
      '&lt;!-- wp:html --&gt;&lt;b a=&#039;1&#039; c=&quot;2&quot;&gt;&amp;&lt;/b&gt; ' +
        '&#091;gallery ids=&quot;1&quot;&#093;',
    );
  });
});
