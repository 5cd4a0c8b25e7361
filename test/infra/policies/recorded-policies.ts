import { KEY_SHAPES } from '#functions/capabilities.ts';
import type { Stage } from '#infra/config.ts';
import { ITEM_ACTIONS } from '#shared/platform/runtime/capabilities.ts';
import type { KeyShape } from '#shared/platform/runtime/capability-rows.ts';
import { functionsOf } from '#test/infra/synthesized.ts';
import type { RecordedCall } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { statementsOf, toRequest } from './function-policies.ts';
import { type AuthorizedRequest, type Statement, applies, isAllowed, isLike } from './policy-evaluator.ts';

/** The names of this stage are those of the local stack, so calls have them. */
const STAGE: Stage = 'dev';

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const LIKE = 'ForAllValues:StringLike';

/** Grants that no code of a function uses, with the reason why the function needs them. */
const USED_BY_AWS: readonly {
  readonly grant: RegExp;
  /** The only function that the reason applies to. */
  readonly operation?: string;
  readonly reason: string;
}[] = [
  { grant: /^logs:/u, reason: 'Lambda writes the log of the function with its role.' },
  {
    grant: /^sqs:(?:ReceiveMessage|DeleteMessage|GetQueueAttributes) /u,
    reason: 'Lambda reads the queue of a consumer with its role.',
  },
  {
    grant: /^dynamodb:(?:DescribeStream|GetRecords|GetShardIterator|ListStreams) /u,
    reason: 'Lambda reads the stream for a consumer with its role.',
  },
  {
    grant: /^s3:(?:PutObject|ListBucket) \$\{Un\w+Records\.Arn\}/u,
    reason: 'Lambda stores records that a consumer could not handle with its role.',
  },
  {
    grant: /^s3:ListBucket \$\{MediaBucket\.Arn\}/u,
    reason: 'S3 returns 404 instead of 403 for a missing object only to a role with this grant.',
  },
  {
    grant: /^s3:GetObject \$\{MediaBucket\.Arn\}\/media/u,
    operation: 'deliver-message',
    reason: 'AWS End User Messaging reads the file of a message with the role of the function.',
  },
  {
    grant: /^s3:GetObject \$\{MediaBucket\.Arn\}\/media/u,
    operation: 'send-broadcast-messages',
    reason: 'AWS End User Messaging reads the file of a broadcast with the role of the function.',
  },
  {
    grant: /^s3:PutObject \$\{MediaBucket\.Arn\}\/pending/u,
    operation: 'record-receipt',
    reason: 'AWS End User Messaging writes the file of a received message with the role of the function.',
  },
];

/** What the policies of the functions say about the calls that the functions made. */
export type Judgement = {
  /** Calls that a policy denies. */
  readonly denied: readonly string[];
  /** Grants that no call used: an action on a resource, limited to one kind of partition. */
  readonly unused: readonly string[];
};

/** Evaluates recorded calls against the synthesized policies of their functions. */
export function judge(calls: readonly RecordedCall[]): Judgement {
  const byFunction = Map.groupBy(calls, ({ operation }) => operation);
  const functions = functionsOf('local').map(({ operation }) => ({
    operation,
    statements: statementsOf('local', operation),
    requests: (byFunction.get(operation) ?? []).map((call) => toRequest(withTemplateNames(call))),
  }));
  return {
    denied: functions.flatMap(({ operation }) => deniedOf(operation, byFunction.get(operation) ?? [])),
    unused: functions.flatMap(({ operation, statements, requests }) => {
      const single = requests.flatMap(oneForEachKey);
      return statements
        .flatMap(oneForEachPattern)
        .filter((grant) => !single.some((request) => applies(grant, request)))
        .map(nameOf)
        .filter(
          (grant) =>
            !USED_BY_AWS.some(
              ({ grant: known, operation: only = operation }) => only === operation && known.test(grant),
            ),
        )
        .map((grant) => `${operation}: ${grant}`);
    }),
  };
}

/** The calls of a function that its policy denies. */
export function deniedOf(operation: string, calls: readonly RecordedCall[]): readonly string[] {
  const statements = statementsOf('local', operation);
  return calls
    .map((call) => toRequest(withTemplateNames(call)))
    .filter((request) => !isAllowed(statements, request))
    .map((request) => `${operation}: ${textOf(request)}${capabilityOf(request)}`);
}

/** One error for each denied call and each unused grant, with what to do. Empty if there are none. */
export function errorsOf({ denied, unused }: Judgement): readonly string[] {
  return [
    ...denied.map(
      (call) =>
        `${call}: called, but not granted. Declare the capability of the call in \`uses\`, or remove the call.`,
    ),
    ...unused.map(
      (grant) =>
        `${grant}: granted, but used by no test. Remove it from \`uses\` of the operation or from the statements of the consumer if no code needs it; otherwise test the behaviour that needs it over HTTP or with \`asFunction\`.`,
    ),
  ];
}

