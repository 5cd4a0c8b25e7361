import { readFileSync } from 'node:fs';

/**
 * The measured process, bundled before the run so that it loads only the function. It loads the bundle of its command line,
 * calls the handler once with the event in the file, and reports the CPU time of both.
 */
const [, , bundle = '', eventFile = ''] = process.argv;
const event: unknown = JSON.parse(readFileSync(eventFile, 'utf8'));
const context = {
  awsRequestId: 'bench',
  functionName: 'bench',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => 10_000,
};

// The emulators use plain HTTP, and the SDK imports this module for it. Node then loads its WebSocket client, which takes 40 ms.
// Functions on AWS use HTTPS, so neither a function nor its floor is charged for it.
await import('node:http');
const start = process.cpuUsage();
const { handler } = await import(bundle);
const loaded = process.cpuUsage(start);
const result: unknown = await handler(event, context);
const called = process.cpuUsage(start);

process.send?.({ loadMs: millisecondsOf(loaded), cpuMs: millisecondsOf(called), result });

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
