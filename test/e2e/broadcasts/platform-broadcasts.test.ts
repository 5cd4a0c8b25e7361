import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { BROADCAST_EVENTS } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint } from '#test/support/fixtures/webhooks/webhook-user.ts';

const BROADCASTS = '/api/v1/broadcasts';
const EVENTS = [...BROADCAST_EVENTS, 'salesbot.message.delivered', 'salesbot.message.failed'] as const;

/** The functions start on demand, and receipts take their time. */
const SLOW_MS = 30_000;

describe('broadcasts that the platform sends, over HTTP', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let secret: string;

  beforeAll(async () => {
    ({ secret } = await createEnabledEndpoint(api, receiver.url, EVENTS));
    const phone = `+1415${randomInt(5_550_000, 5_559_999)}`;
    const number = await created('/api/v1/salesbot/phone-numbers', { platform: 'sandbox', phone });
    await created(`/api/v1/salesbot/phone-numbers/${number}/verify`, {});
  });

  async function created(path: string, body: unknown): Promise<string> {
    const { status, body: answer } = await api('POST', path, { body });
    expect([path, status, answer.errors]).toEqual([path, expect.any(Number), undefined]);
    expect(Math.floor(status / 100)).toBe(2);
    return String(answer.data.id);
  }

  /** Contacts with a tag of their own, whose phone numbers end in these digits. */
  async function audienceOf(endings: readonly (string | null)[]) {
    const tag = randomUUID();
    for (const ending of endings) {
      const phone = ending === null ? undefined : `+1202${randomInt(10_000, 99_999)}${ending}`;
      await created('/api/v1/salesbot/contacts', { name: 'Ada', phone, tags: [tag] });
    }
    return { tags: { any: [tag] } };
  }

  async function show(id: string) {
    const { status, body } = await api('GET', `${BROADCASTS}/${id}`);
    expect(status).toBe(200);
    return body.data;
  }

  function webhooksOf(id: string) {
    return receiver.requests
      .map((request) => verifyDelivery(request, secret))
      .filter((body) => JSON.stringify(body['data']).includes(id))
      .map(({ event, data }) => ({ event: String(event).replace('salesbot.', ''), data }));
  }

  it(
    'are resolved and sent, and count what came of each message',
    async () => {
      const audience = await audienceOf(['10', '11', '01', '02', '03', null]);
      const text = `Now ${randomUUID()}`;
      const id = await created(BROADCASTS, {
        name: 'Sale',
        message: { type: 'text', body: text },
        sender: 'platform',
        sending: { platform: 'sandbox', message_events: 'all', budget: { amount: '1' } },
        audience,
      });
      expect(await show(id)).toMatchObject({ state: 'draft', progress: null, sender: 'platform' });
      await expectEstimate(id);
      const sent = await api('POST', `${BROADCASTS}/${id}/send`, {});
      expect(sent.status).toBe(202);
      const report = await api('POST', `${BROADCASTS}/${id}/report`, { body: { sent: 1 } });
      expect(report.body).toMatchObject({ status: 409, code: 'broadcast_sent_by_platform' });

      const finished = await waitFor('it is finished and delivered', async () => {
        const data = await show(id);
        return data.state === 'finished' && data.progress.counts.delivered === 3 && data;
      });
      expect(finished).toMatchObject({
        recipients: 5,
        sent: 4,
        failed: 1,
        progress: {
          paused_at: null,
          counts: {
            pending: 0,
            sending: 0,
            sent: 1,
            delivered: 3,
            read: 0,
            failed: 1,
            unknown: 0,
            skipped: 1,
          },
          cost: { reserved: '0.04000' },
        },
      });
      const webhooks = await waitFor('its webhooks have come', () => {
        const come = webhooksOf(id);
        return come.length >= 2 && come;
      });
      expect(webhooks.map(({ event }) => event).toSorted()).toEqual([
        'broadcast.completed',
        'broadcast.sent',
      ]);
      expect(webhooks.find(({ event }) => event === 'broadcast.sent')?.data).toMatchObject({
        broadcast: { id, recipients: 5 },
      });
      const ofMessages = await waitFor('the webhooks of its messages have come', () => {
        const come = webhooksOf(text).map(({ event }) => event);
        return come.length >= 4 && come.toSorted();
      });
      expect(ofMessages).toEqual([
        'message.delivered',
        'message.delivered',
        'message.delivered',
        'message.failed',
      ]);

      await expectRecipients(id);
      await expectRetry(id);
    },
    2 * SLOW_MS,
  );

  /** The estimate of the broadcast above, before it is sent. */
  async function expectEstimate(id: string): Promise<void> {
    const path = `${BROADCASTS}/${id}/estimate`;
    expect((await api('GET', path)).body).toMatchObject({ status: 404, code: 'estimate_not_found' });
    const { status, body } = await api('POST', path, {});
    expect([status, body.data.state, body.data.is_current]).toEqual([202, 'counting', true]);
    const ready = await waitFor('the recipients are counted', async () => {
      const { data } = (await api('GET', path)).body;
      return data.state === 'ready' && data;
    });
    expect(ready).toMatchObject({
      is_current: true,
      recipients: 5,
      skipped: { opted_out: 0, contact_unreachable: 1 },
      parts: 5,
      price: { amount: '0.05000' },
      seconds: 1,
    });
  }

  /** The list of the recipients of the broadcast above. */
  async function expectRecipients(id: string): Promise<void> {
    const path = `${BROADCASTS}/${id}/recipients`;
    const all: { contact_id: string; status: string }[] = [];
    for (let query = '?limit=4'; ;) {
      const { status, body } = await api('GET', `${path}${query}`);
      expect(status).toBe(200);
      all.push(...body.data);
      if (!body.has_more) break;
      query = `?limit=4&cursor=${String(body.next_cursor)}`;
    }
    expect(new Set(all.map(({ contact_id }) => contact_id)).size).toBe(6);
    expect(all.map(({ status }) => status).toSorted()).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'failed',
      'sent',
      'skipped',
    ]);
    const unreachable = await api('GET', `${path}?status=skipped&reason=contact_unreachable`);
    expect(unreachable.body.data).toMatchObject([
      { status: 'skipped', attempts: 0, price: { amount: '0.00000' } },
    ]);
    const failed = await api('GET', `${path}?status=failed`);
    expect(failed.body.data).toMatchObject([
      { reason: 'message_rejected', provider: 'sandbox', attempts: 1 },
    ]);
  }

  /** The retry reaches the one failed recipient of the broadcast above, whose number rejects the message again. */
  async function expectRetry(id: string): Promise<void> {
    const { status, body } = await api('POST', `${BROADCASTS}/${id}/retry`, {});
    expect([status, body.data.audience, body.data.state]).toEqual([201, { failed_of: id }, 'draft']);
    const retryId = String(body.data.id);
    expect((await api('POST', `${BROADCASTS}/${retryId}/send`, {})).status).toBe(202);
    const finished = await waitFor('the retry is finished', async () => {
      const data = await show(retryId);
      return data.state === 'finished' && data;
    });
    expect(finished).toMatchObject({
      recipients: 1,
      failed: 1,
      progress: { counts: { failed: 1, skipped: 0 } },
    });
  }

  it(
    'fail with an explanation if nobody can get them',
    async () => {
      const id = await created(BROADCASTS, {
        name: 'Nobody',
        message: { type: 'text', body: 'Now' },
        sender: 'platform',
        sending: { platform: 'sandbox' },
        audience: { stage: randomUUID() },
      });
      expect((await api('POST', `${BROADCASTS}/${id}/send`, {})).status).toBe(202);

      const failed = await waitFor('it has failed', async () => {
        const data = await show(id);
        return data.state === 'failed' && data;
      });
      expect(failed.error).toMatch(/no recipient/u);
    },
    SLOW_MS,
  );

  it(
    'stop when their budget is used up, and skip the rest when they are cancelled',
    async () => {
      const audience = await audienceOf(['10', '11', '12']);
      const id = await created(BROADCASTS, {
        name: 'Dear',
        message: { type: 'text', body: 'Now' },
        sender: 'platform',
        sending: { platform: 'sandbox', budget: { amount: '0.02' } },
        audience,
      });
      // A start by its timer creates the run as well.
      const scheduled_at = new Date(Date.now() + 1000).toISOString();
      const scheduled = await api('POST', `${BROADCASTS}/${id}/schedule`, { body: { scheduled_at } });
      expect(scheduled.status).toBe(200);
      const paused = await waitFor('it is paused', async () => {
        const data = await show(id);
        const { progress } = data;
        return progress !== null && progress.paused_at !== null && progress.counts.delivered === 2 && data;
      });
      expect(paused.progress).toMatchObject({
        paused_reason: 'budget_reached',
        counts: { pending: 1 },
        cost: { reserved: '0.02000' },
      });

      const resumed = await api('POST', `${BROADCASTS}/${id}/resume`, {});
      expect(resumed.body).toMatchObject({ status: 409, code: 'broadcast_budget_reached' });

      const cancelled = await api('POST', `${BROADCASTS}/${id}/cancel`, {});
      expect(cancelled.body.data).toMatchObject({ state: 'cancelled' });
      await waitFor('the rest is skipped', async () => {
        const { counts } = (await show(id)).progress;
        return counts.skipped === 1 && counts.pending === 0;
      });
    },
    SLOW_MS,
  );

  it(
    'are paused on request, and continue with a higher budget',
    async () => {
      const audience = await audienceOf(['10', '11', '12']);
      const id = await created(BROADCASTS, {
        name: 'Slow',
        message: { type: 'text', body: 'Now' },
        sender: 'platform',
        sending: { platform: 'sandbox', rate_per_second: 1, budget: { amount: '0.02' } },
        audience,
      });
      await api('POST', `${BROADCASTS}/${id}/send`, {});
      const paused = await api('POST', `${BROADCASTS}/${id}/pause`, {});
      expect([paused.status, paused.body.data.progress.paused_reason]).toEqual([200, 'requested']);
      expect(paused.body.data.state).toBe('in_flight');
      expect((await api('POST', `${BROADCASTS}/${id}/resume`, {})).status).toBe(200);

      await waitFor('its budget is used up', async () => {
        const { progress } = await show(id);
        return progress.paused_reason === 'budget_reached';
      });
      const body = { budget: { amount: '0.03' } };
      const resumed = await api('POST', `${BROADCASTS}/${id}/resume`, { body });
      expect(resumed.body.data).toMatchObject({
        sending: { budget: { amount: '0.03000' } },
        progress: { paused_at: null, paused_reason: null },
      });
      const finished = await waitFor('it is finished', async () => {
        const data = await show(id);
        return data.state === 'finished' && data;
      });
      expect(finished).toMatchObject({ recipients: 3, sent: 3, progress: { cost: { reserved: '0.03000' } } });
    },
    SLOW_MS,
  );
});
