import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { MessageTemplate } from '#shared/messaging/domain/message-template.ts';
import type { NumberFacts } from '#shared/messaging/domain/phone-number.ts';
import type { NumberDirectory } from '#shared/messaging/ports/number-directory.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';

export type MemoryNumberDirectory = NumberDirectory & {
  /** The channels on which the stage sends. */
  readonly channels: Set<OwnPlatform>;
  /** The numbers of the AWS account by their ids. */
  readonly account: Map<string, NumberFacts>;
  /** Templates by WhatsApp Business account. */
  readonly templates: Map<string, readonly MessageTemplate[]>;
  /** From now on, AWS does not respond. */
  breakDown(): void;
};

/** The numbers of an AWS account in maps. */
export function createMemoryNumberDirectory(): MemoryNumberDirectory {
  const channels = new Set<OwnPlatform>(['sms', 'whatsapp']);
  const account = new Map<string, NumberFacts>();
  const templates = new Map<string, readonly MessageTemplate[]>();
  let isBroken = false;

  function requireResponse(): void {
    if (isBroken) throw new PlatformError('temporarily_unavailable', 'AWS does not respond');
  }

  return {
    channels,
    account,
    templates,
    breakDown() {
      isBroken = true;
    },
    isAvailable: (platform) => platform === 'sandbox' || channels.has(platform),
    async describe({ originationId }) {
      requireResponse();
      return account.get(originationId ?? '');
    },
    async listTemplates(businessAccountId) {
      requireResponse();
      return templates.get(businessAccountId) ?? [];
    },
  };
}
