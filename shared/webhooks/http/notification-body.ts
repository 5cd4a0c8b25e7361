import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import { issue } from '#shared/platform/core/issue.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import {
  DEFAULT_EXHAUSTED,
  MAX_EXHAUSTED,
  NOTIFICATION_CONDITIONS,
} from '#shared/webhooks/domain/notification.ts';
import { endpointFields, urlIssue } from './endpoint-body.ts';

const OUT_OF_RANGE = issue('out_of_range', `Use a whole number from 1 to ${MAX_EXHAUSTED}.`);
const TOO_MANY = issue('too_many_items', 'Send each condition once.');

/** Fields of a notification target that clients set. */
export const notificationTargetFields = {
  name: withDescription(singleLine(1, 100), 'Name of the target'),
  kind: v.pipe(
    v.picklist(['https', 'slack']),
    v.description(
      '`https`: a receiver of signed requests. `slack`: an incoming webhook of Slack, or of a service that accepts the same requests',
    ),
  ),
  url: v.pipe(
    endpointFields.url,
    v.description(
      'A public `https` URL. The URL of a `slack` target is a secret: it is stored encrypted and never returned',
    ),
  ),
  conditions: v.pipe(
    boundedList(v.picklist(NOTIFICATION_CONDITIONS), NOTIFICATION_CONDITIONS.length, TOO_MANY),
    v.minLength(1, issue('too_few_items', 'Send at least one condition.')),
    v.maxLength(NOTIFICATION_CONDITIONS.length, TOO_MANY),
    v.description(
      'When to notify. `first_final_failure`: a delivery became `failed`, the first one in an hour. `attempts_exhausted`: `exhausted_after` ' +
        'deliveries used all their attempts and failed. `breaker_opened`: the endpoint does not respond, so its deliveries wait. ' +
        '`breaker_closed`: the endpoint responds again. `responsible_admin_lost`: the endpoint is suspended, because its responsible admin ' +
        'lost access. `rotation_ending`: the old signing secret of the endpoint expires in four hours',
    ),
  ),
  exhausted_after: v.pipe(
    v.number(),
    v.integer(OUT_OF_RANGE),
    v.minValue(1, OUT_OF_RANGE),
    v.maxValue(MAX_EXHAUSTED, OUT_OF_RANGE),
    v.description(
      `Number of exhausted deliveries of one endpoint within 24 hours that meets the condition \`attempts_exhausted\`; ${DEFAULT_EXHAUSTED} by default`,
    ),
  ),
};

/** Fields that exist only in responses. */
export const NOTIFICATION_TARGET_READ_ONLY = [
  'id',
  'url_hint',
  'secret_hint',
  'secret',
  'created_at',
  'updated_at',
];

/** Rejects a URL that the address guard does not allow. @throws ValidationError */
export async function requirePublicUrl(guard: TargetGuard, url: string, baseUrl: string): Promise<void> {
  const problem = guard.checkForm(url, baseUrl) ?? (await guard.check(url));
  if (problem) throw new ValidationError([urlIssue(problem)]);
}
