import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { mailLinkParameter } from '#shared/webhooks/http/mail-link-parameter.ts';

export const operation = defineOperation({
  name: 'answer-notification-mail',
  product: 'webhooks',
  summary: 'Confirm an address or unsubscribe',
  description:
    'The button on the page of a link sends this request. Mail programs also send it to unsubscribe with one click (RFC 8058). A link to ' +
    'confirm works once, for two days; a link to unsubscribe works as long as the notification target exists.',
  routes: [
    { method: 'POST', path: '/notification-mail/{link}' },
    {
      method: 'GET',
      path: '/notification-mail/{link}',
      docs: {
        id: 'showNotificationMail',
        summary: 'Show the page of a link in a mail',
        description: 'Shows a button to confirm the address or to unsubscribe, and changes nothing.',
        mediaType: 'text/html',
      },
    },
  ],
  access: { kind: 'public' },
  // Mails of earlier versions can name any host that reaches the stage.
  servedAt: 'any',
  params: { link: mailLinkParameter },
  query: anyQuery,
  uses: ['get-notification-targets', 'put-notification-targets'],
  htmlErrors: true,
  responses: { 200: htmlText, 404: htmlText },
});
