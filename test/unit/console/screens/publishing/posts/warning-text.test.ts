import { describe, expect, it } from 'vitest';
import { warningText } from '#console/screens/publishing/posts/warning-text.ts';

const version = (items: number) => ({
  account_id: 0,
  is_original: true,
  content: Array.from({ length: items }, () => ({ body: '' })),
});
const body = { accounts: [12, 15], versions: [version(1), version(3)] };
const textOf = (code: string, pointer: string) =>
  warningText({ code, pointer, detail: 'The text of the API.' }, body, (account) => `Account ${account}`);

describe('warningText', () => {
  it('asks once for a day and a time', () => {
    expect(textOf('schedule_incomplete', '#/date')).toBe(textOf('schedule_incomplete', '#/time'));
  });

  it.each(['schedule_incomplete', 'schedule_in_past', 'accounts_required', 'media_not_found'])(
    'says what to do about %s without the text of the API',
    (code) => {
      expect(textOf(code, '#/date')).toMatch(/^(?:Choose|The day|A file)/u);
    },
  );

  it('names the account', () => {
    expect(textOf('account_not_connected', '#/accounts/1')).toMatch(/^Account 15 is not connected\./u);
  });

  it('names the empty post of a thread', () => {
    expect(textOf('content_empty', '#/versions/0/content/0')).toMatch(/^The post is empty\./u);
    expect(textOf('content_empty', '#/versions/1/content/2')).toMatch(/^Post 3 of the thread is empty\./u);
  });

  it('shows the text of the API for all other codes', () => {
    expect(textOf('content_too_long', '#/versions/0/content/0/body')).toBe('The text of the API.');
  });
});
