import { Logger } from '@aws-lambda-powertools/logger';

/** A kind of log line; alarms and queries use the code. Fields contain ids only, never bodies, keys or secrets. */
export type LogMessage = { readonly code: string; readonly message: string };

/** The logger interface of all layers; `fields` are ids and numbers. */
export interface Log {
  debug(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  info(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  error(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
}

/** Creates a structured JSON logger; level and service come from the Powertools variables of the function. */
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

/** Name, message and first stack frame of an error and its causes, without a full trace or a payload. */
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
