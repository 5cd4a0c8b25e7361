import { describe, expect, it } from 'vitest';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

describe('fullMinute', () => {
  it('truncates the seconds', () => {
    expect(fullMinute(secondsAfterNow(59.999))).toEqual(NOW);
    expect(fullMinute(secondsAfterNow(60))).toEqual(secondsAfterNow(60));
  });
});
