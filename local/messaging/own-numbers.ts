import { createHash } from 'node:crypto';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';

/** The platforms on which AWS sends. */
export const PLATFORMS = ['sms', 'whatsapp'] as const;

export type Platform = (typeof PLATFORMS)[number];

/** A phone number of the local AWS account. */
export type OwnNumber = {
  readonly platform: Platform;
  /** In E.164 format. */
  readonly phone: string;
  /** The value of the tag `workspace` of the number. */
  readonly workspaceId: string;
  /** Whether AWS forwards STOP and START to the topic and keeps no list. Otherwise AWS handles them and forwards nothing. */
  readonly selfManagedOptOuts: boolean;
};

/** The names that AWS and Meta have for a number. They depend only on the number, so that they are the same after each start. */
export type NumberIdentity = {
  /** `OriginationIdentity` of SMS, `originationPhoneNumberId` of WhatsApp. */
  readonly id: string;
  readonly arn: string;
  /** The linked WhatsApp Business account; each number has one of its own here. */
  readonly accountId: string;
  readonly accountArn: string;
  readonly metaAccountId: string;
  readonly metaNumberId: string;
};

export function identityOf({ platform, phone }: Pick<OwnNumber, 'platform' | 'phone'>): NumberIdentity {
  const digest = createHash('sha256').update(`${platform} ${phone}`).digest();
  const hex = digest.toString('hex');
  const accountId = `waba-${hex.slice(32)}`;
  const meta = String(digest.readBigUInt64BE()).padStart(20, '1');
  if (platform === 'sms') {
    const id = `phone-${hex.slice(0, 32)}`;
    return { id, arn: arnOf('sms-voice', `phone-number/${id}`), ...accountOf(accountId, meta) };
  }
  const id = `phone-number-id-${hex.slice(0, 32)}`;
  return { id, arn: arnOf('social-messaging', `phone-number-id/${id}`), ...accountOf(accountId, meta) };
}

/** The numbers that a workspace of the local stack gets; from a range that is reserved for fiction. */
export function numbersOfWorkspace(workspaceId: string, position: number): readonly OwnNumber[] {
  return PLATFORMS.map((platform, index) => ({
    platform,
    phone: `+1206555${String(101 + 10 * position + index).padStart(4, '0')}`,
    workspaceId,
    selfManagedOptOuts: true,
  }));
}

function accountOf(accountId: string, meta: string) {
  return {
    accountId,
    accountArn: arnOf('social-messaging', `waba/${accountId}`),
    metaAccountId: meta.slice(0, 15),
    metaNumberId: meta.slice(-15),
  };
}

function arnOf(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_AWS.region}:${LOCAL_AWS.account}:${resource}`;
}
