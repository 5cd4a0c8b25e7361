import { randomUUID } from 'node:crypto';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';

/** An event of an AWS service on the default bus, in the envelope of EventBridge. */
export function busEvent(source: string, detailType: string, detail: object, at: number) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account: LOCAL_AWS.account,
    // EventBridge has no fractions of a second.
    time: new Date(at).toISOString().replace(/\.\d{3}Z$/u, 'Z'),
    region: LOCAL_AWS.region,
    resources: [],
    detail,
  };
}
