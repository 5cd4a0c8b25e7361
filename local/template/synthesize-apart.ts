import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';

const messageSchema = v.tuple([v.record(v.string(), v.unknown())]);

/**
 * The templates of the stage `dev`, synthesized in a thread that ends: the CDK needs 200 MB, which the stack would otherwise
 * keep, and as much time as all the rest of a start, which happens meanwhile.
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
