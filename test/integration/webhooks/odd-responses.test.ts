import { expect, it } from 'vitest';
import responses from '#test/corpus/http-responses.json' with { type: 'json' };
import { respondingWith, useSenderFixture } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';

const { post } = useSenderFixture({ total: 10_000, connect: 5000 });

it.each(responses)('a receiver of $report sends $input: $right', async ({ channel, input, right }) => {
  await using receiver = await respondingWith(input, channel.endsWith('reset') ? 'reset' : 'end');

  const { statusCode, outcome } = await post(receiver);
  expect({ statusCode, isNetworkError: outcome === 'network_error' }).toEqual({
    statusCode: right,
    isNetworkError: right === null,
  });
});
