import { describe, expect, it } from 'vitest';
import { networkOrigin, replacedOrigin } from '#shared/publishing/networks/network-origins.ts';

describe('networkOrigin', () => {
  it('is the origin of the network unless the setting replaces it', () => {
    const replaced = ['telegram=http://127.0.0.1:4000'];

    expect(networkOrigin('telegram', replaced)).toBe('http://127.0.0.1:4000');
    expect(networkOrigin('discord', replaced)).toBe('https://discord.com');
    expect(networkOrigin('telegram', [])).toBe('https://api.telegram.org');
  });

  it('is the first of two entries', () => {
    const replaced = ['linkedin=http://127.0.0.1:1', 'linkedin=http://127.0.0.1:2'];

    expect(networkOrigin('linkedin', replaced)).toBe('http://127.0.0.1:1');
    expect(replacedOrigin('linkedin', [])).toBeUndefined();
  });
});
