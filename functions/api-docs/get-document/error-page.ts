import { html } from 'hono/html';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { STATUS_CODES } from '#shared/platform/network/node-http.ts';
import type { Markup } from '#shared/platform/render/markup.ts';
import { readErrorSections } from './error-sections.ts';
import { renderMarkdown } from './markdown.ts';

/**
 * The page of all error codes: an index by status, then one section per code. The id of a section is the code, which the `type`
 * of a problem document links to (docs/specification.md#problem-documents).
 */
export function errorPage(markdown: string): Markup {
  const { introduction, sections } = readErrorSections(markdown);
  const byStatus = [...Map.groupBy(sections, ({ code }) => PROBLEMS[code].status)].toSorted(
    ([a], [b]) => a - b,
  );
  return html`${renderMarkdown(introduction)}
<nav aria-label="Codes by status">
${byStatus.map(
  ([status, ofStatus]) => html`<h2 id="status-${status}">${status} ${STATUS_CODES[status]}</h2>
<ul class="codes">${ofStatus.map(
    ({ code }) => html`<li><a href="#${code}"><code>${code}</code></a> ${PROBLEMS[code].title}</li>`,
  )}</ul>
`,
)}</nav>
${sections.map(
  ({ code, text }) => html`<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="status">${PROBLEMS[code].status}</span></h2>
<p class="title">${PROBLEMS[code].title}</p>
${renderMarkdown(text)}
</section>
`,
)}`;
}
