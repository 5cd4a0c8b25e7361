import { describe, expect, it } from 'vitest';
import { signInName } from '#shared/publishing/networks/sign-in-name.ts';
import rows from '#test/corpus/sign-in-names.json' with { type: 'json' };

describe('the name of a Bluesky account', () => {
  it.each(rows)(
    'is sent without what a copy adds: $input at $channel is $right ($report)',
    ({ channel, input, right }) => {
      const service = channel === 'bluesky' ? 'https://bsky.social' : `https://${channel}`;

      expect(signInName(input, service)).toBe(right);
    },
  );
});
