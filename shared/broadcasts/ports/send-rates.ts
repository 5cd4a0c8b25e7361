import type { Reservation } from '#shared/broadcasts/domain/send-rate.ts';

/** The rates of origination numbers, which broadcasts share. */
export type SendRates = {
  /**
   * Reserves slots of a rate. The result `full` can also mean that other runs won the race several times.
   * @param subject the ID of the number, or of a broadcast with a limit of its own
   */
  reserve(
    workspaceId: string,
    subject: string,
    wish: { readonly wanted: number; readonly perSecond: number },
    now: Date,
  ): Promise<Reservation>;
};
