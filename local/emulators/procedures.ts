import type { OwnNumber } from '#local/messaging/own-numbers.ts';
import type { EmulatorSettings, OpenedEmulators, PreparedEmulators, PreparedPlatform } from './emulators.ts';

/** What the thread of the emulators knows from its start. */
export type EmulatorThreadData = {
  readonly settings: EmulatorSettings;
  readonly dataDir: string;
  readonly fresh: boolean;
};

/** What the emulators ask of the thread of the functions. */
export type FunctionProcedures = {
  /** Invokes a function with an event; both the event and the result are JSON, as in Lambda. */
  readonly invoke: (invocation: { readonly functionName: string; readonly event: string }) => Promise<string>;
  readonly log: (message: string) => void;
};

/** What the main thread asks of the emulators. */
export type EmulatorProcedures = {
  readonly open: (argument: undefined) => OpenedEmulators;
  readonly prepare: (prepared: PreparedPlatform) => PreparedEmulators;
  readonly giveNumbers: (numbers: readonly OwnNumber[]) => void;
  readonly serve: (argument: undefined) => void;
  readonly stop: (argument: undefined) => void;
};