/** The names of tables, queues, groups and roles that the fixtures of the integration tests use, by function if they differ. */
const FIXTURE_NAMES: readonly (readonly [RegExp, (operation: string) => string])[] = [
  [/^t\d+-\d+-core/u, () => 'CoreTable'],
  [/^t\d+-\d+-deliveries/u, () => 'DeliveryTable'],
  // Stacks that share an emulator have tables of their own.
  [/^CoreTable-[0-9a-f]{8}/u, () => 'CoreTable'],
  [/^DeliveryTable-[0-9a-f]{8}/u, () => 'DeliveryTable'],
  [/^deliveries$/u, () => 'DeliveryQueue'],
  [/^slow$/u, () => 'SlowDeliveryQueue'],
  [/^releases$/u, () => 'ReleaseQueue'],
  [/^recoveries$/u, () => 'RecoveryQueue'],
  [/^notifications$/u, () => 'NotificationQueue'],
  [/^publish$/u, () => 'PublishQueue'],
  [/^broadcasts$/u, () => 'BroadcastQueue'],
  [/^recomputations$/u, () => 'RecomputeQueue'],
  [/^messages$/u, () => 'MessageQueue'],
  [/^sendings$/u, () => 'SendingQueue'],
  [/^receipts$/u, () => 'ReceiptQueue'],
  [/^calendars$/u, () => 'CalendarQueue'],
  [/^imports$/u, () => 'ImportQueue'],
  [/^removals$/u, () => 'RemovalQueue'],
  [/^downloads$/u, () => 'DownloadQueue'],
  [
    /^quarantined$/u,
    (operation) => (operation === 'dispatch-event' ? 'QuarantinedEventsQueue' : 'QuarantinedChangesQueue'),
  ],
  [
    /^schedules\/retries$/u,
    (operation) => `schedules/workspace-${STAGE}-${operation === 'deliver-webhook' ? 'retries' : 'jobs'}`,
  ],
  [
    /^roles\/(?:retries|due|schedules)$/u,
    (operation) => `roles/${operation === 'deliver-webhook' ? 'Retry' : 'Job'}SchedulesRole`,
  ],
];

function withTemplateNames(call: RecordedCall): RecordedCall {
  const [pattern, name] = FIXTURE_NAMES.find(([known]) => known.test(call.resource)) ?? [];
  if (pattern === undefined || name === undefined) return call;
  return { ...call, resource: call.resource.replace(pattern, name(call.operation)) };
}

/** A batch can have keys of several kinds, and uses the grant of each. */
function oneForEachKey(request: AuthorizedRequest): AuthorizedRequest[] {
  const keys = request.context[LEADING_KEYS];
  if (keys === undefined) return [request];
  return keys.map((key) => ({ ...request, context: { ...request.context, [LEADING_KEYS]: [key] } }));
}

function oneForEachPattern(statement: Statement): Statement[] {
  const { conditions } = statement;
  const patterns = patternsOf(statement);
  if (patterns.length === 0) return [statement];
  return patterns.map((pattern) => ({
    ...statement,
    conditions: { ...conditions, [LIKE]: { [LEADING_KEYS]: [pattern] } },
  }));
}

function patternsOf({ conditions }: Statement): readonly string[] {
  const patterns = conditions[LIKE]?.[LEADING_KEYS];
  return Array.isArray(patterns) ? patterns.map(String) : [];
}

function nameOf(grant: Statement): string {
  return [...grant.actions, ...grant.resources, ...patternsOf(grant)].join(' ');
}

/** The item capability that allows a call; empty for any other call. */
function capabilityOf({ action, resource, context }: AuthorizedRequest): string {
  const verb = ITEM_ACTIONS.find(([, name]) => name === action)?.[0];
  const [table = '', index] = resource.split('/index/');
  const shapes: [string, KeyShape][] = Object.entries(KEY_SHAPES);
  const names = shapes.flatMap(([name, shape]) => {
    const isThere = table.startsWith(shape.table === 'core' ? '${CoreTable' : '${DeliveryTable');
    const isOf = (context[LEADING_KEYS] ?? []).some((key) => isLike(key, shape.partitions));
    return isThere && shape.index === index && isOf ? [`\`${verb}-${name}\``] : [];
  });
  return verb === undefined || names.length === 0 ? '' : `, which needs ${names.join(' and ')}`;
}

function textOf({ action, resource, context }: AuthorizedRequest): string {
  return `${action} ${resource} ${JSON.stringify(context)}`;
}
