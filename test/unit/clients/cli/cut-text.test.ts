import { describe, expect, it } from 'vitest';
import { failureOf } from '#clients/cli/api/problem.ts';
import { fakeEndpoints, MESSAGE_RECEIVED } from '#test/support/fakes/clients/fake-endpoints.ts';
import { ME, respondWith, runFake } from '#test/support/fakes/clients/fake-outside.ts';

/** Characters of several UTF-16 code units: a surrogate pair, a letter with a mark, a family and a flag. */
const CHARACTERS = ['🦜', 'é'.normalize('NFD'), '👩‍👩‍👧', '🇩🇪'];

describe.each(CHARACTERS)('a text that is cut at %s', (character) => {
  it('ends before it in a list of posts', async () => {
    const post = {
      id: 'p1',
      publishing: false,
      status_name: 'draft',
      scheduled_at: null,
      versions: [{ content: [{ body: `${'x'.repeat(59)}${character} and more` }] }],
    };
    const send = respondWith({
      'GET /api/v1/me': ME,
      'GET /os/api/w1/posts': { data: [post], next_cursor: null, has_more: false },
    });
    const { exitCode, output } = await runFake(['posts', 'list'], { send });

    expect(exitCode).toBe(0);
    expect(output()).toMatch(/ x{59}\n/u);
  });

  it('ends before it in an error of the API', () => {
    const { message } = failureOf({
      status: 422,
      retryAfter: undefined,
      body: { detail: `${'x'.repeat(1999)}${character} and more` },
    });

    expect(message).toBe(`${'x'.repeat(1999)} (422)`);
  });

  it('ends before it in a repeated option', async () => {
    const args = ['endpoints', 'preview', '--url', 'https://a.example/', '--events', MESSAGE_RECEIVED];
    const filter = ['--filter', `${'y'.repeat(59)}${character} and more={}`];
    const { exitCode, messages } = await runFake([...args, ...filter], { send: fakeEndpoints().send });

    expect(exitCode).toBe(2);
    expect(messages()).toContain(` ${'y'.repeat(59)}…, which`);
  });
});
