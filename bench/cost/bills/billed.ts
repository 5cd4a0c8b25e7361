import type { AttributeValue, ConsumedCapacity, Put, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { AwsCall } from '#bench/cost/aws-call.ts';
import { itemSize } from '#bench/cost/item-size.ts';
import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';

/** The input and result of a call to any service; only fields of DynamoDB and SQS are read. */
export type RequestContext = {
  readonly action: string;
  readonly input: {
    readonly Item?: Record<string, AttributeValue>;
    readonly TransactItems?: readonly TransactWriteItem[];
    readonly Entries?: readonly { readonly MessageBody?: string }[];
    readonly MessageBody?: string;
  };
  readonly output?: {
    readonly ConsumedCapacity?: ConsumedCapacity | readonly ConsumedCapacity[];
    readonly Messages?: readonly { readonly Body?: string }[];
  };
  readonly error?: unknown;
};

type Billed = Pick<AwsCall, 'reads' | 'writes' | 'indexWrites' | 'pieces' | 'messages' | 'rejected'>;
type Item = Record<string, AttributeValue> | undefined;

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);
const PIECE_BYTES = 64 * 1024;
const WRITE_BYTES = 1024;
/** Transactional operations cost twice the units. */
const TRANSACTED = 2;

/** What AWS bills for a call. */
export function billed({ action, input, output, error }: RequestContext): Billed {
  const texts = input.Entries ?? output?.Messages ?? (input.MessageBody === undefined ? [] : [input]);
  const bytes = texts.reduce((total, text) => total + Buffer.byteLength(bodyOf(text)), 0);
  const capacity = [output?.ConsumedCapacity ?? []].flat();
  const units = capacity.reduce((total, each) => total + (each.CapacityUnits ?? 0), 0);
  const failed = failedUnits(input, error);
  const isRead = READS.has(action);
  return {
    reads: isRead ? units : 0,
    writes: isRead ? 0 : units + failed,
    indexWrites: isRead ? 0 : capacity.flatMap(indexUnits).reduce((total, each) => total + each, 0),
    pieces: Math.max(1, Math.ceil(bytes / PIECE_BYTES)),
    messages: texts.length,
    rejected: failed > 0,
  };
}

function bodyOf(text: { readonly MessageBody?: string; readonly Body?: string }): string {
  return text.MessageBody ?? text.Body ?? '';
}

function indexUnits({ GlobalSecondaryIndexes: indexes = {} }: ConsumedCapacity): number[] {
  return Object.values(indexes).map(({ CapacityUnits = 0 }) => CapacityUnits);
}

/** A failed condition is billed as a write of the larger item; no response of DynamoDB reports it. */
function failedUnits(
  { Item: item, TransactItems: actions = [] }: RequestContext['input'],
  error: unknown,
): number {
  if (isServiceError(error, 'ConditionalCheckFailedException')) return writeUnits(item, error.Item);
  if (!isServiceError(error, 'TransactionCanceledException')) return 0;
  const reasons = error.CancellationReasons ?? [];
  const units = actions.map(({ Put: put }: { Put?: Put | undefined }, index) =>
    writeUnits(put?.Item, reasons[index]?.Item),
  );
  return TRANSACTED * units.reduce((total, each) => total + each, 0);
}

function writeUnits(...items: readonly Item[]): number {
  return Math.max(1, ...items.map((item) => Math.ceil(itemSize(item ?? {}) / WRITE_BYTES)));
}
