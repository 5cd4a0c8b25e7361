import { describe, expect } from 'vitest';
import { withUnknownResult } from '#shared/messaging/domain/message-progress.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it, startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

type Fixture = Awaited<ReturnType<typeof startConversationApi>>;

/** A claimed message with its token. */
async function aClaim({ send, claim }: Pick<Fixture, 'send' | 'claim'>) {
  const message = await send();
  return { message, claim_token: await claim(message) };
}

/** Ends the lease, as the sweep does. */
function endLease({ api, storedMessage }: Fixture, message: string): void {
  api.clock.advance(60);
  const ended = withUnknownResult(storedMessage(message), secondsAfterNow(120));
  api.core.messages.set(withinWorkspace(api.workspaceId, message), ended);
}

const shortNames = ({ events }: Fixture) => events().map(({ event }) => event.replace('message.', ''));

describe('report-message', () => {
  it('records what the channel said, with one event', async (fixture) => {
    const { report, storedMessage, events, conversation, contact } = fixture;
    const { message, claim_token } = await aClaim(fixture);
    const { status, headers, body } = await report(message, {
      status: 'sent',
      claim_token,
      at: secondsAfterNow(61).toISOString(),
      provider: 'acme',
      provider_message_id: 'm_1',
    });

    expect([status, headers['ETag']]).toEqual([200, '"3"']);
    expect(body.data).toMatchObject({
      status: 'sent',
      status_at: secondsAfterNow(61).toISOString(),
      sent_at: secondsAfterNow(61).toISOString(),
      provider: 'acme',
      provider_message_id: 'm_1',
      error_code: null,
    });
    expect(body.data).not.toHaveProperty('claim');
    expect(storedMessage(message)).toMatchObject({ claim: null, due: null });
    expect(events()).toMatchObject([
      {
        event: 'message.sent',
        channel: 'facebook',
        data: {
          channel: 'facebook',
          provider: 'acme',
          contact: { id: contact },
          conversation: { id: conversation },
          message: { id: message, status: 'sent', direction: 'out', text: 'Hello' },
        },
      },
    ]);
  });

  it('gives a report from a slow clock the time of the message', async (fixture) => {
    const { message, claim_token } = await aClaim(fixture);
    const at = secondsAfterNow(-3600).toISOString();
    const { body } = await fixture.report(message, { status: 'sent', claim_token, at });

    expect([body.data.status_at, body.data.sent_at]).toEqual([body.data.created_at, body.data.created_at]);
  });

  it('names the company of the channel as provider by default', async (fixture) => {
    const { message, claim_token } = await aClaim(fixture);

    expect((await fixture.report(message, { status: 'sent', claim_token })).body.data.provider).toBe('meta');
  });

  it.each([
    [['sent', 'delivered', 'read'], ['sent', 'delivered', 'read_or_seen'], 'read'],
    [['read', 'delivered', 'sent'], ['sent', 'delivered', 'read_or_seen'], 'read'],
    [['delivered', 'sent', 'sent', 'delivered'], ['sent', 'delivered'], 'delivered'],
    [['sent', 'failed', 'failed', 'delivered'], ['sent', 'failed'], 'failed'],
    [['delivered', 'failed', 'read'], ['sent', 'delivered', 'read_or_seen'], 'read'],
    [['failed', 'read'], ['failed'], 'failed'],
  ])('after %j, has emitted %j and the status %s', async (reports, emitted, status, fixture) => {
    const { message, claim_token } = await aClaim(fixture);
    for (const each of reports) {
      const answer = await fixture.report(message, { status: each, claim_token });
      expect([each, answer.status]).toEqual([each, 200]);
    }

    expect(shortNames(fixture)).toEqual(emitted);
    expect(fixture.storedMessage(message).status).toBe(status);
  });

  it.each([
    ['facebook', ['sent', 'delivered', 'read_or_seen']],
    ['instagram', ['sent', 'read_or_seen']],
    ['tiktok', []],
  ] as const)('on %s, emits only what the channel reports: %j', async (platform, emitted) => {
    const fixture = await startConversationApi(platform);
    const { message, claim_token } = await aClaim(fixture);
    for (const status of ['sent', 'delivered', 'read'])
      await fixture.report(message, { status, claim_token });

    expect(shortNames(fixture)).toEqual(emitted);
    expect(fixture.storedMessage(message).status).toBe('read');
  });

  it('writes nothing for a report that says nothing new', async (fixture) => {
    const { message, claim_token } = await aClaim(fixture);
    const body = { status: 'sent', claim_token, provider_message_id: 'm_1' };
    const first = await fixture.report(message, body);

    expect((await fixture.report(message, body)).body).toEqual(first.body);
    expect(fixture.storedMessage(message).revision).toBe(3);
    await fixture.report(message, { ...body, provider_message_id: 'm_2' });
    expect(fixture.storedMessage(message)).toMatchObject({ revision: 3, providerMessageId: 'm_1' });
  });

  it('emits each event once for reports at the same time', async (fixture) => {
    const { message, claim_token } = await aClaim(fixture);
    const statuses = ['read', 'sent', 'delivered', 'sent', 'read', 'delivered'];
    const answers = await Promise.all(
      statuses.map((status) => fixture.report(message, { status, claim_token })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(shortNames(fixture).toSorted()).toEqual(['delivered', 'read_or_seen', 'sent']);
  });

  it('says why a message failed', async (fixture) => {
    const { message, claim_token } = await aClaim(fixture);
    const body = { status: 'failed', claim_token, error_code: 'blocked' };

    expect((await fixture.report(message, body)).body.data).toMatchObject({
      status: 'failed',
      error_code: 'blocked',
      sent_at: null,
    });
    expect(fixture.events()).toMatchObject([
      { data: { message: { status: 'failed', error_code: 'blocked' } } },
    ]);
  });

  it.each([
    ['sent', undefined],
    ['sent', 'other'],
    ['failed', undefined],
    ['failed', 'other'],
    ['released', 'other'],
  ])('rejects %s with the token %s while the lease runs', async (status, claim_token, fixture) => {
    const { message } = await aClaim(fixture);
    const response = await fixture.report(message, { status, ...(claim_token ? { claim_token } : {}) });

    expect(codeOf(response)).toBe('409 message_claimed');
    expect(fixture.storedMessage(message)).toMatchObject({ status: 'sending', revision: 2 });
  });

  it.each(['delivered', 'read'])('accepts %s without a token', async (status, fixture) => {
    const { message } = await aClaim(fixture);

    expect((await fixture.report(message, { status })).body.data.status).toBe(status);
  });

  it.each(['sent', 'delivered', 'read', 'failed'])(
    'accepts %s after the lease, before and after the sweep',
    async (status) => {
      for (const isSwept of [false, true]) {
        const fixture = await startConversationApi();
        const { message } = await aClaim(fixture);
        if (isSwept) endLease(fixture, message);
        else fixture.api.clock.advance(60);

        expect((await fixture.report(message, { status })).body.data).toMatchObject({ status });
        expect(fixture.events().length).toBeGreaterThan(0);
      }
    },
  );

  it.each(['sent', 'delivered', 'read', 'failed'])(
    'rejects %s about a message that nobody has claimed',
    async (status, fixture) => {
      const message = await fixture.send();
      const response = await fixture.report(message, { status });

      expect(codeOf(response)).toBe('409 message_state_invalid');
      expect(response.body.state).toBe('queued');
      expect(fixture.events()).toEqual([]);
    },
  );

  it('rejects reports about messages that this platform sends or that contacts sent', async ({
    create,
    contact,
    report,
  }) => {
    const own = await startConversationApi('sandbox');
    expect(codeOf(await own.report(await own.send(), { status: 'delivered' }))).toBe('409 message_claimed');
    const incoming = {
      platform: 'facebook',
      contact_id: contact,
      text: 'Hi',
      provider: 'meta',
      provider_message_id: 'm',
    };

    expect(codeOf(await report(await create('receive-message', incoming), { status: 'read' }))).toBe(
      '409 message_state_invalid',
    );
  });

  it.each([
    [{ status: 'released' }, '422 required'],
    [{ status: 'sent', error_code: 'x' }, '422 field_not_updatable'],
    [{ status: 'queued' }, '422 invalid_format'],
    [{}, '422 required'],
    [{ status: 'read', at: '2999-01-01T00:00:00Z' }, '422 out_of_range'],
    [{ status: 'read', at: '1999-12-31T23:59:59Z' }, '422 out_of_range'],
    [{ status: 'read', at: 'yesterday' }, '422 invalid_format'],
  ])('rejects %j', async (json, expected, fixture) => {
    const { message } = await aClaim(fixture);

    expect(codeOf(await fixture.report(message, json))).toBe(expected);
  });

  it('emits nothing after the contact was deleted', async (fixture) => {
    const { message, claim_token } = await aClaim(fixture);
    fixture.api.core.contacts.clear();

    expect((await fixture.report(message, { status: 'sent', claim_token })).body.data.status).toBe('sent');
    expect(fixture.events()).toEqual([]);
  });
});

describe('report-message, released', () => {
  it('queues the message again for the next claim', async (fixture) => {
    const { report, storedMessage, claim, call } = fixture;
    const { message, claim_token } = await aClaim(fixture);
    const { body } = await report(message, { status: 'released', claim_token, error_code: 'page_offline' });

    expect(body.data).toMatchObject({ status: 'queued', error_code: 'page_offline' });
    expect(storedMessage(message)).toMatchObject({ claim: null, attempts: 1 });
    const queued = await call('list-messages', { query: { state: 'queued', channel: 'facebook' } });
    expect(queued.body.data).toMatchObject([{ id: message }]);
    const next = await claim(message);
    expect(next).not.toBe(claim_token);
    expect(fixture.events()).toEqual([]);
  });

  it('can be repeated, but does not end the claim of another engine', async (fixture) => {
    const { report, storedMessage, claim } = fixture;
    const { message, claim_token } = await aClaim(fixture);
    const release = { status: 'released', claim_token };
    await report(message, release);
    expect((await report(message, release)).body.data.status).toBe('queued');
    const next = await claim(message);

    expect(codeOf(await report(message, release))).toBe('409 message_claimed');
    expect(codeOf(await report(message, { status: 'sent', claim_token }))).toBe('409 message_claimed');
    expect((await report(message, { status: 'sent', claim_token: next })).status).toBe(200);
    expect(codeOf(await report(message, release))).toBe('409 message_state_invalid');
    expect(storedMessage(message)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it.each(['sent', 'delivered', 'read', 'failed'])(
    'is rejected after the report %s',
    async (status, fixture) => {
      const { message, claim_token } = await aClaim(fixture);
      await fixture.report(message, { status, claim_token });
      const response = await fixture.report(message, { status: 'released', claim_token });

      expect(codeOf(response)).toBe('409 message_state_invalid');
      expect(response.body.state).toBe(status);
      expect(fixture.storedMessage(message).status).toBe(status);
    },
  );

  it('is rejected after the lease, before and after the sweep', async () => {
    for (const isSwept of [false, true]) {
      const fixture = await startConversationApi();
      const { message, claim_token } = await aClaim(fixture);
      if (isSwept) endLease(fixture, message);
      else fixture.api.clock.advance(60);
      const response = await fixture.report(message, { status: 'released', claim_token });

      expect([codeOf(response), response.body.state]).toEqual(['409 message_state_invalid', 'unknown']);
    }
  });

  it('loses against a receipt at the same time', async (fixture) => {
    const { api, report, storedMessage } = fixture;
    const { message, claim_token } = await aClaim(fixture);
    const { save } = api.messages;
    Object.assign(api.messages, {
      async save(...args: Parameters<typeof save>) {
        Object.assign(api.messages, { save });
        await report(message, { status: 'delivered' });
        return save(...args);
      },
    });

    expect(codeOf(await report(message, { status: 'released', claim_token }))).toBe(
      '409 message_state_invalid',
    );
    expect(storedMessage(message).status).toBe('delivered');
  });
});
