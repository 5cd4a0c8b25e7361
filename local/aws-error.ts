/** An error as AWS services answer it: the SDK turns `code` into the exception's name. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
