import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { withUnknownResult } from '#shared/messaging/domain/message-progress.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it, startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('claim-message', () => {
  it('gives the message to one engine until the lease ends', async (messaging) => {
    const message = await messaging.send();
    const { status, headers, body } = await messaging.call('claim-message', {
      params: { message },
      json: { lease_seconds: 90 },
    });

    expect([status, headers['ETag']]).toEqual([200, '"2"']);
    expect(body.data).toMatchObject({
      id: message,
      text: 'Hello',
      status: 'sending',
      claim: { token: expect.any(String), until: secondsAfterNow(150).toISOString() },
    });
    expect(messaging.storedMessage(message)).toMatchObject({
      claim: { token: body.data.claim.token, until: secondsAfterNow(150) },
      due: { at: secondsAfterNow(150), seq: 2, timer: false },
      attempts: 1,
    });
    expect(codeOf(await messaging.call('claim-message', { params: { message } }))).toBe(
      '409 message_claimed',
    );
    expect(messaging.events()).toEqual([]);
  });

  it('has a lease of 60 seconds by default', async (messaging) => {
    const { body } = await messaging.call('claim-message', {
      params: { message: await messaging.send() },
      body: '',
    });

    expect(body.data.claim.until).toBe(secondsAfterNow(120).toISOString());
  });

  it.each([9, 901, 60.5])('rejects a lease of %s seconds', async (seconds, messaging) => {
    const params = { message: await messaging.send() };

    expect(codeOf(await messaging.call('claim-message', { params, json: { lease_seconds: seconds } }))).toBe(
      '422 out_of_range',
    );
  });

  it('returns the same claim for a repeated request, and no second claim', async (messaging) => {
    const message = await messaging.send();
    const request = { params: { message }, json: {}, headers: { 'idempotency-key': 'once' } };
    const first = await messaging.call('claim-message', request);

    expect((await messaging.call('claim-message', request)).body).toEqual(first.body);
    expect(messaging.storedMessage(message).attempts).toBe(1);
  });

  it('lets one of several engines win', async (messaging) => {
    const message = await messaging.send();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => messaging.call('claim-message', { params: { message }, json: {} })),
    );

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '200',
      '409',
      '409',
      '409',
      '409',
    ]);
    const won = answers.find(({ status }) => status === 200);
    expect(messaging.storedMessage(message)).toMatchObject({
      attempts: 1,
      claim: { token: won?.body.data.claim.token },
    });
  });

  it('gives nobody a message whose lease has ended, before and after the sweep', async (messaging) => {
    const message = await messaging.send();
    await messaging.claim(message);
    messaging.api.clock.advance(3600);
    expect(codeOf(await messaging.call('claim-message', { params: { message } }))).toBe(
      '409 message_claimed',
    );
    const ended = withUnknownResult(messaging.storedMessage(message), secondsAfterNow(3660));
    messaging.api.core.messages.set(withinWorkspace(messaging.api.workspaceId, message), ended);
    const response = await messaging.call('claim-message', { params: { message } });

    expect(codeOf(response)).toBe('409 message_state_invalid');
    expect(response.body.state).toBe('unknown');
  });

  it('fails a message whose contact has opted out, with its event, once', async (messaging) => {
    const message = await messaging.send();
    await messaging.optOut(['facebook']);

    expect(codeOf(await messaging.call('claim-message', { params: { message } }))).toBe(
      '409 contact_opted_out',
    );
    expect(messaging.storedMessage(message)).toMatchObject({
      status: 'failed',
      errorCode: 'opted_out',
      due: null,
      attempts: 0,
    });
    expect(messaging.events()).toMatchObject([
      {
        event: 'message.failed',
        channel: 'facebook',
        data: { message: { id: message, error_code: 'opted_out' } },
      },
    ]);
    expect(codeOf(await messaging.call('claim-message', { params: { message } }))).toBe(
      '409 message_state_invalid',
    );
    expect(messaging.events()).toHaveLength(1);
    const queued = { query: { state: 'queued', channel: 'facebook' } };
    expect((await messaging.call('list-messages', queued)).body.data).toEqual([]);
  });

  it('does not claim if the contact opts out between the read and the write', async (messaging) => {
    const message = await messaging.send();
    const { claim } = messaging.api.messages;
    Object.assign(messaging.api.messages, {
      async claim(...args: Parameters<typeof claim>) {
        Object.assign(messaging.api.messages, { claim });
        await messaging.optOut(['facebook']);
        return claim(...args);
      },
    });

    expect(codeOf(await messaging.call('claim-message', { params: { message } }))).toBe(
      '409 contact_opted_out',
    );
    expect(messaging.storedMessage(message)).toMatchObject({ status: 'failed', attempts: 0 });
  });

  it('claims if the contact changes otherwise at the same time', async (messaging) => {
    const message = await messaging.send();
    const { claim } = messaging.api.messages;
    Object.assign(messaging.api.messages, {
      async claim(...args: Parameters<typeof claim>) {
        Object.assign(messaging.api.messages, { claim });
        await messaging.call('update-contact', {
          params: { contact: messaging.contact },
          json: { stage: 'customer' },
        });
        return claim(...args);
      },
    });

    expect((await messaging.call('claim-message', { params: { message } })).status).toBe(200);
  });

  it('fails a message of a deleted contact without an event, so that it leaves the queue', async (messaging) => {
    const message = await messaging.send();
    messaging.api.core.contacts.clear();

    expect(codeOf(await messaging.call('claim-message', { params: { message } }))).toBe(
      '409 contact_unreachable',
    );
    expect(messaging.storedMessage(message)).toMatchObject({
      status: 'failed',
      errorCode: 'contact_not_found',
    });
    const queue = await messaging.call('list-messages', { query: { state: 'queued', channel: 'facebook' } });
    expect([queue.body.data, messaging.events()]).toEqual([[], []]);
  });

  it('returns a claim that was released since to a repeated request, and its token reports nothing', async (messaging) => {
    const message = await messaging.send();
    const request = { params: { message }, headers: { 'idempotency-key': 'claim-1' } };
    const { token } = (await messaging.call('claim-message', request)).body.data.claim;
    await messaging.report(message, { status: 'released', claim_token: token });
    await messaging.claim(message);
    const again = await messaging.call('claim-message', request);

    expect([again.status, again.body.data.claim.token]).toEqual([200, token]);
    expect(codeOf(await messaging.report(message, { status: 'sent', claim_token: token }))).toBe(
      '409 message_claimed',
    );
  });

  it('rejects messages that this platform sends, and messages from contacts', async (messaging) => {
    const own = await startConversationApi('sandbox');
    const response = await own.call('claim-message', { params: { message: await own.send() } });
    expect(codeOf(response)).toBe('409 message_claimed');
    const incoming = {
      platform: 'facebook',
      contact_id: messaging.contact,
      text: 'Hi',
      provider: 'meta',
      provider_message_id: 'm',
    };
    const message = await messaging.create('receive-message', incoming);

    expect(codeOf(await messaging.call('claim-message', { params: { message } }))).toBe(
      '409 message_state_invalid',
    );
  });

  it('finds only messages of this platform in the workspace', async (messaging) => {
    const message = await messaging.send();
    const { workspaceId } = await messaging.api.createOtherWorkspace();
    const key = messaging.api.grant(['salesbot:messages:send'], { workspaceId });

    for (const name of ['claim-message', 'report-message'] as const) {
      const json = name === 'claim-message' ? {} : { status: 'sent' };
      expect(codeOf(await messaging.call(name, { key, params: { message }, json }))).toBe(
        '404 message_not_found',
      );
      expect(codeOf(await messaging.call(name, { params: { message: randomUUID() }, json }))).toBe(
        '404 message_not_found',
      );
    }
  });
});
