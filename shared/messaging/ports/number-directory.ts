import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { MessageTemplate } from '#shared/messaging/domain/message-template.ts';
import type { NumberFacts, PhoneNumber } from '#shared/messaging/domain/phone-number.ts';

/** The numbers and templates of the AWS account. */
export type NumberDirectory = {
  /** Whether the stage sends on the platform. The sandbox needs no AWS. */
  isAvailable(platform: OwnPlatform): boolean;

  /**
   * What AWS knows about a number; undefined if it has no such number.
   * @throws PlatformError `temporarily_unavailable` if AWS rejects the request or does not respond
   */
  describe(number: Pick<PhoneNumber, 'platform' | 'originationId'>): Promise<NumberFacts | undefined>;

  /** The templates of a WhatsApp Business account, at most 500. @throws PlatformError as `describe` */
  listTemplates(businessAccountId: string): Promise<readonly MessageTemplate[]>;
};
