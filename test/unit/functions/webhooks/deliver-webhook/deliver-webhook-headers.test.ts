import { describe, expect } from 'vitest';
import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import type { RequestHeaders } from '#shared/webhooks/domain/request-headers.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

const it = itWith(async () => createDeliveryFixture(503));

type Fixture = ReturnType<typeof createDeliveryFixture>;

/** Gives the endpoint of a prepared delivery the headers of this plaintext. */
async function setHeaders(
  fixture: Fixture,
  { endpoint }: Awaited<ReturnType<Fixture['prepare']>>,
  plaintext: string,
) {
  const context = {
    purpose: 'signing',
    workspace: endpoint.workspaceId,
    subject: `${endpoint.id}#headers`,
  } as const;
  const headers: RequestHeaders = { names: [], sealed: await fixture.secrets.seal(plaintext, context) };
  const current = await fixture.platform.endpoints.find(endpoint.workspaceId, endpoint.id);
  await fixture.edit(current ?? endpoint, { headers });
}

const json = (...headers: readonly (readonly [string, string])[]) => JSON.stringify(headers);
const plain = (fixture: Fixture) => fixture.sender.requests.map(({ headers }) => headers);

describe('deliver-webhook with headers of the endpoint', () => {
  it('sends them at each attempt, and a change applies to the next attempt without cancelling it', async (fixture) => {
    const prepared = await fixture.prepare();
    await setHeaders(fixture, prepared, json(['X-Key', 'first']));
    await fixture.deliver(prepared.job);
    await setHeaders(fixture, prepared, json(['X-Key', 'second']));
    const retry = fixture.planned().at(-1);
    if (!retry) throw new Error('No retry was planned');
    fixture.clock.advance(60);
    await fixture.deliver(retry);

    expect(plain(fixture)).toMatchObject([{ 'X-Key': 'first' }, { 'X-Key': 'second' }]);
    expect(await fixture.stored(prepared.job)).toMatchObject({ state: 'succeeded' });
  });

  it('makes no call to the key service for an endpoint without headers', async (fixture) => {
    const { job } = await fixture.prepare();
    const opened: string[] = [];
    const open = fixture.secrets.open.bind(fixture.secrets);
    fixture.secrets.open = (sealed, context) => {
      opened.push(context.subject);
      return open(sealed, context);
    };
    await fixture.deliver(job);

    expect(opened).toEqual([job.endpointId]);
    expect(Object.keys(plain(fixture)[0] ?? {})).toEqual([
      'content-type',
      'user-agent',
      'x-webhook-event',
      'x-webhook-delivery',
      'x-webhook-signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
  });

  it.each([
    ['a reserved name', 'Content-Type', 'text/plain'],
    ['an end of the line', 'X-Key', 'a\r\nX-Injected: 1'],
  ])('does not send a stored header with %s', async (_, name, value) => {
    const fixture = createDeliveryFixture();
    const prepared = await fixture.prepare();
    await setHeaders(fixture, prepared, json([name, value], ['X-Other', 'kept']));
    await fixture.deliver(prepared.job);
    const [sent = {}] = plain(fixture);

    expect(sent).toMatchObject({ 'content-type': 'application/json', 'X-Other': 'kept' });
    expect(Object.keys(sent)).toHaveLength(9);
  });

  it('postpones the attempt if the key service cannot decrypt them now', async (fixture) => {
    const prepared = await fixture.prepare();
    await setHeaders(fixture, prepared, json(['X-Key', 'value']));
    const open = fixture.secrets.open.bind(fixture.secrets);
    fixture.secrets.open = async (sealed, context) => {
      if (context.subject.endsWith('#headers')) throw new SecretUnavailableError('KMS is unavailable');
      return open(sealed, context);
    };
    await fixture.deliver(prepared.job);

    expect(fixture.sender.requests).toEqual([]);
    expect(fixture.planned()).toMatchObject([{ deliveryId: prepared.job.deliveryId, attempt: 1 }]);
  });

  it.each(['not JSON s3cret', '["s3cret"]'])(
    'never quotes the plaintext %j in an error',
    async (plaintext) => {
      const fixture = createDeliveryFixture();
      const prepared = await fixture.prepare();
      await setHeaders(fixture, prepared, plaintext);
      const error = await fixture.deliver(prepared.job).catch((error_: unknown) => error_);

      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toContain('s3cret');
      expect(JSON.stringify(fixture.log.lines)).not.toContain('s3cret');
      expect(fixture.sender.requests).toEqual([]);
    },
  );

  it('asks the sender to hide their values in the response of the receiver', async (fixture) => {
    const prepared = await fixture.prepare();
    await setHeaders(fixture, prepared, json(['Authorization', 'Bearer s3cret-value'], ['X-Tenant', 'blue']));
    await fixture.deliver(prepared.job);

    expect(fixture.sender.requests).toMatchObject([{ secrets: ['Bearer s3cret-value', 's3cret-value'] }]);
  });
});
