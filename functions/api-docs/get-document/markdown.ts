import { type html, raw } from 'hono/html';
import { escapeToBuffer } from 'hono/utils/html';
import { Marked, type Tokens } from 'marked';

/** Escaped HTML, as the template tag returns it. */
export type Markup = ReturnType<typeof html>;

const marked = new Marked({
  renderer: {
    /** HTML in a Markdown text is shown as text. */
    html: ({ text }) => escaped(text),
    heading({ depth, text, tokens }) {
      const inside = this.parser.parseInline(tokens);
      return depth === 1
        ? `<h1>${inside}</h1>\n`
        : `<h${depth} id="${toFragmentId(text)}">${inside}</h${depth}>\n`;
    },
    /** Lines that are wider than a phone scroll, also by keyboard. */
    code: ({ text, lang = '' }) =>
      `<pre tabindex="0" data-language="${escaped(lang)}"><code>${escaped(text)}</code></pre>\n`,
    table({ header, rows }) {
      const line = (cells: readonly Tokens.TableCell[]) =>
        `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`;
      // Markdown requires a head row; an empty one is not shown.
      const head = header.some(({ text }) => text !== '') ? `<thead>${line(header)}</thead>` : '';
      return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows.map(line).join('')}</tbody></table></div>\n`;
    },
    tablecell({ header, text, tokens }) {
      const inside = this.parser.parseInline(tokens);
      return header && text !== '' ? `<th scope="col">${inside}</th>` : `<td>${inside}</td>`;
    },
  },
});

/** Renders a guide of `docs/api`, written in GitHub's Markdown, with ids for its sections. */
export function renderMarkdown(text: string): Markup {
  return raw(marked.parse(text, { async: false }));
}

function toFragmentId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

function escaped(text: string): string {
  const buffer: [string] = [''];
  escapeToBuffer(text, buffer);
  return buffer[0];
}
