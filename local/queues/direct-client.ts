import type { RequestListener } from 'node:http';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { inject } from 'light-my-request';

/**
 * A client that passes requests to fauxqs without a socket, for the pollers, which run in the same thread: the two ends of a connection
 * would use more CPU time than fauxqs. Its responses are those of the SDK client.
 */
export function createDirectClient(fauxqs: RequestListener): Pick<SQSClient, 'send'> {
  return {
    send: async (command: { readonly input: object }): Promise<unknown> => {
      const action = command.constructor.name.replace(/Command$/, '');
      const response = await inject(fauxqs, {
        method: 'POST',
        url: '/',
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
        payload: JSON.stringify(command.input),
        validate: false,
      });
      if (response.statusCode !== 200) throw new Error(`${action}: ${response.payload}`);
      const result: unknown = JSON.parse(response.payload);
      return result;
    },
  };
}
