import { noticePage } from '#shared/platform/render/notice-page.ts';
import type { PageDocument } from './document.ts';

type ErrorText = { readonly title: string; readonly sentence: string };

/** Error pages for visitors, by status. */
const ERROR_TEXTS: Readonly<Record<number, ErrorText>> = {
  400: { title: 'Invalid request', sentence: 'We could not read the request. Go back and try again.' },
  403: {
    title: 'Request blocked',
    sentence: 'The form was sent from a different site. Open the page directly and try again.',
  },
  404: {
    title: 'Page not found',
    sentence: 'There is no page at this address. Check the link for typos.',
  },
  409: {
    title: 'Nothing was saved',
    sentence:
      'The page has changed since you opened it, or asks for a confirmation again. Go back, reload the page and send the form again.',
  },
  410: {
    title: 'This page is gone',
    sentence: 'It was removed because it violated the terms of this service.',
  },
  413: { title: 'Too much text', sentence: 'The form contains too much text. Go back and try again.' },
  415: { title: 'Invalid request', sentence: 'Open the page and use the form on it.' },
  503: {
    title: 'Back in a moment',
    sentence: 'The page cannot be shown right now. Try again in a few seconds.',
  },
};
const SERVER_ERROR: ErrorText = {
  title: 'Something went wrong',
  sentence: 'The problem is on our side. Try again. If you contact us, include the ID below.',
};

/** An error page for visitors. Server errors show the request id, so that a visitor can quote it. */
export function errorDocument(status: number, isHttps: boolean, requestId?: string): Promise<PageDocument> {
  const { title, sentence } = ERROR_TEXTS[status] ?? SERVER_ERROR;
  const shownId = status >= 500 ? requestId : undefined;
  return noticePage({ title, sentence, status, requestId: shownId, isNamed: false }, isHttps);
}
