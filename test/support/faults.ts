import {
  type BatchGetItemCommandInput,
  type BatchGetItemCommandOutput,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import type { SendMessageBatchCommandInput, SendMessageBatchCommandOutput } from '@aws-sdk/client-sqs';
import type { Fault } from './faulty-client.ts';

const $metadata = {};

/** DynamoDB cancels the transaction for a reason, met on one of its items, that says nothing about its conditions (H14). */
export function cancelled(
  code: 'TransactionConflict' | 'ThrottlingError' | 'ProvisionedThroughputExceeded',
  onItem = 1,
): Fault {
  const CancellationReasons = [0, 1].map((item) => ({ Code: item === onItem ? code : 'None' }));
  return failing(
    'TransactWriteItems',
    () =>
      new TransactionCanceledException({ message: 'Transaction cancelled', $metadata, CancellationReasons }),
  );
}

/** A single write meets a transaction on its item (H14). */
export function conflicting(command: 'PutItem' | 'UpdateItem'): Fault {
  return failing(command, () => new TransactionConflictException({ message: 'Conflict', $metadata }));
}

/** The transaction with this token is still being worked on. */
export function inProgress(): Fault {
  return failing(
    'TransactWriteItems',
    () => new TransactionInProgressException({ message: 'In progress', $metadata }),
  );
}

/** The request is carried out, but its answer never arrives; the SDK sends it again by itself (H15). */
export function lostAnswer(command: string): Fault {
  return {
    command,
    at: 'wire',
    async happen(_input, pass) {
      await pass();
      throw connectionReset();
    },
  };
}

/** The request never arrives; the SDK sends it again by itself. */
export function lostRequest(command: string): Fault {
  return failing(command, connectionReset);
}

/** Nothing happens, but the input of the call is looked at. */
export function seen(command: string, look: (input: object) => unknown): Fault {
  return {
    command,
    at: 'call',
    happen(input, pass) {
      look(input);
      return pass();
    },
  };
}

/** DynamoDB's answer to a request beyond what the table takes. */
export function tooBusy(): Error {
  return new ProvisionedThroughputExceededException({ message: 'Throttled', $metadata });
}

/** So many requests in a row are throttled; the SDK sends again by itself. */
export function throttled(command: string, times: number): Fault[] {
  return Array.from({ length: times }, () => failing(command, tooBusy));
}

/** Something else happens between our decision and our write. */
export function meanwhile(command: string, act: () => Promise<unknown>): Fault {
  return {
    command,
    at: 'call',
    async happen(_input, pass) {
      await act();
      return pass();
    },
  };
}

/** The call fails for good with this error, whatever the SDK would do about it. */
export function failingCall(command: string, error: Error): Fault {
  return { command, at: 'call', happen: () => Promise.reject(error) };
}

/** `BatchGetItem` answers only the first `count` keys and hands back the rest (H5). */
export function answersOnly(count: number): Fault {
  return {
    command: 'BatchGetItem',
    at: 'call',
    async happen(input, pass) {
      const { RequestItems = {} } = input as BatchGetItemCommandInput;
      const [[table, { Keys = [], ...rest }] = ['', {}]] = Object.entries(RequestItems);
      const left = Keys.slice(count);
      const answer =
        count > 0 ? await pass({ RequestItems: { [table]: { ...rest, Keys: Keys.slice(0, count) } } }) : {};
      const UnprocessedKeys = left.length > 0 ? { [table]: { ...rest, Keys: left } } : {};
      return { ...answer, UnprocessedKeys } satisfies Partial<BatchGetItemCommandOutput>;
    },
  };
}

/** `SendMessageBatch` answers 200 but takes only the first `count` entries (H5). */
export function takesOnly(count: number): Fault {
  return {
    command: 'SendMessageBatch',
    at: 'call',
    async happen(input, pass) {
      const batch = input as SendMessageBatchCommandInput;
      const Entries = batch.Entries?.slice(0, count) ?? [];
      const answer = count > 0 ? await pass({ ...batch, Entries }) : {};
      const Failed = batch.Entries?.slice(count).map(({ Id }) => ({
        Id,
        Code: 'InternalError',
        SenderFault: false,
      }));
      return { ...answer, Failed } satisfies Partial<SendMessageBatchCommandOutput>;
    },
  };
}

function failing(command: string, error: () => Error): Fault {
  return { command, at: 'wire', happen: () => Promise.reject(error()) };
}

/** What Node reports when the peer goes away. */
export function connectionReset(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
