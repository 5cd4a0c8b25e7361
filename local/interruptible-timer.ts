export type InterruptibleTimer = { wait(milliseconds: number): Promise<void>; wake(): void };

/** A pause that can be cut short: by news that makes polling worthwhile, or by the end of the process. */
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
