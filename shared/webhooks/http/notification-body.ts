import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import { issue } from '#shared/platform/core/issue.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { secretField } from '#shared/platform/http/secret-field.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import {
  DEFAULT_EXHAUSTED,
  MAX_EXHAUSTED,
  NOTIFICATION_CONDITIONS,
} from '#shared/webhooks/domain/notification.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { endpointFields, urlIssue } from './endpoint-body.ts';

const OUT_OF_RANGE = issue('out_of_range', `Use a whole number from 1 to ${MAX_EXHAUSTED}.`);
const TOO_MANY = issue('too_many_items', 'Send each condition once.');

/** Fields of a notification target that clients set. */
export const notificationTargetFields = {
  name: withDescription(singleLine(1, 100), 'Name of the target'),
  kind: v.pipe(
    v.picklist(['https', 'slack', 'email']),
    v.description(
      '`https`: a receiver of signed requests. `slack`: an incoming webhook of Slack, or of a service that accepts the same requests. ' +
        '`email`: an email address, if the platform sends mail',
    ),
  ),
  url: secretField(
    v.pipe(
      endpointFields.url,
      v.description(
        'A public `https` URL; required unless the kind is `email`. The URL of a `slack` target is a secret: it is stored encrypted and ' +
          'never returned',
      ),
    ),
  ),
  email: v.pipe(
    mailAddress,
    v.description(
      'The address of an `email` target, without letters outside ASCII before the `@`. Its owner must confirm it by a link in a mail',
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
  'state',
  'secret_hint',
  'created_at',
  'updated_at',
];

/** Fields that another operation sets (docs/specification.md#fields-of-other-operations). */
export const NOTIFICATION_TARGET_OWNED_BY = {
  secret: 'rotateNotificationSecret',
  secret_rotation: 'rotateNotificationSecret',
};

/** Rejects a URL that the address guard does not allow. @throws ValidationError */
export async function requirePublicUrl(guard: TargetGuard, url: string, baseUrl: string): Promise<void> {
  const problem = guard.checkForm(url, baseUrl) ?? (await guard.check(url));
  if (problem) throw new ValidationError([urlIssue(problem)]);
}

/** The URL of a target, which an `email` target has not. @throws ValidationError */
export function urlOf({ url, email }: Destination): string {
  if (email !== undefined)
    throw new ValidationError([wrongField('#/email', 'Omit `email`, or use the kind `email`.')]);
  if (url === undefined) throw new ValidationError([missingField('#/url', 'Send the URL of the target.')]);
  return url;
}

/** @throws PlatformError `mail_sender_missing` in a stage without a sender */
export function requireMailSender(sendsMail: boolean): void {
  if (sendsMail) return;
  const detail =
    'This platform has no sender of mail. Use the kind `https` or `slack`, or ask its operator to configure a sender.';
  throw new PlatformError(webhooksErrors.mail_sender_missing, detail);
}

/** An `email` target has no URL. @throws ValidationError */
export function rejectUrl(): never {
  throw new ValidationError([wrongField('#/url', 'Omit `url`: an `email` target has none.')]);
}

/** The address of an `email` target. SES accepts no letters outside ASCII before the `@`. @throws ValidationError */
export function emailOf({ url, email }: Destination): string {
  if (url !== undefined) rejectUrl();
  if (email === undefined) throw new ValidationError([missingField('#/email', 'Send the email address.')]);
  const [local = ''] = email.split('@');
  if (/^[ -~]+$/u.test(local)) return email;
  const detail = 'Use an address without letters outside ASCII before the @.';
  throw new ValidationError([{ pointer: '#/email', code: 'invalid_format', detail }]);
}

type Destination = { readonly url?: string | undefined; readonly email?: string | undefined };

function wrongField(pointer: string, detail: string) {
  return { pointer, code: 'field_not_updatable', detail } as const;
}

function missingField(pointer: string, detail: string) {
  return { pointer, code: 'required', detail } as const;
}
