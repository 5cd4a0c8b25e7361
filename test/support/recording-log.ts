import type { Log, LogMessage } from '#shared/runtime/logger.ts';

export type LogLine = {
  readonly level: keyof Log;
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** A log whose lines can be looked at: message codes and fields, never texts. */
export function createRecordingLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    ({ code }: LogMessage, fields: Readonly<Record<string, unknown>> = {}): void => {
      lines.push({ level, code, fields });
    };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
