import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invokeSample } from '#scripts/invoke-sample.ts';
import { removeSampleEndpoints } from '#scripts/samples/sample-givens.ts';
import { readSamples, type Sample } from '#scripts/samples/sample-event.ts';
import type { HttpEvent, HttpResult } from '#shared/platform/http/exchange.ts';
import { requireConformingResult } from '#test/support/fixtures/platform/conformance.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/running-stack.ts';

const samples = await readSamples();

describe('the sample events', () => {
  let stack: RunningStack;

  beforeAll(async () => {
    stack = await startStack();
  });

  afterAll(async () => {
    await stack?.discard();
  });

  it('are all in the manifest, and there is one for every function', async () => {
    const files = (await readdir('events', { recursive: true })).filter((file) => /\/.*\.json$/u.test(file));
    const functions = (await readdir('functions', { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );

    expect(samples.map((sample) => sample.file).toSorted()).toEqual(files.toSorted());
    expect(new Set(samples.map((sample) => sample.function))).toEqual(
      new Set(functions.map((entry) => entry.name)),
    );
  });

  it.each(samples)('$file: $about', async (sample) => {
    const { failed, answer } = await invokeSample(stack, sample);
    await removeSampleEndpoints(stack);
    if (sample.kind === 'http')
      requireConformingResult(sample.function, await eventOf(sample), answer as HttpResult);

    expect(failed).toBe(false);
    expect(outcomeOf(sample, answer)).toEqual(sample.outcome);
  });
});

async function eventOf({ file }: Sample): Promise<HttpEvent> {
  return JSON.parse(await readFile(`events/${file}`, 'utf8'));
}

/** What an answer comes to, in the manifest's own terms. */
// oxlint-disable-next-line typescript/no-explicit-any
function outcomeOf({ kind, outcome }: Sample, answer: any): Sample['outcome'] {
  // A scheduled function has no items to report: it fails as a whole, or not.
  if (kind === 'schedule') return { failures: 0 };
  if (kind !== 'http') return { failures: answer.batchItemFailures.length };
  // Only refusals of the API are JSON for certain: pages and fonts have bodies of their own.
  const code = 'code' in outcome ? { code: JSON.parse(answer.body).code } : {};
  return { status: answer.statusCode, ...code };
}
