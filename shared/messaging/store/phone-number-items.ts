import * as v from 'valibot';
import { OWN_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import {
  NUMBER_REJECTIONS,
  type NumberRejection,
  PHONE_NUMBER_STATES,
  type PhoneNumber,
} from '#shared/messaging/domain/phone-number.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { connectedNumberKey, phoneNumberKey, verifiedNumberKey } from './keys.ts';

const numberItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    platform: v.picklist(OWN_PLATFORMS),
    phone: v.string(),
    originationId: maybe(v.string()),
    businessAccountId: maybe(v.string()),
    state: v.picklist(PHONE_NUMBER_STATES),
    reason: maybe(v.custom<NumberRejection>((text) => typeof text === 'string' && isRejection(text))),
    verifiedAt: maybe(instant),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The uniqueness items name the number that has the phone number. */
export const holderItem = v.object({ workspaceId: v.string(), phoneNumberId: v.string() });

export function toPhoneNumberItem(number: PhoneNumber, change: Change) {
  return {
    ...phoneNumberKey(number.workspaceId, number.id),
    resource: 'phone_number' satisfies AuditedResource,
    ...numberItem.encode(number),
    lastChange: toLastChange(change),
  };
}

/** @throws MalformedItemError */
export function fromPhoneNumberItem(item: Item): PhoneNumber {
  return numberItem.decode(item);
}

/** The uniqueness item of a number in its workspace. */
export function toConnectedItem({ id, workspaceId, platform, phone }: PhoneNumber, change: Change) {
  return {
    ...connectedNumberKey(workspaceId, platform, phone),
    workspaceId,
    phoneNumberId: id,
    lastChange: toLastChange(change),
  };
}

/** The uniqueness item of a verified number, by which incoming messages find their workspace. */
export function toVerifiedItem({ id, workspaceId, platform, phone }: PhoneNumber, change: Change) {
  return {
    ...verifiedNumberKey(platform, phone),
    workspaceId,
    phoneNumberId: id,
    lastChange: toLastChange(change),
  };
}

function isRejection(text: string): boolean {
  return Object.hasOwn(NUMBER_REJECTIONS, text);
}
