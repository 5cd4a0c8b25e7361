import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { patientTimer, startPatientTimer } from '#shared/platform/runtime/patient-timer.ts';

// What every timer does is in timer.test.ts.
describe('a patient timer of a process that stalls', () => {
  it('counts at most one tick for a stall, and the time after it', async () => {
    const act = vi.fn<(isStalled: boolean) => void>();
    const timer = startPatientTimer(300, act);
    block(500);
    expect(timer.counted()).toBe(150);
    await wait(10);
    expect(act).not.toHaveBeenCalled();

    await vi.waitFor(() => expect(act).toHaveBeenCalledExactlyOnceWith(false), { timeout: 5000 });
    expect(timer.counted()).toBeGreaterThanOrEqual(300);
  });

  it('fires only after the process has read what arrived during the stall', async () => {
    const order: string[] = [];
    // After an immediate, the loop runs its timers before it reads.
    await setImmediate();
    startPatientTimer(50, () => order.push('timer'));
    const { port1, port2 } = new MessageChannel();
    port1.once('message', () => order.push('message'));
    port2.postMessage('sent before the stall');
    block(200);

    await vi.waitFor(() => expect(order).toEqual(['message', 'timer']), { timeout: 5000 });
    port1.close();
  });

  it('fires at its limit, and reports that the process was stalled', async () => {
    const act = vi.fn<(isStalled: boolean) => void>();
    startPatientTimer(300, act, 400);
    block(500);

    await vi.waitFor(() => expect(act).toHaveBeenCalledExactlyOnceWith(true), { timeout: 5000, interval: 5 });
  });

  it('can be cancelled until the last moment', async () => {
    const act = vi.fn<() => void>();
    const cancel = patientTimer(50, act);
    setTimeout(cancel, 50);
    block(100);
    await wait(100);

    expect(act).not.toHaveBeenCalled();
  });
});

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
