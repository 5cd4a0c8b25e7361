import { CfnOutput } from 'aws-cdk-lib';
import { ApiMapping, DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpApi, HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { HostName } from '#infra/settings/external-resources.ts';
import { fixLogicalId } from './logical-id.ts';

export type ApiDomainProps = HostName & {
  readonly api: HttpApi;
  readonly stage: HttpStage;
};

/** A custom domain name of an API, mapped to its stage with every route. The owner of the DNS zone creates the record. */
export class ApiDomain extends Construct {
  /** The regional domain name that the DNS record must point to. */
  readonly target: string;

  constructor(scope: Construct, id: string, { name, certificateArn, api, stage }: ApiDomainProps) {
    super(scope, id);
    const domain = new DomainName(this, 'Name', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
    });
    fixLogicalId(domain, id);
    new ApiMapping(this, 'Mapping', { api, domainName: domain, stage });
    this.target = domain.regionalDomainName;
    new CfnOutput(scope, `${id}Target`, { value: this.target });
    new CfnOutput(scope, `${id}ZoneId`, { value: domain.regionalHostedZoneId });
  }
}
