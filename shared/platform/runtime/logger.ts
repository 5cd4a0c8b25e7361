import { Logger } from '@aws-lambda-powertools/logger';

/** One kind of log line: the code is what alarms and people search for. Ids only, never bodies, keys or secrets. */
export type LogMessage = { readonly code: string; readonly message: string };

/** The little of a logger that the rooms need; `fields` are ids and figures. */
export interface Log {
  debug(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  info(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  error(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
}

/** A structured JSON logger; level and service come from the function's Powertools variables. */
export function createLog(operation: string): Log {
  const logger = new Logger({ persistentKeys: { operation } });
  const line = ({ code, message }: LogMessage, fields: Readonly<Record<string, unknown>> = {}) =>
    ({ ...fields, code, message }) as const;
  return {
    debug: (message, fields) => logger.debug(line(message, fields)),
    info: (message, fields) => logger.info(line(message, fields)),
    warn: (message, fields) => logger.warn(line(message, fields)),
    error: (message, fields) => logger.error(line(message, fields)),
  };
}

/** Name, message and first frame of an error and of its causes: enough to find it, without a trace or a payload. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const frame = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return {
    error: error.name,
    detail: error.message,
    ...(frame ? { where: frame.trim().slice(3) } : {}),
    ...cause,
  };
}
