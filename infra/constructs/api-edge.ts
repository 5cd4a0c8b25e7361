import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnOutput } from 'aws-cdk-lib';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import type { Firewall } from '#infra/config.ts';

export type ApiEdgeProps = Exclude<Firewall, 'none'> & {
  /** The API's own name, which clients go on using. */
  readonly name: string;
  /** The regional target of that name. */
  readonly origin: string;
};

/**
 * A distribution that puts a web ACL before the API and does nothing else: it keeps no answer and passes every header on, the
 * host included, by which API Gateway finds the API.
 */
export class ApiEdge extends Distribution {
  constructor(scope: Construct, id: string, { name, origin, webAclArn, certificateArn }: ApiEdgeProps) {
    super(scope, id, {
      comment: `Web ACL before ${name}`,
      domainNames: [name],
      certificate: Certificate.fromCertificateArn(scope, `${id}Certificate`, certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      webAclId: webAclArn,
      defaultBehavior: {
        origin: new HttpOrigin(origin),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER,
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
    });
    new CfnOutput(scope, 'ApiEdgeTarget', { value: this.distributionDomainName });
  }
}
