import * as v from 'valibot';
import { LocalError } from '#local/local-error.ts';
import type { EventRuleDescription, SubscriptionDescription } from './platform.ts';

/** Properties that change what a target receives, which the local stack does not support. */
const CHANGES = ['Input', 'InputPath', 'InputTransformer'] as const;

const ruleProperties = v.object({
  EventPattern: v.optional(v.record(v.string(), v.unknown())),
  State: v.optional(v.string(), 'ENABLED'),
  Targets: v.optional(v.array(v.looseObject({ Arn: v.string() })), []),
});

const subscriptionProperties = v.object({
  Protocol: v.string(),
  TopicArn: v.string(),
  Endpoint: v.optional(v.string(), ''),
  RawMessageDelivery: v.optional(v.boolean(), false),
  FilterPolicy: v.optional(v.unknown()),
});

type Read<Schema extends v.GenericSchema> = (schema: Schema) => v.InferOutput<Schema>;

/** Reads a rule that sends events of AWS services to queues; a list, which is empty for a disabled rule. */
export function readEventRule(
  id: string,
  read: Read<typeof ruleProperties>,
): readonly EventRuleDescription[] {
  const { EventPattern, State, Targets } = read(ruleProperties);
  if (State !== 'ENABLED') return [];
  if (EventPattern === undefined)
    throw new LocalError(`rule ${id}: the local stack supports rules with an event pattern only`);
  const queueNames = Targets.map((target) => {
    const changed = CHANGES.find((name) => target[name] !== undefined);
    if (changed !== undefined)
      throw new LocalError(`rule ${id}: the local stack does not support ${changed} of a target`);
    return queueOf(target.Arn, `rule ${id}`);
  });
  return [{ pattern: JSON.stringify(EventPattern), queueNames }];
}

/** Reads a subscription of a queue to a topic; a list, which is empty for a subscription of anything else, such as an address. */
export function readSubscription(
  id: string,
  read: Read<typeof subscriptionProperties>,
): readonly SubscriptionDescription[] {
  const { Protocol, TopicArn, Endpoint, RawMessageDelivery, FilterPolicy } = read(subscriptionProperties);
  if (Protocol !== 'sqs') return [];
  if (FilterPolicy !== undefined)
    throw new LocalError(`subscription ${id}: the local stack supports no filter policies`);
  return [
    { topicArn: TopicArn, queueName: queueOf(Endpoint, `subscription ${id}`), isRaw: RawMessageDelivery },
  ];
}

function queueOf(arn: string, place: string): string {
  const name = /^arn:aws:sqs:[^:]*:[^:]*:(.+)$/u.exec(arn)?.[1];
  if (name !== undefined) return name;
  throw new LocalError(`${place}: the local stack cannot send to ${arn}`);
}
