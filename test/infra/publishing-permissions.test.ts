import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { consuming, forPurpose, grantedTo, sorted } from '#test/infra/policies/granted.ts';
import { functionsOf } from './synthesized.ts';

const CORE = '${CoreTable.Arn}';
const KEY = '${SecretKey.Arn}';
const MEDIA = '${MediaBucket.Arn}';

describe.each(STAGES)('permissions of the publisher in %s', (stage) => {
  it('let publish-post work on posts, decrypt and renew credentials, read checked files and send messages to its own queue', () => {
    expect(grantedTo(stage, 'publish-post')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE} P#*`,
        `dynamodb:Query ${CORE} P#*`,
        `dynamodb:PutItem ${CORE} P#*`,
        `dynamodb:GetItem ${CORE} PR#*`,
        `dynamodb:GetItem ${CORE} A#*`,
        `dynamodb:BatchGetItem ${CORE} A#*`,
        `dynamodb:PutItem ${CORE} A#*`,
        `dynamodb:GetItem ${CORE} OA#*`,
        `dynamodb:PutItem ${CORE} OL#*`,
        `dynamodb:BatchGetItem ${CORE} MD#*`,
        `dynamodb:GetItem ${CORE} DIR#*`,
        `dynamodb:PutItem ${CORE} EV#*`,
        ...consuming('${PublishQueue.Arn}'),
        'sqs:SendMessage ${PublishQueue.Arn}',
        `kms:Decrypt ${KEY} ${forPurpose('account')}`,
        `kms:Encrypt ${KEY} ${forPurpose('account')}`,
        `kms:Decrypt ${KEY} ${forPurpose('oauth-app')}`,
        `dynamodb:GetItem ${CORE} BUCKET#oauth-app#*`,
        `dynamodb:GetItem ${CORE} BUCKET#account#*`,
        `dynamodb:PutItem ${CORE} BUCKET#account#*`,
        `s3:GetObject ${MEDIA}/media/*`,
      ]),
    );
  });

  it('let remove-publications work on removals, flag accounts, and decrypt and renew their credentials', () => {
    expect(grantedTo(stage, 'remove-publications')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE} PR#*`,
        `dynamodb:PutItem ${CORE} PR#*`,
        `dynamodb:BatchGetItem ${CORE} A#*`,
        `dynamodb:PutItem ${CORE} A#*`,
        `dynamodb:GetItem ${CORE} OA#*`,
        `dynamodb:PutItem ${CORE} OL#*`,
        `dynamodb:GetItem ${CORE} DIR#*`,
        `dynamodb:PutItem ${CORE} EV#*`,
        ...consuming('${RemovalQueue.Arn}'),
        `kms:Decrypt ${KEY} ${forPurpose('account')}`,
        `kms:Encrypt ${KEY} ${forPurpose('account')}`,
        `kms:Decrypt ${KEY} ${forPurpose('oauth-app')}`,
        `dynamodb:GetItem ${CORE} BUCKET#oauth-app#*`,
        `dynamodb:GetItem ${CORE} BUCKET#account#*`,
        `dynamodb:PutItem ${CORE} BUCKET#account#*`,
      ]),
    );
  });

  it('let only publish-post and remove-publications decrypt credentials of accounts', () => {
    const openers = functionsOf(stage).filter(({ operation }) =>
      grantedTo(stage, operation).some(
        (grant) => grant.startsWith('kms:Decrypt') && grant.includes('"account"'),
      ),
    );

    expect(openers.map(({ operation }) => operation)).toEqual(['publish-post', 'remove-publications']);
  });
});
