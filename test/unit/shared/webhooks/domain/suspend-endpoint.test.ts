import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import {
  canBeResponsible,
  needsResponsibleAdmin,
  suspendedBy,
} from '#shared/webhooks/domain/suspend-endpoint.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { aMember } from '#test/support/builders/workspaces/workspace-builders.ts';

const ADA = aMember();
const own = (overrides: Partial<Endpoint> = {}) =>
  anEndpoint({ responsibleMember: { id: ADA.id, name: ADA.name }, enabled: true, ...overrides });

describe('canBeResponsible', () => {
  it.each([
    [null, false],
    [{ role: 'viewer' }, false],
    [{ role: 'editor' }, false],
    [{ products: ['publishing', 'biolinks'] }, false],
    [{ products: ['salesbot'] }, true],
    [{}, true],
  ] as const)('a salesbot endpoint, as %j: %s', (overrides, expected) => {
    expect(canBeResponsible(overrides && aMember(overrides), ['salesbot'])).toBe(expected);
  });

  it('includes every product of the endpoint', () => {
    expect(canBeResponsible(aMember({ products: ['salesbot'] }), ['publishing', 'salesbot'])).toBe(false);
  });
});

describe('suspendedBy', () => {
  it('keeps `enabled` and the version of the settings, so that queued deliveries are held', () => {
    const endpoint = own();

    expect(suspendedBy(ADA, { ...ADA, role: 'editor' }, [endpoint], secondsAfterNow(9))).toEqual([
      {
        before: endpoint,
        after: {
          ...endpoint,
          suspendedReason: 'responsible_admin_inactive',
          revision: 2,
          updatedAt: secondsAfterNow(9),
        },
      },
    ]);
  });

  it('skips endpoints of other members, suspended ones, and those the member may still be responsible for', () => {
    const others = anEndpoint({ enabled: true });
    const suspended = own({ suspendedReason: 'responsible_admin_inactive' });

    expect(suspendedBy(ADA, { ...ADA, role: 'viewer' }, [others, suspended], secondsAfterNow(9))).toEqual([]);
    expect(suspendedBy(ADA, ADA, [own()], secondsAfterNow(9))).toEqual([]);
  });

  it('removes the responsible member from an endpoint when the member is removed, suspended before or not', () => {
    const owned = [own(), own({ suspendedReason: 'responsible_admin_inactive' })];
    const suspended = suspendedBy(ADA, null, [...owned, anEndpoint()], secondsAfterNow(9));

    expect(suspended.map(({ before }) => before)).toEqual(owned);
    for (const { after } of suspended) {
      expect(after).toMatchObject({
        responsibleMember: { id: ADA.id, name: 'Former member' },
        suspendedReason: 'responsible_admin_inactive',
        revision: 2,
      });
    }
  });
});

describe('needsResponsibleAdmin', () => {
  const reason = 'responsible_admin_inactive';
  const both = [
    { event: 'salesbot.store.order_paid', channel: 'all' },
    { event: 'publishing.post.published', channel: 'all' },
  ] as const;

  it.each<[string, Partial<Endpoint>, Partial<Endpoint>, boolean]>([
    ['is enabled', { enabled: false }, { enabled: true }, true],
    ['is paused', {}, { enabled: false }, false],
    ['is renamed', {}, { name: 'Other' }, false],
    ['gets another URL', {}, { url: 'https://other.example.com' }, false],
    ['is resumed', { suspendedReason: reason }, { suspendedReason: null }, true],
    ['is taken over', {}, { responsibleMember: { id: 'other', name: 'Other' } }, true],
    ['gets a product', {}, { subscriptions: both }, true],
    ['loses a product', { subscriptions: both }, { subscriptions: [both[0]] }, false],
    ['gets a product while paused', { enabled: false }, { enabled: false, subscriptions: both }, false],
    [
      'is renamed while suspended',
      { suspendedReason: reason },
      { suspendedReason: reason, name: 'x' },
      false,
    ],
  ])('when an endpoint %s', (_, before, after, expected) => {
    const endpoint = own(before);

    expect(needsResponsibleAdmin(endpoint, { ...endpoint, ...after })).toBe(expected);
  });
});
