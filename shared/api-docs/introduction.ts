/** The introduction of the reference, in Markdown. */
export const INTRODUCTION = `Social publishing, bio-link pages, broadcasts and signed webhooks, per workspace.

Guides: [receiving webhooks](/docs/webhooks) · [error codes](/docs/errors) · [compatibility](/docs/compatibility) · [sending a broadcast](/docs/broadcasts) · [coming from Mixpost](/docs/coming-from-mixpost).

## First call

\`\`\`sh
BASE_URL=https://api.example.com
curl $BASE_URL/api/v1/me -H 'Authorization: Bearer wsk_…'
\`\`\`

\`BASE_URL\` is the scheme and host that serve this document.

Requests to paths under \`/api\` and \`/os/api\` carry a workspace API key, as \`Authorization: Bearer wsk_…\` or as
\`x-api-key: wsk_…\`. A key acts for one member of
one workspace and has its own permissions. Each operation lists the permissions that it requires. Most permissions begin with a
product: \`publishing\` (social posts), \`biolinks\` (bio-link pages), \`salesbot\` (messaging: contacts, broadcasts and events) or \`workspace\`
(members, keys and settings). Keep keys on
servers. The API also accepts requests from browsers, but everyone who opens a web page can read a key in its code.

## Errors

Errors are returned as problem details (RFC 9457). Use \`code\` in programs. \`detail\` explains what to change, and \`errors\` lists all
validation errors of a request, each with a pointer into the body or the name of the parameter or header. A request that returns a 4xx
status has changed nothing. After a 5xx status, the change may have been made: repeat the request with the same \`Idempotency-Key\`.

The gateway in front of the API can respond instead of the API. Its responses with status 413, 429, 500 and 503 are plain JSON with
a \`message\`: use only the status.

## Retries

Send an \`Idempotency-Key\` with each POST. If the same request is repeated with the same key within 24 hours, it is not executed
again: the stored response is returned. After 429 or 5xx, retry the request with the same key. Wait for the time in \`Retry-After\` if
the response has the header. Otherwise, wait some seconds, and increase the delay with each retry.

## Revisions

Resources that several people edit have a revision, which is returned as \`ETag\`. Send it back as \`If-Match\`, including the quotes.
If the resource has changed in the meantime, the response is 412 and no change is overwritten.

## Lists

Lists are paginated. To get the next page, send \`next_cursor\` as \`cursor\` with the same other parameters, until \`has_more\` is false.`;
