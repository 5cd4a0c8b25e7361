import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '#local/free-port.ts';
import { pythonTool } from '#scripts/lib/python-tool.ts';
import { startProcess } from './bounded-process.ts';
import { CACHE } from './cache-folder.ts';
import { MissingToolError } from './opinion.ts';
import { untilServing } from './until-serving.ts';
import { withoutAws } from './without-aws.ts';

const VERSION = '1.5.33';
export const MINISTACK = `ministack ${VERSION}`;
/** An account that nobody has. */
export const ACCOUNT = '111122223333';
export const REGION = 'us-east-1';

export type MiniStack = {
  readonly endpoint: string;
  /** For programs that use an AWS SDK: they reach the emulator and never an account of this machine. */
  readonly clientEnvironment: NodeJS.ProcessEnv;
  output(): string;
  stop(): Promise<void>;
};

/** Starts the emulator on the loopback interface; its data is below `folder`. */
export async function startMiniStack(folder: string, signal: AbortSignal): Promise<MiniStack> {
  const command = pythonTool(join(CACHE, `ministack-${VERSION}`), 'ministack', VERSION);
  if (command === undefined)
    throw new MissingToolError(
      `${MINISTACK} could not be installed: install Python 3 with venv and pip, and allow access to the Python package index.`,
    );
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { recursive: true });
  const server = startProcess({
    command,
    args: [],
    cwd: folder,
    env: {
      ...withoutAws(process.env),
      // It runs the functions with the first `node` on the PATH, which must be the version of the deployed runtime.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      TMPDIR: temporary,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_HOST: 'localhost',
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      MINISTACK_REGION: REGION,
      LAMBDA_EXECUTOR: 'local',
      // Functions with S3 sign their own requests. They need a token, and an address whose host is no bucket name.
      AWS_SESSION_TOKEN: 'emulated',
      AWS_ENDPOINT_URL_S3: endpoint,
      STATE_DIR: join(folder, 'state'),
      S3_DATA_DIR: join(folder, 's3'),
    },
    signal,
  });
  await untilServing(MINISTACK, server, endpoint, signal);
  return {
    endpoint,
    clientEnvironment: { ...withoutAws(process.env), ...emulatedAccount(endpoint) },
    output: server.output,
    stop: server.stop,
  };
}

function emulatedAccount(endpoint: string): NodeJS.ProcessEnv {
  return {
    // With an IP address as the host, S3 clients put the bucket into the path, so no host names of buckets are needed.
    AWS_ENDPOINT_URL: endpoint,
    // The emulator reads the account from the key.
    AWS_ACCESS_KEY_ID: ACCOUNT,
    AWS_SECRET_ACCESS_KEY: 'emulated',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
}
