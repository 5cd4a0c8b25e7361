import { describe, expect, it } from 'vitest';
import { fromCallbackText, toCallbackText } from '#shared/messaging/domain/callback-data.ts';

describe('callback data', () => {
  const data = { stage: 'prod', workspaceId: 'w', messageId: 'm' };

  it('returns what was sent', () => {
    expect(fromCallbackText(toCallbackText(data))).toEqual(data);
  });

  it.each(['', 'campaign-7', 'a/b', 'a/b/c/d', '//'])('ignores %j of another sender', (text) => {
    expect(fromCallbackText(text)).toBeUndefined();
  });
});
