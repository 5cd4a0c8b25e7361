import type { Platform } from '#local/template/platform.ts';
import { openCarrierRecords } from './carrier-records.ts';
import { createCarrier } from './carrier.ts';
import { createEventRoutes, type QueuedBody } from './event-routes.ts';
import type { OwnNumber } from './own-numbers.ts';
import { startPhonesServer } from './phones-server.ts';
import { createPublisher } from './publisher.ts';
import { startSmsServer } from './sms-server.ts';
import { startWhatsAppServer } from './whatsapp-server.ts';

export type LocalMessaging = {
  /** The endpoint of AWS End User Messaging SMS, and that of AWS End User Messaging Social. */
  readonly sms: string;
  readonly whatsApp: string;
  /** The phones of the recipients. */
  readonly phones: string;
  /** Adds numbers to the local AWS account. */
  giveNumbers(numbers: readonly OwnNumber[]): void;
  /** Publishes everything that is due now. */
  publishDue(): Promise<void>;
  /** From now on, events are published at their time. */
  start(): void;
  stop(): Promise<void>;
};

/** AWS End User Messaging, the networks behind it and the phones of all recipients. Everything is stored in `directory`. */
export async function startMessaging(options: {
  readonly directory: string;
  readonly platform: Pick<Platform, 'eventRules' | 'subscriptions'>;
  /** Sends messages to the queues that receive events. */
  readonly send: (messages: readonly QueuedBody[]) => Promise<void>;
  /** The address of the local S3. */
  readonly s3: string;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): Promise<LocalMessaging> {
  const { platform, send, s3, now, log } = options;
  const records = openCarrierRecords(options.directory);
  const routes = createEventRoutes(platform);
  const publisher = createPublisher({ records, routes, send, now, log });
  const carrier = createCarrier({ records, publisher, now });
  const sms = await startSmsServer({ carrier, records, now });
  const whatsApp = await startWhatsAppServer({ carrier, records, s3, now });
  const phones = await startPhonesServer({ records, publisher, now });
  return {
    sms: sms.address,
    whatsApp: whatsApp.address,
    phones: phones.address,
    giveNumbers: (numbers) => {
      const known = new Set(records.numbers().map(({ platform: of, phone }) => `${of} ${phone}`));
      // A number that a developer has changed stays as it is.
      for (const number of numbers)
        if (!known.has(`${number.platform} ${number.phone}`)) records.putNumber(number);
    },
    publishDue: publisher.publishDue,
    start: publisher.start,
    stop: async () => {
      await Promise.all([sms.stop(), whatsApp.stop(), phones.stop()]);
      await publisher.stop();
      records.close();
    },
  };
}
