import { html } from 'hono/html';

/** Escaped HTML as the template tag gives it. */
export type Markup = ReturnType<typeof html>;

/** A part of a text between blank lines. */
type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

const FENCE = /^```(\w*)$/u;
const HEADING = /^(#{1,3}) (.+)$/u;
const ITEM = /^(?:-|\d+\.) (.+)$/u;
const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)|\*\*([^*]+)\*\*/gu;

/**
 * The part of CommonMark that the guides in `docs/api` are written in: headings, paragraphs, fenced code, flat lists and tables;
 * code, links and strong text in lines. Everything else is shown as it is written, never as HTML.
 */
export function renderMarkdown(text: string): Markup[] {
  return blocksOf(text).map(render);
}

/** Code, links and strong text of one line or paragraph. */
export function renderInline(text: string): Markup[] {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label, target, strong] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (label !== undefined) parts.push(html`<a href="${target}">${renderInline(label)}</a>`);
    else parts.push(html`<strong>${renderInline(strong ?? '')}</strong>`);
    end = match.index + whole.length;
  }
  return [...parts, html`${text.slice(end)}`];
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const language = FENCE.exec(line)?.[1];
    if (language !== undefined) {
      const end = lines.indexOf('```');
      if (end === -1) throw new Error(`The code after ${line} has no end`);
      blocks.push({ kind: 'code', language, text: lines.splice(0, end).join('\n') });
      lines.shift();
    } else if (line.trim() !== '') {
      const end = lines.findIndex((next) => next.trim() === '' || FENCE.test(next));
      blocks.push(toBlock([line, ...lines.splice(0, end === -1 ? lines.length : end)]));
    }
  }
  return blocks;
}

function toBlock(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const [, marks, title] = HEADING.exec(first) ?? [];
  if (marks !== undefined && title !== undefined)
    return { kind: 'heading', level: marks.length, text: title };
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return { kind: 'table', head, rows };
  }
  if (!ITEM.test(first)) return { kind: 'paragraph', text: lines.join(' ') };
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line)?.[1];
    items.push(item ?? `${items.pop() ?? ''} ${line.trim()}`);
  }
  return { kind: 'list', ordered: !first.startsWith('-'), items };
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replaceAll(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim());
}

function render(block: Block): Markup {
  switch (block.kind) {
    case 'heading':
      return heading(block.level, block.text);
    case 'code':
      return html`<pre tabindex="0" data-language="${block.language}"><code>${block.text}</code></pre>`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${renderInline(item)}</li>`);
      return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'table':
      return table(block.head, block.rows);
    default:
      return html`<p>${renderInline(block.text)}</p>`;
  }
}

function heading(level: number, text: string): Markup {
  const id = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
  if (level === 1) return html`<h1>${renderInline(text)}</h1>`;
  return level === 2
    ? html`<h2 id="${id}">${renderInline(text)}</h2>`
    : html`<h3 id="${id}">${renderInline(text)}</h3>`;
}

/** Wider than a phone at times, so it scrolls by itself. A head of empty cells is there for Markdown only. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  const columns = head.map((cell) =>
    cell === '' ? html`<td></td>` : html`<th scope="col">${renderInline(cell)}</th>`,
  );
  const body = rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${renderInline(cell)}</td>`)}</tr>`,
  );
  const isNamed = head.some((cell) => cell !== '');
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${isNamed && html`<thead><tr>${columns}</tr></thead>`}<tbody>${body}</tbody></table></div>`;
}
