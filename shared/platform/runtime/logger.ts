import { FAILED, metricsNamespace } from '#shared/platform/metrics.ts';

/** A kind of log line; alarms and queries use the code. Fields contain ids only, never bodies, keys or secrets. */
export type LogMessage = { readonly code: string; readonly message: string };

/** The logger interface of all layers; `fields` are ids and numbers. Each line of the level ERROR counts as a failure of the function. */
export type Log = {
  debug(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  info(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
  error(message: LogMessage, fields?: Readonly<Record<string, unknown>>): void;
};

/** The levels by rank, as in the variable POWERTOOLS_LOG_LEVEL. */
const LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'] as const;
type Level = Exclude<(typeof LEVELS)[number], 'SILENT'>;

/**
 * Creates a structured JSON logger in the format of Powertools for AWS Lambda; level and service come from the Powertools
 * variables of the function, the trace from a variable that Lambda sets for each invocation, so `env` must be `process.env`. The
 * library would be a twentieth of a cold start (ADR 49).
 */
export function createLog(operation: string, env: Readonly<Record<string, string | undefined>>): Log {
  const { STAGE: stage, POWERTOOLS_LOG_LEVEL = '' } = env;
  const { POWERTOOLS_SERVICE_NAME: service = 'service_undefined' } = env;
  const configured = LEVELS.findIndex((level) => level === POWERTOOLS_LOG_LEVEL.toUpperCase());
  const lowest = configured === -1 ? LEVELS.indexOf('INFO') : configured;
  const writer =
    (level: Level) =>
    ({ code, message }: LogMessage, fields?: Readonly<Record<string, unknown>>): void => {
      if (LEVELS.indexOf(level) < lowest) return;
      const head = {
        level,
        message,
        timestamp: new Date().toISOString(),
        service,
        xray_trace_id: rootOf(env['_X_AMZN_TRACE_ID']),
      };
      // `console` does not work, because Lambda adds a time and a level that break the format.
      const counted = level === 'ERROR' && stage !== undefined ? failureOf(metricsNamespace(stage)) : {};
      process.stdout.write(`${JSON.stringify({ ...head, operation, ...fields, code, ...counted })}\n`);
    };
  return { debug: writer('DEBUG'), info: writer('INFO'), warn: writer('WARN'), error: writer('ERROR') };
}

/** Makes a line a document of the embedded metric format as well: CloudWatch adds one to the metric without a request or a second line. */
function failureOf(namespace: string) {
  const { name, dimension } = FAILED;
  const directive = {
    Namespace: namespace,
    Dimensions: [[dimension]],
    Metrics: [{ Name: name, Unit: 'Count' }],
  };
  return { [name]: 1, _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] } };
}

/** The root of a trace such as `Root=1-2-3;Parent=4;Sampled=1`. */
function rootOf(trace = ''): string | undefined {
  return /(?:^|;)Root=([^;]+)/u.exec(trace)?.[1];
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
