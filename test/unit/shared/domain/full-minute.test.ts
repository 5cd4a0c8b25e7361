import { describe, expect, it } from 'vitest';
import { fullMinute } from '#shared/domain/full-minute.ts';
import { later, NOW } from '#test/support/builders.ts';

describe('fullMinute', () => {
  it('cuts seconds off', () => {
    expect(fullMinute(later(59.999))).toEqual(NOW);
    expect(fullMinute(later(60))).toEqual(later(60));
  });
});
