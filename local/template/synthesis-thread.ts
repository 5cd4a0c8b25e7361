import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { LOCAL_MESSAGING } from './local-messaging.ts';
import type { Synthesis } from './template-cache.ts';

/** The thread that synthesizes the templates of the stage `dev`. It reports every module of the repository that it has loaded. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of synthesize-apart.ts
const { root, files } = workerData as { readonly root: string; readonly files: readonly string[] };
const inputs = new Set(files);
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:') && !url.includes('/node_modules/'))
      inputs.add(relative(root, fileURLToPath(url)));
    return nextLoad(url, context);
  },
});

const { synthesize } = await import('#infra/synthesize.ts');
const { templates } = synthesize({ stage: 'dev', bundle: false, messaging: LOCAL_MESSAGING });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ templates, inputs: [...inputs].toSorted() } satisfies Synthesis);
