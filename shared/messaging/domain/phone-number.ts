import type { OwnPlatform } from './message-platform.ts';

export const PHONE_NUMBER_STATES = ['unverified', 'verified', 'rejected'] as const;

export type PhoneNumberState = (typeof PHONE_NUMBER_STATES)[number];

/** The reason codes of a rejected number, with the meaning of each. */
export const NUMBER_REJECTIONS = {
  number_not_found: 'AWS has no number with this ID in the account and region of the installation',
  number_differs: 'the ID belongs to another phone number',
  number_inactive: 'AWS has not activated the number yet, or no longer has it',
  number_untagged: 'the operator has not given the number the tag `workspace` with the ID of your workspace',
  number_of_other_workspace: 'the tag `workspace` of the number has the ID of another workspace',
} as const;

export type NumberRejection = keyof typeof NUMBER_REJECTIONS;

/**
 * A phone number from which a workspace sends messages, and at which it receives messages. The numbers of the stage belong to its AWS
 * account. A number belongs to one workspace: the operator gives the number a tag with the ID of the workspace, and verifying compares
 * the tag (docs/specification/messaging.md#phone-numbers).
 */
export type PhoneNumber = {
  readonly id: string;
  readonly workspaceId: string;
  readonly platform: OwnPlatform;
  /** In E.164 format. */
  readonly phone: string;
  /** The ID of the number at AWS, such as `phone-…` or `phone-number-id-…`; null for a number of the sandbox. */
  readonly originationId: string | null;
  /** The ID of the WhatsApp Business account at AWS, which has the templates; null for other platforms. */
  readonly businessAccountId: string | null;
  readonly state: PhoneNumberState;
  /** Why the number is not verified; null if it is, or before the first verification. */
  readonly reason: NumberRejection | null;
  readonly verifiedAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** What AWS knows about a number. */
export type NumberFacts = {
  /** In E.164 format. */
  readonly phone: string;
  readonly isActive: boolean;
  /** The value of the tag `workspace`; null without the tag. */
  readonly workspace: string | null;
  /** The WhatsApp Business account of the number; null for other numbers. */
  readonly businessAccountId: string | null;
};

/** A number before its first verification. */
export function newPhoneNumber(
  identity: Pick<
    PhoneNumber,
    'id' | 'workspaceId' | 'platform' | 'phone' | 'originationId' | 'businessAccountId'
  >,
  now: Date,
): PhoneNumber {
  return {
    ...identity,
    state: 'unverified',
    reason: null,
    verifiedAt: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * The number after a verification. `facts` are undefined if AWS does not have the number. A number of the sandbox is verified without
 * facts. A verified number is rejected if AWS no longer confirms it, so that another workspace can get it.
 */
export function verifiedNumber(before: PhoneNumber, facts: NumberFacts | undefined, now: Date): PhoneNumber {
  const reason = before.platform === 'sandbox' ? null : rejectionOf(before, facts);
  return {
    ...before,
    businessAccountId: facts?.businessAccountId ?? before.businessAccountId,
    state: reason === null ? 'verified' : 'rejected',
    reason,
    verifiedAt: reason === null ? (before.verifiedAt ?? now) : null,
    revision: before.revision + 1,
    updatedAt: now,
  };
}

/** Whether a verification changed anything that a response shows, apart from its time. */
export function isSameVerification(before: PhoneNumber, after: PhoneNumber): boolean {
  return (
    before.state === after.state &&
    before.reason === after.reason &&
    before.businessAccountId === after.businessAccountId
  );
}

function rejectionOf(
  { phone, workspaceId }: PhoneNumber,
  facts: NumberFacts | undefined,
): NumberRejection | null {
  if (facts === undefined) return 'number_not_found';
  // The tag is compared first: nothing about the number of another workspace is revealed.
  if (facts.workspace === null) return 'number_untagged';
  if (facts.workspace !== workspaceId) return 'number_of_other_workspace';
  if (facts.phone !== phone) return 'number_differs';
  return facts.isActive ? null : 'number_inactive';
}
