import { describe, expect, it } from 'vitest';
import { invokeSample } from '#scripts/lib/samples/invoke-sample.ts';
import { readSamples, type Sample } from '#scripts/lib/samples/sample-event.ts';
import { removeSampleEndpoints } from '#scripts/lib/samples/sample-givens.ts';
import type { HttpEvent, HttpResult } from '#shared/platform/http/operation.ts';
import { deniedOf, errorsOf } from '#test/infra/policies/recorded-policies.ts';
import { requireConformingResult } from '#test/support/fixtures/platform/conformance.ts';
import { IS_WHOLE } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import type { RecordedCall } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { ANSWERS_FOLDER, readCalls } from '#test/support/fixtures/platform/records/responses-seen.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';

const all = await readSamples();
const functions = [...new Set(all.map(({ function: name }) => name))];
/** `npm test` has the first sample of every fourth function. */
const samples = IS_WHOLE
  ? all
  : all.filter((sample) => sample === firstOf(sample) && functions.indexOf(sample.function) % 4 === 0);

describe('the sample events', () => {
  const stack = forAllTests(startStack, 'discard');

  it.each(samples)('$function/$name: $about', async (sample) => {
    const { failed, result: answer } = await invokeSample(stack, sample);
    if (sample.product === 'webhooks') await removeSampleEndpoints(stack);
    if (sample.kind === 'http')
      requireConformingResult(sample.function, sample.event as HttpEvent, answer as HttpResult);

    expect(failed).toBe(false);
    expect(outcomeOf(sample, answer)).toEqual(sample.outcome);
    expect(errorsOf({ denied: deniedOf(sample.function, callsOf(sample.function)), unused: [] })).toEqual([]);
  });
});

/** The calls that a function has made in this run. */
function callsOf(name: string): readonly RecordedCall[] {
  const calls = readCalls(process.env[ANSWERS_FOLDER] ?? '').map((line): RecordedCall => JSON.parse(line));
  return calls.filter(({ operation }) => operation === name);
}

/** The first sample of the same function. */
function firstOf({ function: name }: Sample): Sample | undefined {
  return all.find((sample) => sample.function === name);
}

/** The result of a response, in the terms of the sample. */
// oxlint-disable-next-line typescript/no-explicit-any
function outcomeOf({ kind, outcome }: Sample, answer: any): Sample['outcome'] {
  // A scheduled function has no items to report: it fails as a whole, or not.
  if (kind === 'schedule') return { failures: 0 };
  if (kind !== 'http') return { failures: answer.batchItemFailures.length };
  // Only errors of the API are always JSON: pages and fonts have other bodies.
  const code = 'code' in outcome ? { code: JSON.parse(answer.body).code } : {};
  return { status: answer.statusCode, ...code };
}
