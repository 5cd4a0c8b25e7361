import * as v from 'valibot';
import { publicBlockParameter, slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'submit-signup',
  product: 'biolinks',
  summary: 'Sign up on a page',
  description:
    'The form of a block of type `signup` sends this request. The request is accepted only from the origin of the page. It creates a contact ' +
    'with `platform: biolink`. If a contact has this address already, the request adds only the consent to that contact. The response is ' +
    'the same in both cases: a redirect to the page, which then shows `thanks`. Emits `salesbot.contact.created` or ' +
    '`salesbot.contact.updated`. The page shows the form again if the form has mistakes (422), or if its `consent` has changed since the ' +
    'visitor opened the page (409). An error page asks the visitor to reload the page if the page has moved or asks for its password (409).',
  routes: [{ method: 'POST', path: '/{slug}/subscribe/{block}' }],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: { slug: slugParameter, block: publicBlockParameter },
  query: anyQuery,
  uses: [
    'get-hosts',
    'get-slugs',
    'query-pages',
    'get-token-keys',
    'put-token-keys',
    'seal-page-access-token',
    'open-page-access-token',
    'update-unlock-attempts',
    'get-contact-hash-keys',
    'put-contact-hash-keys',
    'get-contact-addresses',
    'put-contact-addresses',
    'get-contacts',
    'put-contacts',
    'update-contacts',
    'get-directories',
    'put-events',
    'update-quotas',
    'api-hosts',
    'page-host',
  ],
  htmlErrors: true,
  form: v.object({
    email: withDescription(v.string(), 'The e-mail address of the visitor'),
    name: v.optional(withDescription(v.string(), 'The name, if the form asks for it; can be empty')),
    consent: withDescription(v.literal('yes'), 'That the visitor agrees to the text of the form'),
    version: withDescription(v.string(), 'The version of the text that the form showed'),
    website: v.optional(
      withDescription(v.string(), 'A field that people do not see. If it is filled in, nothing is stored'),
    ),
  }),
  responses: {
    303: null,
    403: htmlText,
    404: htmlText,
    409: htmlText,
    410: htmlText,
    422: htmlText,
    429: htmlText,
  },
  errors: ['unsupported_media_type'],
});
