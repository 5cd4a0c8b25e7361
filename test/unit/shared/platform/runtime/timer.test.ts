import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patientTimer } from '#shared/platform/runtime/patient-timer.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';

describe.each([
  ['systemTimer', systemTimer],
  ['patientTimer', patientTimer],
])('%s', (_, timer) => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fires once, after the given milliseconds', () => {
    const act = vi.fn<() => void>();
    timer(1000, act);
    vi.advanceTimersByTime(999);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(9999);

    expect(act).toHaveBeenCalledOnce();
  });

  it('does not fire once it is cancelled, and keeps no process alive', () => {
    const act = vi.fn<() => void>();
    timer(1000, act)();

    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(9999);
    expect(act).not.toHaveBeenCalled();
  });
});
