import { CfnOutput } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import type { Firewall } from '#infra/settings/external-resources.ts';

export type ApiEdgeProps = Exclude<Firewall, 'none'> & {
  /** The custom domain name of the API, which clients keep using. */
  readonly name: string;
  /** The regional target of that name. */
  readonly origin: string;
};

/**
 * A distribution that adds a web ACL in front of the API and nothing else: it caches no response and forwards every header,
 * including the host header, by which API Gateway selects the API.
 */
export class ApiEdge extends Distribution {
  constructor(scope: Construct, id: string, { name, origin, webAclArn, certificateArn }: ApiEdgeProps) {
    super(scope, id, {
      comment: `Web ACL in front of ${name}`,
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
