import { beforeEach, describe, expect, it } from 'vitest';
import * as countVisits from '#functions/biolinks/count-visits/index.ts';
import * as deleteVisitorSalts from '#functions/biolinks/delete-visitor-salts/index.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { createSqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { createSqsVisitQueue } from '#shared/biolinks/adapters/sqs-visit-queue.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aClick, aView } from '#test/support/builders/biolinks/visit-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { lostResponse } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { handOver, queueBatch } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

/** The URL of the queue names its host. */
const ENVIRONMENT = {
  AWS_REGION: LOCAL_AWS.region,
  AWS_ACCESS_KEY_ID: LOCAL_AWS.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_AWS.credentials.secretAccessKey,
};
const DONE = { batchItemFailures: [] };
const DAY = '2026-06-01';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

const run = (event: Parameters<typeof countVisits.handler>[0]) =>
  cloud.start('count-visits', countVisits)(event);

async function aPageWithVisits() {
  const page = aPage({ workspaceId: newId(NOW) });
  await cloud.stores.pages.create(page, aContext());
  const place = { workspaceId: page.workspaceId, pageId: page.id };
  const visits = { a: aView({}, place), b: aView({ visitor: 'f'.repeat(16) }, place), c: aClick({}, place) };
  const counts = async () => {
    const { day } = await cloud.stores.days.read(page.id, DAY);
    return { views: day?.views, clicks: day?.clicks };
  };
  return { place, visits, counts };
}

describe('count-visits, crashed at any call', () => {
  it('has counted each visit once when the batch is received again', async () => {
    const whole = await aPageWithVisits();
    cloud.power.restore();
    expect(await run(queueBatch(whole.visits))).toEqual(DONE);
    const calls = cloud.power.calls();
    expect(calls.length).toBeGreaterThanOrEqual(3);
    expect(await whole.counts()).toEqual({ views: 2, clicks: 1 });

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const { visits, counts } = await aPageWithVisits();
        cloud.power.cutAt(call, moment);
        await run(queueBatch(visits));
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();
        expect(await run(queueBatch(visits))).toEqual(DONE);

        expect(await counts()).toEqual({ views: 2, clicks: 1 });
      }
    }
  });
});

describe('count-visits', () => {
  it('counts once if the response to its transaction is lost', async () => {
    const { visits, counts } = await aPageWithVisits();
    cloud.faults.dynamo.script(lostResponse('TransactWriteItems'));
    expect(await run(queueBatch(visits))).toEqual(DONE);

    expect(await counts()).toEqual({ views: 2, clicks: 1 });
  });

  it('counts once in concurrent runs that receive the same messages', async () => {
    const { visits, counts } = await aPageWithVisits();
    const results = await Promise.all(Array.from({ length: 5 }, () => run(queueBatch(visits))));

    expect(results).toEqual(Array.from({ length: 5 }, () => DONE));
    expect(await counts()).toEqual({ views: 2, clicks: 1 });
  });

  it('counts what the function of a page sends', async () => {
    const { place, counts } = await aPageWithVisits();
    const queue = createSqsVisitQueue(createSqsClient(ENVIRONMENT), cloud.queueUrl('visits'));
    await queue.send(aView({ referrer: 'a.example' }, place));
    await queue.send(aClick({ item: 'instagram' }, place));
    await handOver(cloud, 'visits', run);

    expect(await counts()).toEqual({ views: 1, clicks: 1 });
  });
});

describe('delete-visitor-salts', () => {
  it('deletes the salts of days that have ended', async () => {
    const { salts } = cloud.stores;
    await salts.of('2020-01-01').createIfAbsent('old');
    await salts.of('2999-01-01').createIfAbsent('new');
    await cloud.start('delete-visitor-salts', deleteVisitorSalts)();

    expect(await salts.of('2020-01-01').find()).toBeUndefined();
    expect(await salts.of('2999-01-01').find()).toBe('new');
  });
});
