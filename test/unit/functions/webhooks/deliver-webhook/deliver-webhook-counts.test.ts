import { expect, it } from 'vitest';
import { sumOf, tallyOf, toTallyText } from '#shared/webhooks/domain/attempt-tally.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

it('counts an attempt whose write had no response once, when its message returns', async () => {
  const { platform, clock, deliver, ingest, prepare, stored } = createDeliveryFixture(200);
  const { endpoint, job } = await prepare();
  const { recordAttempt } = platform.deliveries;
  platform.deliveries.recordAttempt = async (...attempt) => {
    await recordAttempt(...attempt);
    throw new Error('no response');
  };
  await expect(deliver(job)).rejects.toThrow('no response');
  platform.deliveries.recordAttempt = recordAttempt;
  // The counter that the first attempt names must not be written without this attempt.
  const next = await ingest(endpoint);
  await deliver(next.job);
  clock.advance(90);
  await deliver(job, 2);
  await deliver(job, 3);

  const range = { from: secondsAfterNow(-3600), to: secondsAfterNow(3600), isFine: true };
  const spans = await platform.counts.read(endpoint, range, undefined);
  const made = [await stored(job), await stored(next.job)].flatMap((delivery) => delivery?.attempts ?? []);
  expect(made).toHaveLength(2);
  expect(toTallyText(sumOf(spans.map(({ tally }) => tally)))).toEqual(toTallyText(sumOf(made.map(tallyOf))));
});
