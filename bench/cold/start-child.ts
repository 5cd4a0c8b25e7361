import { readFileSync } from 'node:fs';

/**
 * The measured process, bundled before the run so that it loads only the function. It loads the bundle of its command line,
 * calls the handler once with the event in the file, and reports how long both took.
 */
const [, , bundle = '', eventFile = ''] = process.argv;
const event: unknown = JSON.parse(readFileSync(eventFile, 'utf8'));
const context = {
  awsRequestId: 'bench',
  functionName: 'bench',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => 10_000,
};

const cpu = process.cpuUsage();
const started = performance.now();
const { handler } = await import(bundle);
const loaded = performance.now();
const loadCpu = process.cpuUsage(cpu);
const result: unknown = await handler(event, context);
const called = performance.now();
const { user, system } = process.cpuUsage(cpu);

process.send?.({
  loadMs: loaded - started,
  callMs: called - loaded,
  loadCpuMs: (loadCpu.user + loadCpu.system) / 1000,
  cpuMs: (user + system) / 1000,
  result,
});
