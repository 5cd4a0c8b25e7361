export type InterruptibleTimer = { wait(milliseconds: number): Promise<void>; wake(): void };

/** A delay that can end early: because polling is worthwhile again, or because the process stops. */
export function createInterruptibleTimer(): InterruptibleTimer {
  const sleepers = new Set<() => void>();
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          sleepers.delete(finish);
          resolve();
        };
        const timer = setTimeout(finish, milliseconds);
        sleepers.add(finish);
      }),
    wake: () => {
      for (const finish of sleepers) finish();
    },
  };
}
