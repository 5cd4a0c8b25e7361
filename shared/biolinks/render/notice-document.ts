import { html } from 'hono/html';
import { pageDocument, type PageDocument } from './document.ts';
import { PLAIN_THEME_CSS } from './theme-css.ts';

type Notice = { readonly title: string; readonly sentence: string };

/** What a visitor is told instead of a page, by status. */
const NOTICES: Readonly<Record<number, Notice>> = {
  400: { title: 'That did not work', sentence: 'The request could not be read. Go back and try again.' },
  403: {
    title: 'Not from here',
    sentence: 'The form was sent from another site. Open the page itself and try again there.',
  },
  404: {
    title: 'No page here',
    sentence: 'There is no page at this address. Check the link for typing errors.',
  },
  410: { title: 'This page is gone', sentence: 'It was closed because it broke the rules of this service.' },
  413: { title: 'That was too much', sentence: 'What was sent is too long. Go back and try again.' },
  415: { title: 'That did not work', sentence: 'Only the form of the page itself is understood here.' },
  503: {
    title: 'Back in a moment',
    sentence: 'The page cannot be shown right now. Try again in a few seconds.',
  },
};
const OWN_FAULT: Notice = {
  title: 'Something went wrong',
  sentence: 'The fault is on our side. Try again, and quote the number below if you write to us.',
};

/** A friendly document for a status that is no page. A number to quote is shown where the fault is ours. */
export function noticeDocument(status: number, isHttps: boolean, requestId?: string): Promise<PageDocument> {
  const { title, sentence } = NOTICES[status] ?? OWN_FAULT;
  return pageDocument({
    title,
    look: PLAIN_THEME_CSS,
    icon: { letter: '', color: '#2456d3', text: '#ffffff' },
    noindex: true,
    body: html`<main class="centre"><div class="card">
<p class="status" aria-hidden="true">${status}</p>
<h1>${title}</h1>
<p>${sentence}</p>
${requestId !== undefined && status >= 500 && html`<p><code>${requestId}</code></p>`}
</div></main>`,
    isHttps,
  });
}
