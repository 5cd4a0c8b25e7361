import { ApiMapping, DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { fixLogicalId } from './logical-id.ts';
import type { HttpApi, HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HostName } from '#infra/config.ts';

export type ApiDomainProps = HostName & {
  readonly api: HttpApi;
  readonly stage: HttpStage;
};

/** A name of the API, mapped to its stage with every route. Its DNS record is made by whoever has the zone, from the outputs. */
export class ApiDomain extends Construct {
  /** Where the name has to lead. */
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
