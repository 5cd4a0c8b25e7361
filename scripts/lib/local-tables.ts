import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { dataPaths } from '#local/data-directory.ts';
import { readJsonFile } from '#local/json-file.ts';

const readySchema = v.object({ dynamodbUrl: v.string(), coreTable: v.string(), deliveryTable: v.string() });

/** The tables of the local stack that runs on a data directory. @throws Error if no stack has written the directory */
export function localTables(dataDirectory: string) {
  const ready = v.safeParse(readySchema, readJsonFile(dataPaths(dataDirectory).demoFile));
  if (!ready.success) throw new Error(`${dataDirectory} has no tables: start the local stack with npm start`);
  const { dynamodbUrl, coreTable, deliveryTable } = ready.output;
  const { region, credentials } = LOCAL_AWS;
  return {
    client: new DynamoDBClient({ endpoint: dynamodbUrl, region, credentials }),
    coreTable,
    deliveryTable,
  };
}
