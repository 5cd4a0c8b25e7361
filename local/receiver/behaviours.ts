import { validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import { drip, replyLate, reply, reset, talkNonsense, truncate } from './answers.ts';
import { defineBehaviour, type Behaviour } from './define-behaviour.ts';

const EVERY = Number.POSITIVE_INFINITY;
const FAILING = 'failing as asked';
const ASKED = 'answering as asked';

const seconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}(\.\d{1,3})?$/, 'has to be seconds from 0 to 9999'),
  v.transform(Number),
);
const headerValue = v.pipe(v.string(), v.check(isHeaderValue, 'cannot be the value of a header'));
const retryAfter = { 'retry-after': v.optional(headerValue) };

/** All there is: a path that none of them knows is answered 404 with this list. */
export const BEHAVIOURS: readonly Behaviour[] = [
  defineBehaviour({
    name: 'ok',
    path: '/hooks/…',
    description: 'Answers 200, verified or not; the list tells. Further path and query are yours.',
    pattern: /^\/(?:hooks(?:\/.*)?)?$/,
    query: retryAfter,
    foreignQuery: true,
    attempts: 0,
    play: (play, query) => reply(play, 500, FAILING, headersOf(query)),
  }),
  defineBehaviour({
    name: 'strict',
    path: '/strict',
    description: 'Answers 200 if the delivery verifies and 401 if not, as your server should.',
    pattern: /^\/strict$/,
    query: {},
    attempts: EVERY,
    play: (play) =>
      play.isVerified() ? reply(play, 200, 'verified') : reply(play, 401, 'this delivery does not verify'),
  }),
  defineBehaviour({
    name: 'status',
    path: '/status/{200–599}?retry-after=30',
    description: 'Answers this status, with this Retry-After (any text, dates and nonsense too).',
    pattern: /^\/status\/([2-5]\d\d)$/,
    query: retryAfter,
    attempts: EVERY,
    play: (play, query, status) => reply(play, Number(status), ASKED, headersOf(query)),
  }),
  defineBehaviour({
    name: 'gone',
    path: '/gone',
    description: 'Answers 410, as a receiver that is shut down for good.',
    pattern: /^\/gone$/,
    query: {},
    attempts: EVERY,
    play: (play) => reply(play, 410, 'gone for good'),
  }),
  defineBehaviour({
    name: 'redirect',
    path: '/redirect?to=/hooks&status=302',
    description: 'Answers 301, 302, 303, 307 or 308 to another place, which nobody should ever call.',
    pattern: /^\/redirect$/,
    query: {
      to: v.optional(headerValue, '/hooks/redirected'),
      status: v.optional(v.picklist(['301', '302', '303', '307', '308'], 'has to be a redirect'), '302'),
    },
    attempts: EVERY,
    play: (play, { to, status }) => reply(play, Number(status), ASKED, { location: to }),
  }),
  defineBehaviour({
    name: 'flaky',
    path: '/flaky?fail=2&retry-after=1',
    description: 'Answers 500 to the first attempts of each delivery, 200 to the next.',
    pattern: /^\/flaky$/,
    query: retryAfter,
    attempts: 2,
    play: (play, query) => reply(play, 500, FAILING, headersOf(query)),
  }),
  defineBehaviour({
    name: 'slow',
    path: '/slow?seconds=3',
    description: 'Answers 200 after some seconds; a delivery waits 8.',
    pattern: /^\/slow$/,
    query: { seconds: v.optional(seconds, '3') },
    attempts: EVERY,
    play: (play, query) => replyLate(play, query.seconds),
  }),
  defineBehaviour({
    name: 'hang',
    path: '/hang',
    description: 'Never answers and keeps the connection open until the client leaves.',
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
    description: 'Answers with bytes that are no HTTP.',
    pattern: /^\/garbage$/,
    query: {},
    attempts: EVERY,
    play: talkNonsense,
  }),
  defineBehaviour({
    name: 'drip',
    path: '/drip?seconds=1',
    description:
      'Answers 200, one byte per second from the first on: alive all the time, never done in time.',
    pattern: /^\/drip$/,
    query: { seconds: v.optional(seconds, '1') },
    attempts: EVERY,
    play: (play, query) => drip(play, query.seconds),
  }),
  defineBehaviour({
    name: 'truncated',
    path: '/truncated/{200–599}',
    description: 'Answers this status and breaks off in the body; the status counts all the same.',
    pattern: /^\/truncated\/([2-5]\d\d)$/,
    query: {},
    attempts: EVERY,
    play: (play, _query, status) => truncate(play, Number(status)),
  }),
];

/** What the list of behaviours says about parameters that each of them takes. */
export const EVERYWHERE = {
  'fail=n': 'Only the first n attempts of each delivery are treated so, later ones are answered 200.',
  'secret=new,old': 'Verify with the secrets of these names only; otherwise with every secret known.',
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
