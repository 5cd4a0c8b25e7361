import { describe, expect, it } from 'vitest';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { later, NOW } from '#test/support/builders/platform/builders.ts';

describe('fullMinute', () => {
  it('cuts seconds off', () => {
    expect(fullMinute(later(59.999))).toEqual(NOW);
    expect(fullMinute(later(60))).toEqual(later(60));
  });
});
