import { describe, expect, it } from 'vitest';
import { CONFIRMATION_SECONDS, createConfirmations } from '#shared/agents/use-cases/confirmation.ts';

const NOW = new Date('2026-11-28T09:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const AGREEMENT = { tool: 'resend_delivery', input: { delivery: 'd', endpoint: 'e' }, state: 'failed 0' };

describe('a confirmation value', () => {
  const value = createConfirmations('wsk_a', NOW).create(AGREEMENT);

  it('is accepted for the same key, tool, arguments and state, for ten minutes', () => {
    expect(CONFIRMATION_SECONDS).toBe(600);
    for (const seconds of [0, 1, 600])
      expect(createConfirmations('wsk_a', after(seconds)).accepts(value, AGREEMENT)).toBe(true);
    expect(createConfirmations('wsk_a', after(601)).accepts(value, AGREEMENT)).toBe(false);
  });

  it('does not depend on the order of the arguments', () => {
    const input = { endpoint: 'e', delivery: 'd' };

    expect(createConfirmations('wsk_a', NOW).accepts(value, { ...AGREEMENT, input })).toBe(true);
  });

  it.each([
    ['another key', 'wsk_b', AGREEMENT],
    ['another tool', 'wsk_a', { ...AGREEMENT, tool: 'recover_endpoint' }],
    ['other arguments', 'wsk_a', { ...AGREEMENT, input: { delivery: 'x', endpoint: 'e' } }],
    ['another state', 'wsk_a', { ...AGREEMENT, state: 'failed 1' }],
  ])('is rejected for %s', (_case, key, agreement) => {
    expect(createConfirmations(key, NOW).accepts(value, agreement)).toBe(false);
  });

  it('cannot be extended, because its end is signed', () => {
    const [, signature = ''] = value.split('.');
    const later = Math.floor(after(100_000).getTime() / 1000).toString(36);

    expect(createConfirmations('wsk_a', NOW).accepts(`${later}.${signature}`, AGREEMENT)).toBe(false);
  });

  it.each(['', '.', 'yes', 'a.b', `${value}x`, value.slice(0, -1), 'zzzzzzzzzz.'])('rejects %j', (text) => {
    expect(createConfirmations('wsk_a', NOW).accepts(text, AGREEMENT)).toBe(false);
  });
});
