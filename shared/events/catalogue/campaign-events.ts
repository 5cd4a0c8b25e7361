import { type CatalogueEvent, catalogueEvent } from './catalogue-event.ts';
import { ANY_CHANNEL } from './channel-rules.ts';
import { automation, broadcast, contact } from './data-objects.ts';
import { required } from './field.ts';
import { sampleAutomation, sampleBroadcast, sampleContact } from './samples.ts';

const ofAutomations = {
  group: 'Automations',
  channels: ANY_CHANNEL,
  data: { contact, automation: required(automation) },
  sample: { contact: sampleContact, automation: sampleAutomation },
};

const ofBroadcasts = {
  group: 'Broadcasts',
  channels: ANY_CHANNEL,
  data: { broadcast: required(broadcast) },
};

/** Automation events, and broadcast events (docs/specification/events.md#broadcast-events). */
export const CAMPAIGN_EVENTS: readonly CatalogueEvent[] = [
  catalogueEvent({
    ...ofAutomations,
    name: 'salesbot.automation.triggered',
    title: 'Automation triggered',
    description: 'An automation starts for a contact.',
  }),
  catalogueEvent({
    ...ofAutomations,
    name: 'salesbot.automation.completed',
    title: 'Automation completed',
    description: 'An automation is completed for a contact.',
  }),
  catalogueEvent({
    ...ofAutomations,
    name: 'salesbot.automation.failed',
    title: 'Automation failed',
    description: 'An automation stops for a contact because of an error.',
  }),
  catalogueEvent({
    ...ofBroadcasts,
    name: 'salesbot.broadcast.sent',
    title: 'Broadcast sent',
    description:
      'A broadcast starts: its state becomes `in_flight`, and its content can no longer be edited.',
    sample: { broadcast: sampleBroadcast },
  }),
  catalogueEvent({
    ...ofBroadcasts,
    name: 'salesbot.broadcast.completed',
    title: 'Broadcast completed',
    description: 'Sending of a broadcast is complete: sending succeeded or failed for each recipient.',
    sample: { broadcast: { ...sampleBroadcast, sent: 1_238, failed: 12 } },
  }),
  catalogueEvent({
    ...ofBroadcasts,
    name: 'salesbot.broadcast.failed',
    title: 'Broadcast failed',
    description: 'A broadcast cannot start, or it ends before it was sent to all recipients.',
    sample: { broadcast: { ...sampleBroadcast, sent: 310, failed: 940 } },
  }),
];
