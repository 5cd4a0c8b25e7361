import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';

const messageSchema = v.tuple([v.record(v.string(), v.unknown())]);

/**
 * The templates of the stage `dev`, synthesized in a thread of its own, which then ends. Otherwise the stack would keep the 200 MB
 * that the CDK needs. The synthesis takes as long as all other steps of a start, which run at the same time.
 */
export async function synthesizeApart(): Promise<Readonly<Record<string, unknown>>> {
  const worker = new Worker(new URL('synthesis-thread.ts', import.meta.url), {
    name: 'synthesis',
    execArgv: [],
  });
  const [templates] = v.parse(messageSchema, await once(worker, 'message'));
  await worker.terminate();
  return templates;
}
