import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { consuming, forPurpose, grantedTo, sorted } from '#test/infra/policies/granted.ts';
import { functionsOf } from './synthesized.ts';

const CORE = '${CoreTable.Arn}';
const DELIVERIES = '${DeliveryTable.Arn}';
const KEY = '${SecretKey.Arn}';
/** The purposes of secrets. A grant without any of them would open all. */
const OTHER =
  /"(?:signing|notification|replay|page-access-token|visitor-salt|account|oauth-app|connect-state|connect-code)"/u;

describe.each(STAGES)('permissions on secrets of %s', (stage) => {
  it('let send-notification read targets and endpoints, record notifications and decrypt the secrets of targets', () => {
    expect(grantedTo(stage, 'send-notification')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE} NT#*`,
        `dynamodb:Query ${CORE} NT#*`,
        `dynamodb:GetItem ${CORE} E#*`,
        `dynamodb:PutItem ${DELIVERIES} N#*`,
        `dynamodb:UpdateItem ${DELIVERIES} N#*`,
        `dynamodb:GetItem ${DELIVERIES} NL#*`,
        `dynamodb:UpdateItem ${DELIVERIES} NL#*`,
        ...consuming('${NotificationQueue.Arn}'),
        'sqs:SendMessage ${NotificationQueue.Arn}',
        `kms:Decrypt ${KEY} ${forPurpose('notification')}`,
        `dynamodb:GetItem ${CORE} BUCKET#notification#*`,
      ]),
    );
  });

  it.each([
    ['deliver-webhook', 'a signing secret', 'signing'],
    ['send-notification', 'the secret of a notification target', 'notification'],
  ])('let only %s decrypt %s', (name, _, purpose) => {
    const openers = functionsOf(stage).filter(({ operation }) =>
      grantedTo(stage, operation).some(
        (grant) => grant.startsWith('kms:Decrypt') && (grant.includes(`"${purpose}"`) || !OTHER.test(grant)),
      ),
    );

    expect(openers.map(({ operation }) => operation)).toEqual([name]);
  });

  it.each([
    ['oauth-app', ['complete-connection', 'publish-post', 'remove-publications']],
    ['connect-state', ['complete-connection', 'return-authorization']],
    ['connect-code', ['complete-connection']],
  ])('let only the functions decrypt %s that need it', (purpose, names) => {
    const openers = functionsOf(stage).filter(({ operation }) =>
      grantedTo(stage, operation).some(
        (grant) => grant.startsWith('kms:Decrypt') && grant.includes(`"${purpose}"`),
      ),
    );

    expect(openers.map(({ operation }) => operation).toSorted()).toEqual(names);
  });

  it('let functions of a purpose read its key pairs, those that encrypt create them, and nobody change or delete them', () => {
    const onPairs = functionsOf(stage).flatMap(({ operation }) => {
      const grants = grantedTo(stage, operation);
      const purposesOf = (action: string) =>
        grants.flatMap((grant) => (grant.startsWith(`kms:${action} `) ? [purposeOf(grant)] : []));
      const [seals, opens] = [purposesOf('Encrypt'), purposesOf('Decrypt')].map((purposes) =>
        purposes.filter((purpose) => !purpose.startsWith('connect-')),
      );
      const expected = [
        ...[...(seals ?? []), ...(opens ?? [])].map(
          (purpose) => `dynamodb:GetItem ${CORE} BUCKET#${purpose}#*`,
        ),
        ...(seals ?? []).map((purpose) => `dynamodb:PutItem ${CORE} BUCKET#${purpose}#*`),
      ];
      const found = grants.filter((grant) => / BUCKET#/u.test(grant));
      expect(found, operation).toEqual(sorted(expected));
      return found;
    });

    expect(onPairs.length).toBeGreaterThan(40);
  });

  it('let the callback of a network read and write no table', () => {
    expect(grantedTo(stage, 'return-authorization')).toEqual(
      sorted([
        `kms:Decrypt ${KEY} ${forPurpose('connect-state')}`,
        `kms:Encrypt ${KEY} ${forPurpose('connect-code')}`,
      ]),
    );
  });
});

/** The purpose in the condition of a grant on the key. */
function purposeOf(grant: string): string {
  return /:"(?<purpose>[a-z-]+)"/u.exec(grant)?.groups?.['purpose'] ?? '';
}
