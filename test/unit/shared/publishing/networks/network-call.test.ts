import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { HttpFailureError } from '#shared/platform/network/http-client.ts';
import type { HttpReply, HttpClient, HttpRequest } from '#shared/platform/network/http-client.ts';
import { createNetworkClient } from '#shared/publishing/networks/network-call.ts';
import { PublishingStopError } from '#shared/publishing/networks/publishing-stop.ts';
import type { Stop } from '#shared/publishing/networks/publishing-stop.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const CALL = { method: 'POST', url: 'https://social.example/', headers: {} } as const;
const SCHEMA = v.object({ id: v.string() });

/** A network that returns what the test wants; the header `reset` is seconds from now. */
function open(say: (request: HttpRequest) => Partial<HttpReply> | Error) {
  const clock = createTestClock();
  const http: HttpClient = async (request) => {
    const said = say(request);
    if (said instanceof Error) throw said;
    return { status: 200, headers: {}, text: '{"id":"1"}', ...said };
  };
  const network = createNetworkClient(
    { http, clock },
    {
      readError: (status, body) => ({ text: JSON.stringify(body) ?? '', unauthorised: status === 401 }),
      readReset: ({ reset }) => (reset === undefined ? null : secondsAfterNow(Number(reset))),
    },
    ['tok-1234'],
  );
  return { network, clock };
}

async function stopOf(say: Parameters<typeof open>[0], posts = false): Promise<Stop> {
  const { network } = open(say);
  try {
    await network.call({ ...CALL, posts }, SCHEMA);
  } catch (error) {
    if (error instanceof PublishingStopError) return error.stop;
    throw error;
  }
  throw new Error('nothing stopped');
}

const NOT_FOUND = 'The social network responded with 404 Not Found. Correct what the social network rejects.';

describe('a call to a network', () => {
  it('returns what the schema reads', async () => {
    const { network } = open(() => ({ status: 201, text: '{"id":"7","more":true}' }));

    expect(await network.call(CALL, SCHEMA)).toEqual({ id: '7' });
  });

  it.each([
    ['blocked', false, { kind: 'failed', error: { code: 'address_refused', detail: 'No.' } }],
    ['blocked', true, { kind: 'failed' }],
    [
      'not_sent',
      true,
      { kind: 'retry', unknown: false, error: { code: 'network_unavailable', detail: 'No.' } },
    ],
    ['unknown', true, { kind: 'retry', unknown: true }],
    ['unknown', false, { kind: 'retry', unknown: false }],
  ] as const)('without a response, %s, posting: %s, ends as expected', async (kind, posts, expected) => {
    expect(await stopOf(() => new HttpFailureError(kind, 'No.'), posts)).toMatchObject(expected);
  });

  it('rethrows an internal error', async () => {
    const { network } = open(() => new TypeError('a bug'));

    await expect(network.call(CALL, SCHEMA)).rejects.toThrow(new TypeError('a bug'));
  });

  it.each([
    [200, '<html>', true, { kind: 'retry', unknown: true, error: { code: 'network_unavailable' } }],
    [200, '{"id":7}', false, { kind: 'retry', unknown: false }],
    [301, '', true, { kind: 'failed', error: { code: 'network_refused' } }],
    [304, '', true, { kind: 'failed' }],
    [400, '{}', true, { kind: 'failed', error: { code: 'network_refused' } }],
    [401, '{}', true, { kind: 'unauthorised', error: { code: 'credentials_refused' } }],
    [404, '', true, { kind: 'failed', error: { detail: NOT_FOUND } }],
    [403, '<html>', true, { kind: 'retry', unknown: false, error: { code: 'network_unavailable' } }],
    [408, '', true, { kind: 'retry', unknown: false }],
    [425, '', true, { kind: 'retry', unknown: false }],
    [429, '{}', true, { kind: 'retry', unknown: false, notBefore: null, error: { code: 'rate_limited' } }],
    [500, '{}', true, { kind: 'retry', unknown: true, error: { code: 'network_unavailable' } }],
    [503, '{}', false, { kind: 'retry', unknown: false }],
    [999, '', false, { kind: 'retry', unknown: false }],
  ] as const)(
    'with the response %s and %j, posting: %s, ends as expected',
    async (status, text, posts, expected) => {
      expect(await stopOf(() => ({ status, text }), posts)).toMatchObject(expected);
    },
  );

  it.each([
    [429, { reset: '60' }, secondsAfterNow(60)],
    [429, { 'retry-after': '30' }, secondsAfterNow(30)],
    [429, { reset: '60', 'retry-after': '30' }, secondsAfterNow(60)],
    [429, { reset: '-5' }, null],
    [429, { reset: 'NaN' }, null],
    [429, { 'retry-after': 'soon' }, null],
    [429, { 'retry-after': '9'.repeat(60) }, secondsAfterNow(86_400)],
    [503, { 'retry-after': '30' }, secondsAfterNow(30)],
    [503, { reset: '60' }, null],
  ] as const)(
    'with the response %s and the headers %j waits until %s',
    async (status, headers, notBefore) => {
      expect(await stopOf(() => ({ status, headers, text: '{}' }))).toMatchObject({
        kind: 'retry',
        notBefore,
      });
    },
  );

  it.each([400, 401, 429, 500])(
    'with the response %s never repeats a secret that the network repeats',
    async (status) => {
      const stop = await stopOf(() => ({ status, text: '{"error":"no tok-1234"}' }));

      expect(JSON.stringify(stop)).not.toContain('tok-1234');
      expect(stop.error.detail).toContain('[removed]');
    },
  );

  it('is not made when the attempt has lasted too long', async () => {
    const { network, clock } = open(() => ({}));
    clock.advance(149);
    expect(await network.call(CALL, SCHEMA)).toEqual({ id: '1' });
    clock.advance(1);

    await expect(network.call({ ...CALL, posts: true }, SCHEMA)).rejects.toMatchObject({
      stop: { kind: 'retry', unknown: false, error: { code: 'attempt_too_long' } },
    });
  });

  it('limits an upload to the remaining time of the attempt', async () => {
    const limits: (number | undefined)[] = [];
    const { network, clock } = open(({ deadlineMs }) => {
      limits.push(deadlineMs);
      return {};
    });
    await network.call({ ...CALL, deadlineMs: 60_000 }, SCHEMA);
    clock.advance(120);
    await network.call({ ...CALL, deadlineMs: 60_000 }, SCHEMA);
    await network.call(CALL, SCHEMA);

    expect(limits).toEqual([60_000, 30_000, undefined]);
  });
});
