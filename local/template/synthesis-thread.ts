import { parentPort } from 'node:worker_threads';
import { synthesize } from '#infra/synthesize.ts';

/** The thread that synthesizes the templates of the stage `dev`. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(synthesize({ stage: 'dev', bundle: false }).templates);
