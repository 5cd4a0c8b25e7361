import * as v from 'valibot';
import { count, waitSeconds } from '#shared/platform/runtime/env.ts';
import { retryDelays } from '#shared/webhooks/domain/retry-delays.ts';
import { LocalError } from './local-error.ts';

/** Settings of the local stack from the environment. */
export type LocalSettings = {
  readonly port: number;
  /** Names of this machine besides those of the loopback interface, under which the API is reached. */
  readonly hosts: readonly string[];
  readonly receiverPort: number;
  readonly dataDir: string;
  readonly dynamodbEndpoint: string | undefined;
  /** JSON file with the templates of the stage by stack name, to run instead of synthesizing; tests start many stacks on one. */
  readonly templatesFile: string | undefined;
  /** Whether the gateway throttles requests like the deployed stage, and keys have rate limits. */
  readonly throttling: boolean;
  /** Containers of each function; with two, no code can rely on the cache of a single one. */
  readonly containers: number;
  /** Whether the stack starts without the example workspace. */
  readonly bare: boolean;
  /** Environment variables for every function, overriding those of the template. */
  readonly functionOverrides: Readonly<Record<string, string>>;
};

/** Deployment settings that a run may change, for example to watch all retries within seconds. */
const PASSED_THROUGH = {
  RETRY_DELAYS: retryDelays,
  QUEUE_DELAY_LIMIT: v.pipe(count, v.maxValue(900)),
  DEFER_SECONDS: waitSeconds,
  PROBE_SECONDS: waitSeconds,
};

/** Reads and validates the settings. @throws LocalError */
export function readSettings(env: Readonly<Record<string, string | undefined>>): LocalSettings {
  const passed = (['RETRY_DELAYS', 'QUEUE_DELAY_LIMIT', 'DEFER_SECONDS', 'PROBE_SECONDS'] as const).flatMap(
    (name) => {
      const value = env[name];
      if (value === undefined || value === '') return [];
      if (!v.safeParse(PASSED_THROUGH[name], value).success)
        throw new LocalError(`${name} cannot be "${value}"; see the README`);
      return [[name, value] as const];
    },
  );
  const throttling = readSwitch('LOCAL_THROTTLING', env['LOCAL_THROTTLING']);
  return {
    port: readPort('PORT', env['PORT'], 3000),
    hosts: readHosts(env['LOCAL_HOSTS']),
    receiverPort: readPort('RECEIVER_PORT', env['RECEIVER_PORT'], 3001),
    dataDir: env['LOCAL_DATA_DIR'] || '.local',
    dynamodbEndpoint: env['DYNAMODB_ENDPOINT'] || undefined,
    templatesFile: env['LOCAL_TEMPLATES'] || undefined,
    throttling,
    containers: readContainers(env['LOCAL_CONTAINERS']),
    bare: readSwitch('LOCAL_BARE', env['LOCAL_BARE']),
    functionOverrides: {
      // Allows receivers that are neither public nor https; no deployed function has this variable.
      WEBHOOK_ALLOWED_HOSTS: env['WEBHOOK_ALLOWED_HOSTS'] ?? '127.0.0.1,localhost',
      // Social networks on this machine, such as `telegram=http://127.0.0.1:4000`; no deployed function has this variable.
      ...(env['NETWORK_ORIGINS'] ? { NETWORK_ORIGINS: env['NETWORK_ORIGINS'] } : {}),
      ...(throttling ? {} : { RATE_LIMITS: 'off' }),
      ...Object.fromEntries(passed),
    },
  };
}

/** A switch that is off by default; 1 and 0 are the same as on and off. */
function readSwitch(name: string, value: string | undefined): boolean {
  if (value === undefined || ['', 'off', '0'].includes(value)) return false;
  if (value !== 'on' && value !== '1') throw new LocalError(`${name} must be on or off, not "${value}"`);
  return true;
}

/** Host names or addresses, with or without a port, separated by commas. */
function readHosts(value = ''): readonly string[] {
  const hosts = value.split(',').flatMap((host) => host.trim() || []);
  const wrong = hosts.find((host) => /[\s/?#@\\]/u.test(host) || !URL.canParse(`http://${host}`));
  if (wrong !== undefined)
    throw new LocalError(`LOCAL_HOSTS must list host names such as "mybox.local", not "${wrong}"`);
  return hosts;
}

function readContainers(value: string | undefined): number {
  if (value === undefined || value === '') return 1;
  if (!/^[1-9]$/.test(value)) throw new LocalError(`LOCAL_CONTAINERS must be from 1 to 9, not "${value}"`);
  return Number(value);
}

function readPort(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new LocalError(`${name} must be a port from 0 to 65535, not "${value}"`);
  return port;
}
