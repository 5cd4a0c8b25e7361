import type { Construct } from 'constructs';
import type { envSchema } from '#functions/biolinks/delete-visitor-salts/env.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allowItems } from '#infra/constructs/grants.ts';
import { ScheduledFunction } from './scheduled-function.ts';

/** Deletes the salts of visitors when their day has ended everywhere. */
export class DeleteVisitorSalts extends ScheduledFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, { data }: { readonly data: DataResources }) {
    super(scope, deployment, {
      name: 'delete-visitor-salts',
      description: 'Deletes the salts of the hashes of visitors when their day has ended',
      stalledImpact: 'The salts of visitors stay stored after the end of their day',
      schedule: { id: 'SaltDeletion', groupName: 'salts' },
      environment: { CORE_TABLE: data.coreTable.tableName },
      statements: allowItems(data, 'query-visitor-salts', 'delete-visitor-salts'),
    });
  }
}
