import { raw } from 'hono/html';
import { escapeToBuffer } from 'hono/utils/html';
import { Marked, type Token, type Tokens } from 'marked';
import type { Markup } from '#shared/platform/render/markup.ts';

const marked = new Marked({
  renderer: {
    /** HTML in a Markdown text is shown as text. */
    html: ({ text }) => escaped(text),
    /** A section is its own link, so that people can copy the address. A link cannot be in another one. */
    heading({ depth, text, tokens }) {
      const inside = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${inside}</h1>\n`;
      const id = toFragmentId(text);
      const linked = tokens.some(isLink) ? inside : `<a href="#${id}">${inside}</a>`;
      return `<h${depth} id="${id}">${linked}</h${depth}>\n`;
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

/** A section of a guide: its fragment, and its heading without markup. */
export type Section = { readonly id: string; readonly name: string };

/** The sections of a guide, for the list beside it. */
export function sectionsOf(text: string): readonly Section[] {
  return marked
    .lexer(text)
    .filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2)
    .map(({ text: heading }) => ({ id: toFragmentId(heading), name: heading.replaceAll('`', '') }));
}

function isLink({ type }: Token): boolean {
  return type === 'link';
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
