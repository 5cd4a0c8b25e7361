/*
 * Preloaded into a local stack (`node --import`): its clock differs from the one of this machine, so that data of an earlier time has not
 * expired. Worker threads of the process load it, too.
 */

const offset = Number(process.env['CLOCK_OFFSET_MS'] ?? 0);
const MachineDate = Date;

globalThis.Date = class ShiftedDate extends MachineDate {
  constructor(...given: readonly [] | readonly [value: number | string | Date]) {
    super(given.length === 0 ? MachineDate.now() + offset : given[0]);
  }

  static override now(): number {
    return MachineDate.now() + offset;
  }
} as DateConstructor;
