import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { consuming, grantedTo, sorted } from '#test/infra/policies/granted.ts';

const CORE = '${CoreTable.Arn}';
const MEDIA = '${MediaBucket.Arn}';

describe.each(STAGES)('permissions of media of %s', (stage) => {
  it('let download-media work on records of files, store uploads, and copy them to the checked files', () => {
    expect(grantedTo(stage, 'download-media')).toEqual(
      sorted([
        `dynamodb:GetItem ${CORE} MD#*`,
        `dynamodb:PutItem ${CORE} MD#*`,
        ...consuming('${DownloadQueue.Arn}'),
        ...['AbortMultipartUpload', 'DeleteObject', 'GetObject', 'PutObject'].map(
          (action) => `s3:${action} ${MEDIA}/pending/*`,
        ),
        `s3:DeleteObject ${MEDIA}/media/*`,
        `s3:PutObject ${MEDIA}/media/*`,
        `s3:ListBucket ${MEDIA}`,
      ]),
    );
  });
});
