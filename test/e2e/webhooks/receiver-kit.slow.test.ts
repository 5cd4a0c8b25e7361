// Slow: it waits for receivers that hang: two time-outs of 8 seconds.
import { beforeAll, describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

type Listed = {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly verified: boolean;
  readonly verified_with: readonly string[];
  readonly answer: { readonly behaviour: string; readonly status: number | null };
};

type Attempt = { readonly started_at: string };

const FAILED = { state: 'failed', reason: 'receiver_rejected' };
const SUCCESS = { outcome: 'success', status_code: 200 };
const HTTP_500 = { outcome: 'http_error', status_code: 500 };
const TIMEOUT = { outcome: 'timeout', status_code: null };
const BROKEN = { outcome: 'network_error', status_code: null };

/** The result of a delivery to each path. All get the same event at once: two of them take the 8 seconds of a timeout. */
const OUTCOMES: readonly (readonly [path: string, delivery: object, attempts: readonly object[]])[] = [
  ['/flaky?fail=2', { state: 'succeeded' }, [HTTP_500, HTTP_500, SUCCESS]],
  ['/status/410', FAILED, [{ outcome: 'http_error', status_code: 410 }]],
  ['/gone', FAILED, [{ outcome: 'http_error', status_code: 410 }]],
  ['/statsu/200', FAILED, [{ outcome: 'http_error', status_code: 404 }]],
  [
    '/redirect?to=/hooks/elsewhere',
    { state: 'failed', reason: 'redirect_refused' },
    [{ outcome: 'redirect', status_code: 302 }],
  ],
  ['/reset?fail=1', { state: 'succeeded' }, [BROKEN, SUCCESS]],
  ['/garbage?fail=1', { state: 'succeeded' }, [BROKEN, SUCCESS]],
  ['/hang?fail=1', { state: 'succeeded' }, [TIMEOUT, SUCCESS]],
  ['/drip?fail=1', { state: 'succeeded' }, [TIMEOUT, SUCCESS]],
  [
    '/status/429?retry-after=4&fail=1',
    { state: 'succeeded' },
    [{ outcome: 'http_error', status_code: 429 }, SUCCESS],
  ],
  ['/slow?seconds=0.2', { state: 'succeeded' }, [SUCCESS]],
  ['/strict', { state: 'succeeded' }, [SUCCESS]],
];

/** The kit as a user of the platform runs it: endpoints of the running stack with the receiver next to it. */
describe('receiver kit', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const endpoints = new Map<string, string>();

  beforeAll(async () => {
    for (const [index, [path]] of OUTCOMES.entries()) {
      const endpoint = await createEnabledEndpoint(api, stack.receiverUrl + path);
      await tellSecret(`kit-${index}`, endpoint.secret);
      endpoints.set(path, endpoint.path);
    }
    await ingestOrderPaid(api, 'kit');
  });
  async function tellSecret(name: string, secret: string): Promise<void> {
    await fetch(`${stack.receiverUrl}/secrets/${name}`, {
      method: 'PUT',
      body: JSON.stringify({ secret }),
    });
  }

  async function received(path: string): Promise<readonly Listed[]> {
    const response = await fetch(`${stack.receiverUrl}/requests?path=${encodeURIComponent(path)}`);
    const { requests }: { requests: readonly Listed[] } = JSON.parse(await response.text());
    return requests;
  }

  async function deliveryTo(path: string) {
    const ended = async () => {
      const { body } = await api('GET', `${endpoints.get(path)}/deliveries`);
      return ['succeeded', 'failed'].includes(body.data[0]?.state) && body.data[0];
    };
    return waitFor('the delivery has ended', ended, 40_000);
  }

  it.each(OUTCOMES)('returns for %s the documented reaction', async (path, expected, attempts) => {
    const delivery = await deliveryTo(path);
    const requests = (await received(path)).toReversed();

    expect(delivery).toMatchObject({ ...expected, attempts });
    expect(requests).toMatchObject(
      attempts.map((_attempt, index) => ({ delivery_id: delivery.id, attempt: index + 1, verified: true })),
    );
  });

  it('receives no request from a redirect', async () => {
    await deliveryTo('/redirect?to=/hooks/elsewhere');

    expect(await received('/hooks/elsewhere')).toEqual([]);
  });

  it('is not called again before the time it asked for', async () => {
    const { attempts } = await deliveryTo('/status/429?retry-after=4&fail=1');
    const [first, second] = attempts.map(({ started_at }: Attempt) => Date.parse(started_at));

    // A message may arrive a second early; without the header the delay would be one second.
    expect(second - first).toBeGreaterThanOrEqual(3000);
  });

  it('simulates a rotation: both secrets verify during the overlap, only the new one after', async () => {
    // Another workspace: its events go to this endpoint alone.
    const other = apiClient(stack.baseUrl, stack.otherApiKey);
    const endpoint = await createEnabledEndpoint(other, `${stack.receiverUrl}/hooks/rotation`);
    await tellSecret('old', endpoint.secret);
    const arrive = async (count: number) => {
      await ingestOrderPaid(other, `rotation-${count}`);
      return waitFor('it arrived', async () => {
        const requests = await received('/hooks/rotation');
        return requests.length === count && requests[0];
      });
    };
    expect(await arrive(1)).toMatchObject({ verified_with: ['old'] });

    const rotated = expectStatus(await other('POST', `${endpoint.path}/rotate-secret`), 200).body;
    await tellSecret('new', rotated.secret);
    expect(await arrive(2)).toMatchObject({ verified_with: ['old', 'new'] });

    const final = expectStatus(
      await other('POST', `${endpoint.path}/rotate-secret`, { body: { immediate: true } }),
      200,
    ).body;
    // The last one was the new secret until now; it has become the old one, as in a second rotation.
    await tellSecret('old', rotated.secret);
    await tellSecret('new', final.secret);
    expect(await arrive(3)).toMatchObject({ verified_with: ['new'] });

    expectStatus(
      await other('PATCH', endpoint.path, { body: { url: `${stack.receiverUrl}/strict?secret=old` } }),
      200,
    );
    await ingestOrderPaid(other, 'late');
    const rejected = await waitFor('it was rejected', async () => (await received('/strict?secret=old'))[0]);
    expect(rejected).toMatchObject({ verified: false, answer: { status: 401 } });
    expectStatus(await other('DELETE', endpoint.path), 204);
  });
});
