import type {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import type {
  ConflictException,
  ResourceNotFoundException,
  ThrottlingException,
} from '@aws-sdk/client-scheduler';

/** Errors of AWS services that the platform distinguishes, by the name that the service sends. */
type ServiceErrors = {
  readonly ConditionalCheckFailedException: ConditionalCheckFailedException;
  readonly TransactionCanceledException: TransactionCanceledException;
  readonly TransactionConflictException: TransactionConflictException;
  readonly TransactionInProgressException: TransactionInProgressException;
  readonly ConflictException: ConflictException;
  readonly ResourceNotFoundException: ResourceNotFoundException;
  readonly ThrottlingException: ThrottlingException;
};

/** Whether a service rejected a call with this error. Compares the name, because the classes are in the code of the SDK, which may not be loaded. */
export function isServiceError<Name extends keyof ServiceErrors>(
  error: unknown,
  name: Name,
): error is ServiceErrors[Name] {
  return error instanceof Error && error.name === name;
}
