import { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { SocialMessagingClient } from '@aws-sdk/client-socialmessaging';
import * as v from 'valibot';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { identityOf, numbersOfWorkspace, type Platform } from '#local/messaging/own-numbers.ts';
import { type LocalMessaging, startMessaging } from '#local/messaging/start-messaging.ts';

export const WORKSPACE = 'b0b6ff0c-7a53-4bb1-9b4d-0cbf2f5f2f7e';
export const NOON = Date.UTC(2026, 0, 31, 12);

/** The number of the workspace on a platform, with its ids. */
export function numberOn(platform: Platform) {
  const number = numbersOfWorkspace(WORKSPACE, 0).find((each) => each.platform === platform);
  if (!number) throw new Error(`There is no number on ${platform}`);
  return { ...number, ...identityOf(number) };
}

const TOPIC = 'arn:aws:sns:us-east-1:000000000000:messages';
const ROUTES = {
  eventRules: [
    {
      pattern: JSON.stringify({ source: ['aws.sms-voice', 'aws.social-messaging'] }),
      queueNames: ['Receipts'],
    },
  ],
  subscriptions: [{ topicArn: TOPIC, queueName: 'Receipts', isRaw: false }],
};

const record = v.record(v.string(), v.unknown());
const notification = v.object({ Type: v.literal('Notification'), Message: v.string() });
const event = v.object({ source: v.string(), 'detail-type': v.string(), detail: record });
type BusEvent = v.InferOutput<typeof event>;

export type MessagingUnderTest = LocalMessaging & {
  readonly smsClient: PinpointSMSVoiceV2Client;
  readonly whatsAppClient: SocialMessagingClient;
  readonly clock: { now: number; queueIsDown: boolean };
  /** What the queue of receipts got, parsed: events of the bus, and messages of the topic. */
  readonly events: BusEvent[];
  readonly topic: Record<string, unknown>[];
  /** Publishes everything that is due within the next hour. */
  publish(): Promise<void>;
};

/** The local servers with clients of the SDK, a queue in memory, and a clock that stands still. */
export async function openMessaging(
  directory: string,
  s3 = 'http://127.0.0.1:9',
): Promise<MessagingUnderTest> {
  const clock = { now: NOON, queueIsDown: false };
  const events: BusEvent[] = [];
  const topic: Record<string, unknown>[] = [];
  const messaging = await startMessaging({
    directory,
    platform: ROUTES,
    s3,
    now: () => clock.now,
    log: () => undefined,
    send: async (messages) => {
      if (clock.queueIsDown) throw new Error('the queue is down');
      for (const { body } of messages) {
        const parsed: unknown = JSON.parse(body);
        if (v.is(notification, parsed)) topic.push(v.parse(record, JSON.parse(parsed.Message)));
        else events.push(v.parse(event, parsed));
      }
    },
  });
  messaging.giveNumbers(numbersOfWorkspace(WORKSPACE, 0));
  const shared = { region: LOCAL_AWS.region, credentials: LOCAL_AWS.credentials, maxAttempts: 1 };
  const smsClient = new PinpointSMSVoiceV2Client({ ...shared, endpoint: messaging.sms });
  const whatsAppClient = new SocialMessagingClient({ ...shared, endpoint: messaging.whatsApp });
  return {
    ...messaging,
    smsClient,
    whatsAppClient,
    clock,
    events,
    topic,
    async publish() {
      clock.now += 3_600_000;
      await messaging.publishDue();
    },
    async stop() {
      smsClient.destroy();
      whatsAppClient.destroy();
      await messaging.stop();
    },
  };
}
