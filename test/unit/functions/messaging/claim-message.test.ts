import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { withUnknownResult } from '#shared/messaging/domain/message-progress.ts';
import { secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it, startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('claim-message', () => {
  it('gives the message to one engine until the lease ends', async ({
    call,
    send,
    storedMessage,
    events,
  }) => {
    const message = await send();
    const { status, headers, body } = await call('claim-message', {
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
    expect(storedMessage(message)).toMatchObject({
      claim: { token: body.data.claim.token, until: secondsAfterNow(150) },
      due: { at: secondsAfterNow(150), seq: 2, timer: false },
      attempts: 1,
    });
    expect(codeOf(await call('claim-message', { params: { message } }))).toBe('409 message_claimed');
    expect(events()).toEqual([]);
  });

  it('has a lease of 60 seconds by default', async ({ call, send }) => {
    const { body } = await call('claim-message', { params: { message: await send() }, body: '' });

    expect(body.data.claim.until).toBe(secondsAfterNow(120).toISOString());
  });

  it.each([9, 901, 60.5])('rejects a lease of %s seconds', async (seconds, { call, send }) => {
    const params = { message: await send() };

    expect(codeOf(await call('claim-message', { params, json: { lease_seconds: seconds } }))).toBe(
      '422 out_of_range',
    );
  });

  it('returns the same claim for a repeated request, and no second claim', async ({
    call,
    send,
    storedMessage,
  }) => {
    const message = await send();
    const request = { params: { message }, json: {}, headers: { 'idempotency-key': 'once' } };
    const first = await call('claim-message', request);

    expect((await call('claim-message', request)).body).toEqual(first.body);
    expect(storedMessage(message).attempts).toBe(1);
  });

  it('lets one of several engines win', async ({ call, send, storedMessage }) => {
    const message = await send();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('claim-message', { params: { message }, json: {} })),
    );

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '200',
      '409',
      '409',
      '409',
      '409',
    ]);
    const won = answers.find(({ status }) => status === 200);
    expect(storedMessage(message)).toMatchObject({
      attempts: 1,
      claim: { token: won?.body.data.claim.token },
    });
  });

  it('gives nobody a message whose lease has ended, before and after the sweep', async ({
    api,
    call,
    send,
    claim,
    storedMessage,
  }) => {
    const message = await send();
    await claim(message);
    api.clock.advance(3600);
    expect(codeOf(await call('claim-message', { params: { message } }))).toBe('409 message_claimed');
    const ended = withUnknownResult(storedMessage(message), secondsAfterNow(3660));
    api.core.messages.set(withinWorkspace(api.workspaceId, message), ended);
    const response = await call('claim-message', { params: { message } });

    expect(codeOf(response)).toBe('409 message_state_invalid');
    expect(response.body.state).toBe('unknown');
  });

  it('fails a message whose contact has opted out, with its event, once', async ({
    call,
    send,
    optOut,
    storedMessage,
    events,
  }) => {
    const message = await send();
    await optOut(['facebook']);

    expect(codeOf(await call('claim-message', { params: { message } }))).toBe('409 contact_opted_out');
    expect(storedMessage(message)).toMatchObject({
      status: 'failed',
      errorCode: 'opted_out',
      due: null,
      attempts: 0,
    });
    expect(events()).toMatchObject([
      {
        event: 'message.failed',
        channel: 'facebook',
        data: { message: { id: message, error_code: 'opted_out' } },
      },
    ]);
    expect(codeOf(await call('claim-message', { params: { message } }))).toBe('409 message_state_invalid');
    expect(events()).toHaveLength(1);
    const queued = { query: { state: 'queued', channel: 'facebook' } };
    expect((await call('list-messages', queued)).body.data).toEqual([]);
  });

  it('does not claim if the contact opts out between the read and the write', async ({
    api,
    call,
    send,
    optOut,
    storedMessage,
  }) => {
    const message = await send();
    const { claim } = api.messages;
    Object.assign(api.messages, {
      async claim(...args: Parameters<typeof claim>) {
        Object.assign(api.messages, { claim });
        await optOut(['facebook']);
        return claim(...args);
      },
    });

    expect(codeOf(await call('claim-message', { params: { message } }))).toBe('409 contact_opted_out');
    expect(storedMessage(message)).toMatchObject({ status: 'failed', attempts: 0 });
  });

  it('claims if the contact changes otherwise at the same time', async ({ api, call, send, contact }) => {
    const message = await send();
    const { claim } = api.messages;
    Object.assign(api.messages, {
      async claim(...args: Parameters<typeof claim>) {
        Object.assign(api.messages, { claim });
        await call('update-contact', { params: { contact }, json: { stage: 'customer' } });
        return claim(...args);
      },
    });

    expect((await call('claim-message', { params: { message } })).status).toBe(200);
  });

  it('fails a message of a deleted contact without an event, so that it leaves the queue', async ({
    api,
    call,
    send,
    storedMessage,
    events,
  }) => {
    const message = await send();
    api.core.contacts.clear();

    expect(codeOf(await call('claim-message', { params: { message } }))).toBe('409 contact_unreachable');
    expect(storedMessage(message)).toMatchObject({ status: 'failed', errorCode: 'contact_not_found' });
    const queue = await call('list-messages', { query: { state: 'queued', channel: 'facebook' } });
    expect([queue.body.data, events()]).toEqual([[], []]);
  });

  it('returns a claim that was released since to a repeated request, and its token reports nothing', async ({
    call,
    send,
    claim,
    report,
  }) => {
    const message = await send();
    const request = { params: { message }, headers: { 'idempotency-key': 'claim-1' } };
    const { token } = (await call('claim-message', request)).body.data.claim;
    await report(message, { status: 'released', claim_token: token });
    await claim(message);
    const again = await call('claim-message', request);

    expect([again.status, again.body.data.claim.token]).toEqual([200, token]);
    expect(codeOf(await report(message, { status: 'sent', claim_token: token }))).toBe('409 message_claimed');
  });

  it('rejects messages that this platform sends, and messages from contacts', async ({
    call,
    create,
    contact,
  }) => {
    const own = await startConversationApi('sandbox');
    const response = await own.call('claim-message', { params: { message: await own.send() } });
    expect(codeOf(response)).toBe('409 message_claimed');
    const incoming = {
      platform: 'facebook',
      contact_id: contact,
      text: 'Hi',
      provider: 'meta',
      provider_message_id: 'm',
    };
    const message = await create('receive-message', incoming);

    expect(codeOf(await call('claim-message', { params: { message } }))).toBe('409 message_state_invalid');
  });

  it('finds only messages of this platform in the workspace', async ({ api, call, send }) => {
    const message = await send();
    const { workspaceId } = await api.createOtherWorkspace();
    const key = api.grant(['salesbot:messages:send'], { workspaceId });

    for (const name of ['claim-message', 'report-message'] as const) {
      const json = name === 'claim-message' ? {} : { status: 'sent' };
      expect(codeOf(await call(name, { key, params: { message }, json }))).toBe('404 message_not_found');
      expect(codeOf(await call(name, { params: { message: randomUUID() }, json }))).toBe(
        '404 message_not_found',
      );
    }
  });
});
