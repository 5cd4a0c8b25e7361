import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { consuming, grantedTo, sorted } from '#test/infra/policies/granted.ts';

const CORE = '${CoreTable.Arn}';

describe.each(STAGES)('permissions of the messaging consumers of %s', (stage) => {
  it('let reach-dates change contacts with their events, and plan its own runs', () => {
    expect(grantedTo(stage, 'reach-dates')).toEqual(
      sorted([
        `dynamodb:Query ${CORE}/index/by-due CT#*`,
        `dynamodb:GetItem ${CORE} CT#*`,
        `dynamodb:UpdateItem ${CORE} CT#*`,
        `dynamodb:GetItem ${CORE} CAL#*`,
        `dynamodb:PutItem ${CORE} CAL#*`,
        `dynamodb:GetItem ${CORE} W#*`,
        `dynamodb:GetItem ${CORE} DIR#*`,
        `dynamodb:PutItem ${CORE} EV#*`,
        ...consuming('${CalendarQueue.Arn}'),
      ]),
    );
  });

  it('let send-broadcast-messages change recipients, runs, rates and opt-outs, and send its receipts of the sandbox', () => {
    const granted = grantedTo(stage, 'send-broadcast-messages');

    expect(granted.filter((grant) => /^dynamodb:(Put|Update|Delete)Item/u.test(grant))).toEqual(
      sorted([
        ...['BR#*', 'SR#*', 'EV#*'].map((shape) => `dynamodb:PutItem ${CORE} ${shape}`),
        ...['BC#*', 'BR#*', 'CT#*', 'MP#*'].map((shape) => `dynamodb:UpdateItem ${CORE} ${shape}`),
      ]),
    );
    expect(granted.filter((grant) => grant.startsWith('sqs:'))).toEqual(
      sorted([...consuming('${SendingQueue.Arn}'), 'sqs:SendMessage ${ReceiptQueue.Arn}']),
    );
  });

  it('let import-contacts create and change contacts, and read and delete files of imports only', () => {
    const granted = grantedTo(stage, 'import-contacts');

    expect(granted.filter((grant) => grant.startsWith('s3:'))).toEqual([
      's3:DeleteObject ${MediaBucket.Arn}/imports/*',
      's3:GetObject ${MediaBucket.Arn}/imports/*',
      's3:ListBucket ${MediaBucket.Arn}',
    ]);
    expect(granted.filter((grant) => /^dynamodb:(Put|Update|Delete)Item/u.test(grant))).toEqual(
      sorted([
        ...['IM#*', 'LM#*', 'CT#*', 'CK#*', 'CA#*', 'CAL#*', 'EV#*'].map(
          (shape) => `dynamodb:PutItem ${CORE} ${shape}`,
        ),
        ...['IM#*', 'CT#*', 'Q#*'].map((shape) => `dynamodb:UpdateItem ${CORE} ${shape}`),
        `dynamodb:DeleteItem ${CORE} CA#*`,
      ]),
    );
  });
});
