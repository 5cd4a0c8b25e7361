/** What the reference says before the first operation, in Markdown. */
export const INTRODUCTION = `Social publishing, bio-link pages, broadcasts and signed webhooks, per workspace.

Guides: [receiving webhooks](/docs/webhooks) · [error codes](/docs/errors) · [compatibility](/docs/compatibility).

## First call

\`\`\`sh
curl $BASE_URL/api/v1/me -H 'Authorization: Bearer wsk_…'
\`\`\`

Every request carries a workspace API key, as \`Authorization: Bearer wsk_…\` or as \`x-api-key: wsk_…\`. A key acts for one member in
one workspace and has permissions of its own: each operation says which it needs. Keys are secrets of servers. Browsers may call
the API, but a key in a page is a key in the open.

## Refusals

What the API refuses it refuses by a problem document (RFC 9457). Switch on \`code\`; \`detail\` says in words what to change, and \`errors\` lists every
finding of a request that is not valid, each with a pointer into the body. A request that is refused has changed nothing.

The gateway in front of the API can answer before it, or in its place: 413, 429, 500 and 503 can come as plain JSON with a
\`message\`. Go by the status there.

## Repeating requests

Send an \`Idempotency-Key\` with a POST: the same request under the same key within 24 hours is carried out once and answered alike.
After 429 or 5xx repeat the request with the same key: after \`Retry-After\` if there is one, else some seconds later, and
later each time.

## Revisions

What several people edit carries its revision as \`ETag\`. Send it back as \`If-Match\`, in its quotes: if somebody was faster, you are
told so with 412 and nobody's work is overwritten.

## Lists

Lists are read page by page: send \`next_cursor\` of one page as \`cursor\` of the next, with the same other parameters, until
\`has_more\` is false.`;
