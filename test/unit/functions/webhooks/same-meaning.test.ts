import { expect, it } from 'vitest';
import edits from '#test/corpus/same-meaning.json' with { type: 'json' };
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const EVENT = 'salesbot.store.order_paid';

function bodyOf(channel: string, value: unknown): Readonly<Record<string, unknown>> {
  return channel === 'url' ? { url: value } : { subscriptions: [{ event: EVENT, filter: value }] };
}

it.each(edits)(
  'an edit of a $channel, $input, is $right: queued deliveries are cancelled only if it is changed ($report)',
  async ({ channel, input: [from, to], right }) => {
    for (const [first, sent] of [
      [from, to],
      [to, from],
    ]) {
      const { edit, stored, deliver, run } = await startEndpointApi(bodyOf(channel, first));
      const { id: delivery } = await deliver(0, { state: 'retrying', reason: 'receiver_error' });
      const was = stored();
      const { status, body } = await edit(bodyOf(channel, sent));
      const is = stored();

      expect(status).toBe(200);
      if (channel === 'url') expect(body.data.url).toBe(sent);
      // A checked filter has sorted keys and times in UTC, so that another form of it can be no change at all.
      const isOther =
        JSON.stringify([was.url, was.subscriptions]) !== JSON.stringify([is.url, is.subscriptions]);
      expect(is).toMatchObject({
        settingsVersion: was.settingsVersion + (right === 'same' ? 0 : 1),
        revision: was.revision + (isOther ? 1 : 0),
      });
      const read = await run('get-delivery', { params: { delivery } });
      expect(read.body.data.state).toBe(right === 'same' ? 'retrying' : 'cancelled');
    }
  },
);
