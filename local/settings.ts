import { LocalError } from './local-error.ts';

/** What the caller's environment says about the local stack. */
export type LocalSettings = {
  readonly port: number;
  readonly receiverPort: number;
  readonly dataDir: string;
  readonly dynamodbEndpoint: string | undefined;
  /** JSON file with the templates of the stage by stack name, to run instead of synthesizing; tests start many stacks on one. */
  readonly templatesFile: string | undefined;
  /** Whether the gateway refuses with 429 what the stage would not let through. */
  readonly throttling: boolean;
  /** Variables for every function, over the ones of the template. */
  readonly functionOverrides: Readonly<Record<string, string>>;
};

/** Deployment settings of the product that may be changed for a run, so that a retry chain can be watched in seconds. */
const PASSED_THROUGH = {
  RETRY_DELAYS: /^\d+(,\d+){0,4}$/u,
  QUEUE_DELAY_LIMIT: /^(\d{1,2}|[1-8]\d\d|900)$/u,
  DEFER_SECONDS: /^(\d{1,2}|[1-8]\d\d)$/u,
  // A look comes a second later, and SQS delays it by 900 at most.
  PROBE_SECONDS: /^(\d{1,2}|[1-8]\d\d)$/u,
};

/** Reads the settings; a port that is no port is a `LocalError`. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): LocalSettings {
  const passed = (['RETRY_DELAYS', 'QUEUE_DELAY_LIMIT', 'DEFER_SECONDS', 'PROBE_SECONDS'] as const).flatMap(
    (name) => {
      const value = env[name];
      if (value === undefined || value === '') return [];
      if (!PASSED_THROUGH[name].test(value))
        throw new LocalError(`${name} cannot be "${value}"; see the README`);
      return [[name, value] as const];
    },
  );
  return {
    port: readPort('PORT', env['PORT'], 3000),
    receiverPort: readPort('RECEIVER_PORT', env['RECEIVER_PORT'], 3001),
    dataDir: env['LOCAL_DATA_DIR'] || '.local',
    dynamodbEndpoint: env['DYNAMODB_ENDPOINT'] || undefined,
    templatesFile: env['LOCAL_TEMPLATES'] || undefined,
    throttling: readSwitch('LOCAL_THROTTLING', env['LOCAL_THROTTLING']),
    functionOverrides: {
      // The only way to a receiver that is neither public nor https; no deployed function can have it.
      WEBHOOK_ALLOWED_HOSTS: env['WEBHOOK_ALLOWED_HOSTS'] ?? '127.0.0.1,localhost',
      ...Object.fromEntries(passed),
    },
  };
}

/** Off unless it is said to be on. */
function readSwitch(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '' || value === 'off') return false;
  if (value !== 'on') throw new LocalError(`${name} is on or off, not "${value}"`);
  return true;
}

function readPort(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new LocalError(`${name} must be a port from 0 to 65535, not "${value}"`);
  return port;
}
