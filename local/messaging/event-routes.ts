import { randomUUID } from 'node:crypto';
import { compileFilter } from '#local/pollers/filter-pattern.ts';
import type { EventRuleDescription, SubscriptionDescription } from '#local/template/platform.ts';
import type { Publication } from './accepted-message.ts';

/** A message for a queue. */
export type QueuedBody = { readonly queueName: string; readonly body: string };

/** Which queues get a publication, and in which envelope. */
export type EventRoutes = (publication: Publication) => readonly QueuedBody[];

/**
 * The rules and subscriptions of the templates. An event on the bus reaches the queues of the rules that it matches. A message to a topic
 * reaches its subscribed queues: each topic with such a subscription stands for the topic of the configuration set, of two-way numbers
 * and of WhatsApp Business accounts, which an operator configures at AWS.
 */
export function createEventRoutes({
  eventRules,
  subscriptions,
}: {
  readonly eventRules: readonly EventRuleDescription[];
  readonly subscriptions: readonly SubscriptionDescription[];
}): EventRoutes {
  const rules = eventRules.map(({ pattern, queueNames }) => ({ passes: compileFilter(pattern), queueNames }));
  return ({ via, body, dueAt }) => {
    if (via === 'bus') {
      const queues = rules.filter(({ passes }) => passes(body)).flatMap(({ queueNames }) => queueNames);
      return queues.map((queueName) => ({ queueName, body: JSON.stringify(body) }));
    }
    return subscriptions.map(({ queueName, topicArn, isRaw }) => {
      const message = JSON.stringify(body);
      return { queueName, body: isRaw ? message : JSON.stringify(notification(topicArn, message, dueAt)) };
    });
  };
}

/** The envelope of SNS. Its signature is not valid: a queue accepts messages of its topic only, so nobody checks it. */
function notification(topicArn: string, message: string, at: number) {
  return {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: topicArn,
    Message: message,
    Timestamp: new Date(at).toISOString(),
    SignatureVersion: '1',
    Signature: '',
    SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService.pem',
    UnsubscribeURL: 'https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe',
  };
}
