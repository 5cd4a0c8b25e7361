import { readFileSync } from 'node:fs';

/**
 * The process that is measured, bundled before the run so that nothing but the function is loaded: loads the bundle named on its
 * command line, calls its handler once with the event in the file, and says how long both took.
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
const answer: unknown = await handler(event, context);
const called = performance.now();
const { user, system } = process.cpuUsage(cpu);

process.send?.({
  loadMs: loaded - started,
  callMs: called - loaded,
  loadCpuMs: (loadCpu.user + loadCpu.system) / 1000,
  cpuMs: (user + system) / 1000,
  answer,
});
