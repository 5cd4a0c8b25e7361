import { describe, expect, it } from 'vitest';
import { CONFIRMATION_SECONDS, createConfirmations } from '#shared/agents/use-cases/confirmation.ts';

const NOW = new Date('2026-11-28T09:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const AGREEMENT = { tool: 'resend_delivery', input: { delivery: 'd', endpoint: 'e' }, state: 'failed 0' };

describe('a confirmation value', () => {
  const value = createConfirmations('wsk_a', NOW).create(AGREEMENT);

  it('is valid for the same key, tool, arguments and state, for ten minutes', () => {
    expect(CONFIRMATION_SECONDS).toBe(600);
    for (const seconds of [0, 1, 600])
      expect(createConfirmations('wsk_a', after(seconds)).check(value, AGREEMENT)).toBe('valid');
    expect(createConfirmations('wsk_a', after(601)).check(value, AGREEMENT)).toBe('invalid');
  });

  it('does not depend on the order of the arguments', () => {
    const input = { endpoint: 'e', delivery: 'd' };

    expect(createConfirmations('wsk_a', NOW).check(value, { ...AGREEMENT, input })).toBe('valid');
  });

  it('is stale if only the state differs', () => {
    expect(createConfirmations('wsk_a', NOW).check(value, { ...AGREEMENT, state: 'failed 1' })).toBe('stale');
  });

  it.each([
    ['another key', 'wsk_b', AGREEMENT],
    ['another tool', 'wsk_a', { ...AGREEMENT, tool: 'recover_endpoint' }],
    ['other arguments', 'wsk_a', { ...AGREEMENT, input: { delivery: 'x', endpoint: 'e' } }],
  ])('is invalid for %s', (_case, key, agreement) => {
    expect(createConfirmations(key, NOW).check(value, agreement)).toBe('invalid');
  });

  it('cannot be extended or moved to another state, because both are signed', () => {
    const [expires = '', state = '', signature = ''] = value.split('.');
    const later = Math.floor(after(100_000).getTime() / 1000).toString(36);
    const other = createConfirmations('wsk_a', NOW)
      .create({ ...AGREEMENT, state: 'x' })
      .split('.')[1];

    for (const forged of [`${later}.${state}.${signature}`, `${expires}.${other}.${signature}`])
      expect(createConfirmations('wsk_a', NOW).check(forged, AGREEMENT)).toBe('invalid');
  });

  it.each(['', '.', 'yes', 'a.b.c', `${value}x`, value.slice(0, -1), 'zzzzzzzzzz..'])('is not %j', (text) => {
    expect(createConfirmations('wsk_a', NOW).check(text, AGREEMENT)).toBe('invalid');
  });
});
