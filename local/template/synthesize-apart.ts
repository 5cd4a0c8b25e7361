import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import type { Synthesis } from './template-cache.ts';

const messageSchema = v.tuple([
  v.object({ templates: v.record(v.string(), v.unknown()), inputs: v.array(v.string()) }),
]);

/** Files that the synthesis reads without importing them. A new version of a package changes one of the two lock files. */
const FILES_READ = ['cdk.json', 'package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/**
 * The templates of the stage `dev`, synthesized in a thread of its own, which then ends. Otherwise the stack would keep the 200 MB
 * that the CDK needs. The synthesis takes as long as all other steps of a start, which run at the same time.
 */
export async function synthesizeApart(root: string): Promise<Synthesis> {
  const worker = new Worker(new URL('synthesis-thread.ts', import.meta.url), {
    name: 'synthesis',
    workerData: { root, files: FILES_READ },
    execArgv: [],
  });
  const [synthesis] = v.parse(messageSchema, await once(worker, 'message'));
  await worker.terminate();
  return synthesis;
}
