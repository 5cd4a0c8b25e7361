import { describe, expect, it } from 'vitest';
import { editEndpoint, type EndpointEdit } from '#shared/webhooks/domain/edit-endpoint.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';

const AT = secondsAfterNow(60);
const BEFORE = anEndpoint({
  description: 'Old',
  settingsVersion: 3,
  revision: 7,
  subscriptions: [
    { event: 'salesbot.message.sent', channel: 'sms' },
    { event: 'salesbot.store.order_paid', channel: 'all' },
  ],
});

describe('editEndpoint', () => {
  it.each<[string, EndpointEdit]>([
    ['nothing', {}],
    ['only what is undefined', { name: undefined, enabled: undefined, subscriptions: undefined }],
    [
      'the current values',
      {
        name: BEFORE.name,
        description: 'Old',
        url: BEFORE.url,
        enabled: false,
        subscriptions: BEFORE.subscriptions,
      },
    ],
    [
      'the same subscriptions repeated',
      { subscriptions: [...BEFORE.subscriptions, ...BEFORE.subscriptions] },
    ],
  ])('writes nothing for %s', (_, edit) => {
    expect(editEndpoint(BEFORE, edit, AT)).toBeUndefined();
  });

  it.each<EndpointEdit>([
    { name: 'New' },
    { description: 'New' },
    { description: null },
    { subscriptions: BEFORE.subscriptions.toReversed() },
  ])('changes details with %j: queued deliveries stay queued', (edit) => {
    expect(editEndpoint(BEFORE, edit, AT)).toEqual({
      changed: 'details',
      endpoint: { ...BEFORE, ...edit, revision: 8, updatedAt: AT },
    });
  });

  it.each<EndpointEdit>([
    { url: 'https://other.example.com/' },
    { enabled: true },
    { subscriptions: [{ event: 'salesbot.store.order_paid', channel: 'all' }] },
    { subscriptions: [...BEFORE.subscriptions, { event: 'salesbot.message.sent', channel: 'all' }] },
    { subscriptions: [] },
    { name: 'New', url: 'https://other.example.com/' },
  ])('changes settings with %j: a new version, which cancels what is queued', (edit) => {
    expect(editEndpoint(BEFORE, edit, AT)).toEqual({
      changed: 'settings',
      endpoint: { ...BEFORE, ...edit, settingsVersion: 4, revision: 8, updatedAt: AT },
    });
  });

  it('disables as well as enables', () => {
    const change = editEndpoint({ ...BEFORE, enabled: true }, { enabled: false }, AT);

    expect(change).toMatchObject({ changed: 'settings', endpoint: { enabled: false, settingsVersion: 4 } });
  });

  it('distinguishes "no description" from "not sent"', () => {
    expect(editEndpoint(BEFORE, { name: 'New', description: undefined }, AT)?.endpoint.description).toBe(
      'Old',
    );
    expect(editEndpoint(BEFORE, { name: 'New', description: null }, AT)?.endpoint.description).toBeNull();
  });

  it('changes neither secrets nor the responsible member', () => {
    const after = editEndpoint(BEFORE, { url: 'https://other.example.com/' }, AT)?.endpoint;

    expect(after?.secrets).toBe(BEFORE.secrets);
    expect(after?.responsibleMember).toBe(BEFORE.responsibleMember);
  });
});
