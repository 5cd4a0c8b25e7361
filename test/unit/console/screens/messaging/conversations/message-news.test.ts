import { describe, expect, it } from 'vitest';
import { newsOf } from '#console/screens/messaging/conversations/message-news.ts';

type Message = Parameters<typeof newsOf>[1][number];

function message(id: string, overrides: Partial<Message> = {}): Message {
  return { id, direction: 'out', status: 'sent', text: id, type: 'text', ...overrides } as Message;
}

const received = (id: string, text: string | null = id, type: Message['type'] = 'text') =>
  message(id, { direction: 'in', status: 'received', text, type });

const newsAfter = (before: readonly Message[] | undefined, now: readonly Message[]) =>
  newsOf(before, now, 'Ada');

describe('newsOf', () => {
  it('says nothing about the messages that are there at first', () => {
    expect(newsAfter(undefined, [received('a')])).toBeUndefined();
  });

  it('says a new message of the contact', () => {
    expect(newsAfter([message('a')], [message('a'), received('b', 'Hello')])).toBe('Ada: Hello');
  });

  it('says no message of the contact twice', () => {
    const before = [message('a'), received('b')];

    expect(newsAfter(before, [...before, received('c', 'Hello')])).toBe('Ada: Hello');
  });

  it('says the first message of an empty conversation', () => {
    expect(newsAfter([], [received('a', 'Hello')])).toBe('Ada: Hello');
  });

  it('counts several and says the last one', () => {
    const now = [message('a'), received('b'), received('c', 'Last')];

    expect(newsAfter([message('a')], now)).toBe('2 new messages. Ada: Last');
  });

  it('says a message that the list lacked before, between known ones', () => {
    const now = [message('a'), received('b', 'Late'), message('c')];

    expect(newsAfter([message('a'), message('c')], now)).toBe('Ada: Late');
  });

  it('says nothing about older messages that were loaded', () => {
    expect(newsAfter([message('b')], [received('a'), message('b')])).toBeUndefined();
  });

  it('says nothing about messages to the contact that arrive', () => {
    const now = [message('a', { status: 'delivered' }), message('b')];

    expect(newsAfter([message('a')], now)).toBeUndefined();
  });

  it.each([
    ['failed', 'A message is failed.'],
    ['unknown', 'A message is unknown.'],
  ] as const)('says once that a message is %s', (status, words) => {
    const after = [message('a', { status, error_code: null })];

    expect(newsAfter([message('a')], after)).toContain(words);
    expect(newsAfter(after, after)).toBeUndefined();
  });

  it('says that a message failed before it was read for the first time, but not an older one that was loaded', () => {
    const failed = message('b', { status: 'failed', error_code: null });

    expect(newsAfter([], [failed])).toContain('A message is failed.');
    expect(newsAfter([message('a')], [message('a'), failed])).toContain('A message is failed.');
    expect(newsAfter([message('c')], [failed, message('c')])).toBeUndefined();
  });

  it('cuts a long text, and names content without a text', () => {
    const long = newsAfter([], [received('a', '🙂'.repeat(10_000))]);

    expect([...(long ?? '')].length).toBeLessThan(220);
    expect(newsAfter([], [received('a', null, 'image')])).toBe('Ada: an image');
  });
});
