import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KEY_SHAPES } from '#functions/capabilities.ts';
import { NEVER_RESTORED_KEYS, RESTORED_KEYS, ruleOf } from '#scripts/lib/restore/restorable-kinds.ts';
import { conversationKey, messageKey } from '#shared/events/store/keys.ts';
import {
  connectedNumberKey,
  conversationLinkKey,
  openConversationKey,
  phoneNumberKey,
  queuedMessageKey,
  verifiedNumberKey,
} from '#shared/messaging/store/keys.ts';
import type { KeyShape } from '#shared/platform/runtime/capability-rows.ts';
import { memberKey, rateCounterKey } from '#shared/platform/store/keys.ts';
import { sequenceKey, sequentialKey } from '#shared/platform/store/sequential-keys.ts';
import { targetKey } from '#shared/webhooks/store/keys.ts';

const SHAPES: readonly KeyShape[] = Object.values(KEY_SHAPES);

describe('the kinds of items of a restore', () => {
  it('include or exclude every kind of item of the core table', () => {
    const all = SHAPES.filter(({ table, index }) => table === 'core' && index === undefined).flatMap(
      ({ keys }) => keys,
    );
    const items = new Set(all.filter((name) => name.endsWith('Key')));

    expect([...items].filter((name) => RESTORED_KEYS.has(name) === NEVER_RESTORED_KEYS.has(name))).toEqual(
      [],
    );
  });

  it('recognise items by their keys', () => {
    const id = randomUUID();
    const kinds = [memberKey(id, id), targetKey(id), sequentialKey(id, 'T', 7), sequenceKey(id, 'T')].map(
      (key) => ruleOf(key)?.kind,
    );

    expect(kinds).toEqual(['member', 'delivery-target', 'sequential', 'sequence']);
    expect(ruleOf(rateCounterKey(id, new Date(0)))).toBeUndefined();
  });

  it('recognise what belongs to conversations', () => {
    const id = randomUUID();
    const keys = [
      conversationKey(id, id),
      openConversationKey(id, id, 'sms'),
      conversationLinkKey(id, 'hash', id),
      messageKey(id, id),
      phoneNumberKey(id, id),
      connectedNumberKey(id, 'sms', '+12025550143'),
      verifiedNumberKey('sms', '+12025550143'),
      queuedMessageKey(id, 'facebook', id),
    ];

    expect(keys.map((key) => ruleOf(key)?.kind)).toEqual([
      'conversation',
      'open-conversation',
      'conversation-link',
      'message',
      'phone-number',
      'connected-number',
      'verified-number',
      undefined,
    ]);
  });
});
