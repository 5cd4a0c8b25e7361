import { describe, expect, it } from 'vitest';
import { quoteNetwork } from '#shared/publishing/networks/quote-network.ts';

describe('quoteNetwork', () => {
  it('leaves ordinary words unchanged', () => {
    expect(quoteNetwork("Validation failed: Text can't be blank", [])).toBe(
      "Validation failed: Text can't be blank",
    );
  });

  it('removes every secret, wherever it is', () => {
    expect(quoteNetwork('no tok-1234 here, tok-1234 and pass-9', ['tok-1234', 'pass-9'])).toBe(
      'no [removed] here, [removed] and [removed]',
    );
  });

  it('does not truncate a text before it removes the secrets', () => {
    const quoted = quoteNetwork(`${'x'.repeat(295)}tok-1234`, ['tok-1234']);

    expect(quoted).not.toContain('tok');
    expect(quoted).toBe(`${'x'.repeat(295)}[remo…`);
  });

  it('ignores secrets too short to be one', () => {
    expect(quoteNetwork('a bad request', ['', 'a'])).toBe('a bad request');
  });

  it('returns one line without invisible characters', () => {
    expect(quoteNetwork(' one\r\n\ttwo\u0000\u202ethree ', [])).toBe('one two three');
  });

  it('truncates between characters, not inside one', () => {
    expect(quoteNetwork('😀'.repeat(301), [])).toBe(`${'😀'.repeat(300)}…`);
    expect(quoteNetwork('😀'.repeat(300), [])).toBe('😀'.repeat(300));
  });
});
