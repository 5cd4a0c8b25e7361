import { describe, expect, it } from 'vitest';
import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import { localDay, startOfDay } from '#shared/platform/identity/calendar.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const CONTACTS = '/api/v1/salesbot/contacts';
const CONTACT = '/api/v1/salesbot/contacts/{contact}';

/** The last and the first place on Earth where a day begins: their days always differ. */
const [LAST, FIRST] = ['Etc/GMT+12', 'Pacific/Kiritimati'];

describe('dates of contacts over HTTP', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function moveTo(timezone: string) {
    expectStatus(await api.PATCH('/api/v1/workspace', { body: { timezone } }), 200);
  }

  it('are announced by one webhook when their day begins in the time zone of the workspace', async () => {
    const { secret } = await createEnabledEndpoint(api, receiver.url, ['salesbot.contact.date_reached']);
    await moveTo(LAST);
    const tomorrow = daysAfter(localDay(new Date(), LAST), 1);
    const body = {
      name: 'Ada',
      dates: {
        birthday: { date: `1990${tomorrow.slice(4)}` },
        contract: { date: tomorrow, repeats: 'never' as const },
        later: { date: daysAfter(tomorrow, 5) },
      },
    };
    const { data } = expectStatus(await api.POST(CONTACTS, { body }), 201).body;
    expect(data.next_dates).toEqual({
      birthday: tomorrow,
      contract: tomorrow,
      later: daysAfter(tomorrow, 5),
    });

    await moveTo(FIRST);
    const webhooks = await waitFor('both webhooks', () => {
      const received = receiver.requests.map((request) => verifyDelivery(request, secret));
      return received.length >= 2 && received;
    });
    expect(webhooks.map((webhook) => webhook['data'])).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          event: 'contact.date_reached',
          contact: expect.objectContaining({ id: data.id }),
          date: { field: 'birthday', value: `1990${tomorrow.slice(4)}` },
        }),
        expect.objectContaining({ date: { field: 'contract', value: tomorrow } }),
      ]),
    );
    expect(webhooks.map(({ occurred_at: at }) => at)).toEqual(
      Array.from({ length: 2 }, () => startOfDay(tomorrow, FIRST).toISOString()),
    );

    const read = await api.GET(CONTACT, { params: { path: { contact: data.id } } });
    const contact = expectStatus(read, 200).body.data;
    if (contact.source !== 'platform') throw new Error('The contact is not of the platform');
    const { next_dates: next, revision } = contact;
    expect([next['contract'], next['later'], revision]).toEqual([undefined, daysAfter(tomorrow, 5), '2']);
    await moveTo(LAST);
    await moveTo(FIRST);
    const entries = await waitFor('the audit entry', async () => {
      const query = { operation: 'reach-dates' } as const;
      const found = await api.GET('/api/v1/audit-events', { params: { query } });
      const { data: list } = expectStatus(found, 200).body;
      return list.length > 0 && list;
    });
    expect(entries).toMatchObject([
      { actor: { kind: 'system' }, resource: { type: 'contact', id: data.id } },
    ]);
    expect(receiver.requests).toHaveLength(2);
  });
});
