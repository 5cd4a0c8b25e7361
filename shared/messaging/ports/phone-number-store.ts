import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** The reads of `PhoneNumberStore`, for functions that may not write. */
export type PhoneNumberReader = {
  /** The number, if it belongs to this workspace; strongly consistent. */
  find(workspaceId: string, phoneNumberId: string): Promise<PhoneNumber | undefined>;

  /** All numbers of the workspace, oldest first; a workspace has at most 50. Strongly consistent. */
  list(workspaceId: string): Promise<readonly PhoneNumber[]>;

  /** The verified number that receives messages at an address of AWS, in any workspace; strongly consistent. */
  findReceiver(platform: OwnPlatform, phone: string): Promise<PhoneNumber | undefined>;
};

/** Phone numbers from which workspaces send. */
export type PhoneNumberStore = PhoneNumberReader & {
  /**
   * Connects a number. @throws PlatformError `phone_number_exists` if the workspace has connected it already · `quota_exceeded` ·
   * DuplicateRequestError · ConcurrentUpdateError
   */
  create(phoneNumber: PhoneNumber, context: CommandContext): Promise<void>;

  /**
   * Writes a number if its revision is unchanged. A verified number is unique across all workspaces.
   * @throws PlatformError `phone_number_taken` if another workspace has verified it · DuplicateRequestError · ConcurrentUpdateError
   */
  save(before: PhoneNumber, after: PhoneNumber, context: CommandContext): Promise<void>;

  /** Disconnects a number if its revision is unchanged. @throws ConcurrentUpdateError */
  remove(phoneNumber: PhoneNumber, context: CommandContext): Promise<void>;
};
