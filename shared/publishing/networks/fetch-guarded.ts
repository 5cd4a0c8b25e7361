import { type HttpClient, HttpFailureError } from '#shared/platform/network/http-client.ts';

/** Statuses of responses that have no body, for which `Response` accepts none. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The guarded HTTP client as `fetch`, for a library that expects it. It sends POSTs with a text. @throws HttpFailureError */
export function fetchGuarded(http: HttpClient): typeof fetch {
  return async (...request) => {
    const sent = new Request(...request);
    // A library names itself here, but the server must see this platform.
    sent.headers.delete('user-agent');
    const {
      status,
      headers: received,
      text,
    } = await http({
      method: 'POST',
      url: sent.url,
      headers: Object.fromEntries(sent.headers),
      body: [new Uint8Array(await sent.arrayBuffer())],
    });
    // LinkedIn responds with 999 to clients that look like robots.
    if (status < 200 || status > 599)
      throw new HttpFailureError('unknown', `The server responded with the invalid status ${status}.`);
    const type = received['content-type'];
    return new Response(WITHOUT_BODY.has(status) ? null : text, {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
