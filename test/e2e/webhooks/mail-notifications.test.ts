import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ReceivedMail } from '#local/mail/mail-server.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const TARGETS = '/api/v1/notification-targets';

describe('notifications by mail', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function mailsTo(email: string): Promise<ReceivedMail[]> {
    const response = await fetch(`${stack.mailUrl}/mail`);
    const mails = (await response.json()) as ReceivedMail[];
    return mails.filter(({ to }) => to === email);
  }

  const arrived = (email: string, count: number) =>
    waitFor(`${count} mails arrive`, async () => {
      const mails = await mailsTo(email);
      return mails.length === count ? mails[0] : undefined;
    });

  function linkIn(mail: ReceivedMail, purpose: string): string {
    return new RegExp(`http\\S+/notification-mail/${purpose}\\.\\S+`, 'u').exec(mail.text)?.[0] ?? '';
  }

  it('reach an address after its owner confirms by the button of the page, until one click unsubscribes', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const body = { name: 'Ada', kind: 'email', email, conditions: ['breaker_opened'] };
    const { data: target } = expectStatus(await api('POST', TARGETS, { body }), 201).body;
    const path = `${TARGETS}/${target.id}`;
    const stateOf = async () => expectStatus(await api('GET', path), 200).body.data.state;
    const asked = await arrived(email, 1);
    const confirm = linkIn(asked, 'confirm');
    expect(confirm.startsWith(stack.baseUrl)).toBe(true);
    expect(asked.from).toBe('notifications@example.com');

    const opened = await fetch(confirm);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await stateOf()).toBe('pending_confirmation');
    expectStatus(await api('POST', `${path}/test`), 409);

    const tooLarge = await fetch(confirm, { method: 'POST', body: 'x'.repeat(256 * 1024 + 1) });
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await stateOf()).toBe('pending_confirmation');

    expect((await fetch(confirm, { method: 'POST' })).status).toBe(200);
    expect(await stateOf()).toBe('active');
    expect((await fetch(confirm)).status).toBe(404);

    expectStatus(await api('POST', `${path}/test`), 202);
    const test = await arrived(email, 2);
    expect(test.subject).toBe('Test of a notification target');
    const header = test.headers['List-Unsubscribe'] ?? '';
    expect(test.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const oneClick = await fetch(header.slice(1, -1), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(oneClick.status).toBe(200);
    expect(await stateOf()).toBe('unsubscribed');
    expectStatus(await api('POST', `${path}/test`), 409);
    expectStatus(await api('POST', `${path}/resend-confirmation`), 409);
    expect(await mailsTo(email)).toHaveLength(2);

    const { data: log } = expectStatus(await api('GET', '/api/v1/notifications'), 200).body;
    expect(JSON.stringify(log)).not.toContain(email);
    await waitFor('the audit log has the answers', async () => {
      const query = `resource=notification_target&resource_id=${target.id}`;
      const { data } = expectStatus(await api('GET', `/api/v1/audit-events?${query}`), 200).body;
      const answers = data.filter(
        ({ operation }: { operation: string }) => operation === 'answer-notification-mail',
      );
      return answers.length === 2;
    });
    expectStatus(await api('DELETE', path), 204);
    expect((await fetch(header.slice(1, -1))).status).toBe(404);
  });
});
