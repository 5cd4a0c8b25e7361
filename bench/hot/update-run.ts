import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { startAwsParts } from '#bench/memory/aws-parts.ts';
import { updateReportSchema, type UpdateFigures } from './hot-messages.ts';
import { makeHotWorkspace } from './hot-workspace.ts';

const NOBODY = 'http://127.0.0.1:9/hook';

/** Calls each update operation this many times in a separate process. */
export async function runUpdates(calls: number): Promise<readonly UpdateFigures[]> {
  const parts = await startAwsParts(NOBODY);
  try {
    const { CORE_TABLE: table = '' } = parts.environment;
    const env = {
      ...parts.environment,
      PATH: process.env['PATH'],
      POWERTOOLS_LOG_LEVEL: 'INFO',
      // A benchmark sends more requests than a key may.
      RATE_LIMITS: 'off',
      HOT_WORKSPACE: JSON.stringify(await makeHotWorkspace(table)),
      HOT_CALLS: String(calls),
    };
    const file = fileURLToPath(new URL('update-child.ts', import.meta.url));
    const child = fork(file, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [message] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [undefined]),
    ]);
    return v.parse(updateReportSchema, message);
  } finally {
    await parts.stop();
  }
}
