import { describe, expect, it } from 'vitest';
import { exampleOf, hasExample } from '#shared/api-docs/problem-examples.ts';
import { deliveryWithPayload, subscriptionWarning } from '#shared/api-docs/webhook-examples.ts';
import { titleIssues } from '#shared/biolinks/domain/page-status.ts';
import { requireAllowed } from '#shared/broadcasts/domain/broadcast-transition.ts';
import { checkFilter } from '#shared/events/subscriptions/check-filter.ts';
import { checkSubscriptions } from '#shared/events/subscriptions/subscription-rules.ts';
import { uploadFault } from '#shared/files/domain/check-upload.ts';
import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';
import { networkIssues } from '#shared/publishing/domain/network-limits.ts';
import { versionIssues } from '#shared/publishing/domain/post-rules.ts';
import type { PostVersion } from '#shared/publishing/domain/post.ts';
import { explainDelivery } from '#shared/webhooks/domain/explain-delivery.ts';
import { adminRequired } from '#shared/workspaces/domain/admin-required.ts';
import { eventNamed } from '#test/support/builders/events/catalogue-events.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';

function subscriptionDetail(event: string, channel?: string): string | undefined {
  return checkSubscriptions([{ event, ...(channel === undefined ? {} : { channel }) }]).problems[0]?.detail;
}

function filterDetail(filter: unknown): string | undefined {
  return checkFilter(eventNamed('publishing.post.published'), filter).problems[0]?.detail;
}

function networkDetail(options: PostVersion['options'], body: string): string | undefined {
  const version = { accountId: 0, isOriginal: true, options, content: [{ body, url: null, media: [] }] };
  return networkIssues({ accounts: [12], versions: [version] }, [{ id: 12, provider: 'mastodon' }], [])
    .map(({ detail }) => detail)
    .at(0);
}

function versionDetail(...versions: readonly [accountId: number, isOriginal: boolean][]): string | undefined {
  return versionIssues(
    versions.map(([accountId, isOriginal]) => ({ accountId, isOriginal })),
    [7],
  ).at(-1)?.detail;
}

function rejectionBy(act: () => void): PlatformError {
  try {
    act();
  } catch (error) {
    if (error instanceof PlatformError) return error;
  }
  throw new Error('Nothing was rejected');
}

describe('the example of an error', () => {
  it.each<[ErrorCode, string | undefined]>([
    ['event_unknown', subscriptionDetail('odd')],
    ['channel_unknown', subscriptionDetail('salesbot.message.received', 'odd')],
    ['channel_not_allowed', subscriptionDetail('publishing.post.published', 'sms')],
    ['channel_status_unsupported', subscriptionDetail('salesbot.message.read_or_seen', 'sms')],
    ['filter_path_unknown', filterDetail({ 'post.status': { $eq: 2 } })],
    ['filter_operator_unknown', filterDetail({ status: { $like: 2 } })],
    ['filter_operator_not_allowed', filterDetail({ id: { $gt: 2 } })],
    ['filter_too_deep', filterDetail({ $not: { $not: { $not: { $not: { $not: {} } } } } })],
    ['filter_too_large', filterDetail({ id: { $eq: 'x'.repeat(1_024) } })],
    ['original_version_invalid', versionDetail([0, false])],
    ['version_account_not_listed', versionDetail([0, true], [12, false])],
    ['duplicate_version_account', versionDetail([0, true], [12, false], [12, false])],
    ['network_limit_exceeded', networkDetail({}, 'x'.repeat(512))],
    ['options_invalid', networkDetail({ mastodon: { visibility: 'odd' } }, 'x')],
    [
      'media_not_uploaded',
      uploadFault({ mimeType: 'image/png', size: 2048 }, { size: 1024, type: 'image/png' })?.detail,
    ],
    ['title_required', titleIssues('#/status', { status: 'active', title: '' })[0]?.detail],
    ['admin_required', adminRequired().message],
  ])('has the text that the API returns: %s', (code, detail) => {
    expect(exampleOf(code, code === 'media_not_uploaded' ? 409 : 422).detail).toBe(detail);
  });

  it('has the text and the fields that the API returns for the state of a broadcast', () => {
    const { message, extras } = rejectionBy(() => requireAllowed('report', { state: 'finished' }));

    expect(exampleOf('broadcast_state_invalid', 409)).toEqual({ detail: message, extras });
  });

  it('does not exist for an error that only the gateway causes', () => {
    expect(hasExample('malformed_request')).toBe(false);
    expect(() => exampleOf('malformed_request', 400)).toThrow('never returns malformed_request');
  });
});

describe('the example of a delivery', () => {
  it('has the explanation that the API returns', () => {
    const { state, reason, next_attempt_at: next, attempts } = deliveryWithPayload;
    const explanation = explainDelivery(
      { state, reason },
      {
        nextAttemptAt: next === null ? null : new Date(next),
        attempts: attempts.map(({ status_code: statusCode }) => anAttempt({ statusCode })),
      },
    );

    expect(deliveryWithPayload.explanation).toEqual(explanation);
  });
});

describe('the example of a warning', () => {
  it('has the fields that the API returns', () => {
    const { event, channel } = subscriptionWarning;

    expect(checkSubscriptions([{ event, channel }]).warnings).toEqual([subscriptionWarning]);
  });
});
