import { validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import { defineBehaviour, type Behaviour } from './define-behaviour.ts';
import { drip, replyLate, reply, reset, sendGarbage, truncate } from './responses.ts';

const EVERY = Number.POSITIVE_INFINITY;
const FAILING = 'failing as asked';
const ASKED = 'responding as requested';

const seconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}(\.\d{1,3})?$/, 'must be seconds from 0 to 9999'),
  v.transform(Number),
);
const headerValue = v.pipe(v.string(), v.check(isHeaderValue, 'is not a valid header value'));
const retryAfter = { 'retry-after': v.optional(headerValue) };

/** All behaviours. An unknown path returns 404 with this list. */
export const BEHAVIOURS: readonly Behaviour[] = [
  defineBehaviour({
    name: 'ok',
    path: '/hooks/…',
    description:
      'Returns 200, whether the delivery verifies or not; see GET /requests. Any further path and query.',
    pattern: /^\/(?:hooks(?:\/.*)?)?$/,
    query: retryAfter,
    foreignQuery: true,
    attempts: 0,
    play: (play, query) => reply(play, 500, FAILING, headersOf(query)),
  }),
  defineBehaviour({
    name: 'strict',
    path: '/strict',
    description: 'Returns 200 if the delivery verifies, otherwise 401, as your server should.',
    pattern: /^\/strict$/,
    query: {},
    attempts: EVERY,
    play: (play) =>
      play.isVerified() ? reply(play, 200, 'verified') : reply(play, 401, 'this delivery does not verify'),
  }),
  defineBehaviour({
    name: 'status',
    path: '/status/{200–599}?retry-after=30',
    description:
      'Returns this status with this Retry-After (any text, such as seconds, a date or an invalid value).',
    pattern: /^\/status\/([2-5]\d\d)$/,
    query: retryAfter,
    attempts: EVERY,
    play: (play, query, status) => reply(play, Number(status), ASKED, headersOf(query)),
  }),
  defineBehaviour({
    name: 'gone',
    path: '/gone',
    description: 'Returns 410, like a receiver that was permanently shut down.',
    pattern: /^\/gone$/,
    query: {},
    attempts: EVERY,
    play: (play) => reply(play, 410, 'permanently gone'),
  }),
  defineBehaviour({
    name: 'redirect',
    path: '/redirect?to=/hooks&status=302',
    description: 'Redirects with 301, 302, 303, 307 or 308. The platform never follows the redirect.',
    pattern: /^\/redirect$/,
    query: {
      to: v.optional(headerValue, '/hooks/redirected'),
      status: v.optional(v.picklist(['301', '302', '303', '307', '308'], 'must be a redirect status'), '302'),
    },
    attempts: EVERY,
    play: (play, { to, status }) => reply(play, Number(status), ASKED, { location: to }),
  }),
  defineBehaviour({
    name: 'flaky',
    path: '/flaky?fail=2&retry-after=1',
    description: 'Returns 500 for the first attempts of each delivery, then 200.',
    pattern: /^\/flaky$/,
    query: retryAfter,
    attempts: 2,
    play: (play, query) => reply(play, 500, FAILING, headersOf(query)),
  }),
  defineBehaviour({
    name: 'slow',
    path: '/slow?seconds=3',
    description: 'Returns 200 after some seconds; the timeout of a delivery is 8 s.',
    pattern: /^\/slow$/,
    query: { seconds: v.optional(seconds, '3') },
    attempts: EVERY,
    play: (play, query) => replyLate(play, query.seconds),
  }),
  defineBehaviour({
    name: 'hang',
    path: '/hang',
    description: 'Never responds and keeps the connection open until the client disconnects.',
    pattern: /^\/hang$/,
    query: {},
    attempts: EVERY,
    play: () => {},
  }),
  defineBehaviour({
    name: 'reset',
    path: '/reset',
    description: 'Reads the request and resets the connection.',
    pattern: /^\/reset$/,
    query: {},
    attempts: EVERY,
    play: reset,
  }),
  defineBehaviour({
    name: 'garbage',
    path: '/garbage',
    description: 'Responds with bytes that are not HTTP.',
    pattern: /^\/garbage$/,
    query: {},
    attempts: EVERY,
    play: sendGarbage,
  }),
  defineBehaviour({
    name: 'drip',
    path: '/drip?seconds=1',
    description:
      'Returns 200 at one byte per second: the connection stays active, but the timeout expires first.',
    pattern: /^\/drip$/,
    query: { seconds: v.optional(seconds, '1') },
    attempts: EVERY,
    play: (play, query) => drip(play, query.seconds),
  }),
  defineBehaviour({
    name: 'truncated',
    path: '/truncated/{200–599}',
    description: 'Returns this status and closes the connection within the body; the status still counts.',
    pattern: /^\/truncated\/([2-5]\d\d)$/,
    query: {},
    attempts: EVERY,
    play: (play, _query, status) => truncate(play, Number(status)),
  }),
];

/** Parameters of every behaviour, for the list. */
export const EVERYWHERE = {
  'fail=n': 'Apply the behaviour only to the first n attempts of each delivery; later ones return 200.',
  'secret=new,old': 'Verify only with the secrets of these names; by default with every known secret.',
} as const;

function headersOf(query: { 'retry-after'?: string | undefined }): Record<string, string> {
  const wait = query['retry-after'];
  return wait === undefined ? {} : { 'retry-after': wait };
}

function isHeaderValue(text: string): boolean {
  try {
    validateHeaderValue('x-any', text);
    return true;
  } catch {
    return false;
  }
}
