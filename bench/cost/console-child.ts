import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureOutput } from '#local/output-capture.ts';
import { runConsole } from './console-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'workspace-cost-console-'));
captureOutput(join(folder, 'functions.log'), () => new Date());

/** Receives the number of requests of each operation, and reports their AWS calls. */
process.once('message', (requests: number) => {
  void runConsole(requests, () => undefined)
    .finally(() => rmSync(folder, { recursive: true, force: true }))
    .then((measured) => process.send?.(measured, () => process.exit()));
});
