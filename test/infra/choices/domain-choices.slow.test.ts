import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { STAGE_CONFIG } from '#infra/config.ts';
import { composedApp, resourcesIn, synthesizedForAll, templatesIn } from '#test/infra/composed.ts';
import { at } from '#test/infra/synthesized.ts';

const DOMAIN = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/regional',
};
const PAGES = {
  name: 'pages.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/pages',
};
const FIREWALL = {
  webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/api/1',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/global',
};

describe('a stage with its own domain name', { timeout: 60_000 }, () => {
  const synthesized = synthesizedForAll({ domain: { ...DOMAIN, firewall: 'none' } });

  it('serves the API at this name, and outputs the target of the DNS record', () => {
    const templates = synthesized();
    const gateway = resourcesIn(templates['workspace-dev-gateway']);

    expect(gateway['AWS::ApiGatewayV2::DomainName']).toMatchObject([
      {
        DomainName: DOMAIN.name,
        DomainNameConfigurations: [{ CertificateArn: DOMAIN.certificateArn, EndpointType: 'REGIONAL' }],
      },
    ]);
    expect(gateway['AWS::ApiGatewayV2::ApiMapping']).toMatchObject([
      { ApiId: importOf('HttpApi'), DomainName: { Ref: 'ApiDomain' }, Stage: '$default' },
    ]);
    expect(Object.keys(at(templates['workspace-dev-gateway'], 'Outputs') ?? {})).toEqual(
      expect.arrayContaining(['ApiDomainTarget', 'ApiDomainZoneId']),
    );
    expect(at(templates['workspace-dev-api'], 'Outputs', 'ApiUrl', 'Value')).toBe('https://api.example.com');
  });

  it('is rejected as a receiver, and shows no pages, which keep the name that AWS generates for them', () => {
    const text = JSON.stringify(synthesized()['workspace-dev-biolinks']);
    const [, pageHost] = /"PAGE_HOST":(.+?\]\]\})/u.exec(text) ?? [];

    expect(text).toContain(',api.example.com"');
    expect(pageHost).toContain('PagesApi');
    expect(pageHost).not.toContain('example.com');
  });
});

describe('a stage with its own host for pages', { timeout: 60_000 }, () => {
  const choice = { domain: { ...DOMAIN, firewall: 'none' }, pageHost: PAGES } as const;
  const synthesized = synthesizedForAll(choice);

  it('serves the pages at this name, from an API of their own, and outputs the target of the DNS record', () => {
    const gateway = synthesized()['workspace-dev-gateway'];
    const { 'AWS::ApiGatewayV2::DomainName': names, 'AWS::ApiGatewayV2::ApiMapping': mappings } =
      resourcesIn(gateway);

    expect(names).toMatchObject([
      {
        DomainName: PAGES.name,
        DomainNameConfigurations: [{ CertificateArn: PAGES.certificateArn, EndpointType: 'REGIONAL' }],
      },
      { DomainName: DOMAIN.name },
    ]);
    expect(mappings).toMatchObject([
      { ApiId: importOf('PagesApi'), DomainName: { Ref: 'PageDomain' }, Stage: '$default' },
      { ApiId: importOf('HttpApi'), DomainName: { Ref: 'ApiDomain' }, Stage: '$default' },
    ]);
    expect(Object.keys(at(gateway, 'Outputs') ?? {})).toEqual(
      expect.arrayContaining(['PageDomainTarget', 'PageDomainZoneId', 'ApiDomainTarget']),
    );
  });

  it('has no console at this name, and links lead to the name of the API', () => {
    const text = JSON.stringify(synthesized()['workspace-dev-workspace']);
    const [, hosts] = /"API_ORIGINS":(.+?),"PAGE_HOST"/u.exec(text) ?? [];

    expect(hosts).toContain('"https://api.example.com,https://');
    expect(hosts).toContain('execute-api');
    expect(hosts).not.toContain('pages.example.com');
  });

  it('rejects this name as a receiver, both when an endpoint is created and when a webhook is sent', () => {
    const templates = synthesized();
    const hosts = ',api.example.com,pages.example.com"';

    for (const [stack, id] of [
      ['delivery', 'DeliverWebhookFunction'],
      ['webhooks', 'CreateEndpointFunction'],
      ['scheduling', 'PublishPostFunction'],
      ['scheduling', 'RemovePublicationsFunction'],
    ] as const)
      expect([
        id,
        JSON.stringify(
          at(
            templates[`workspace-dev-${stack}`],
            'Resources',
            id,
            'Properties',
            'Environment',
            'Variables',
            'API_HOSTS',
          ),
        ),
      ]).toEqual([id, expect.stringContaining(hosts)]);
    expect(JSON.stringify(templates['workspace-dev-biolinks'])).toContain('"PAGE_HOST":"pages.example.com"');
  });

  it('is rejected if that is the name of the API', () => {
    const rejected = { ...choice, pageHost: { ...PAGES, name: DOMAIN.name } };

    expect(() => composedApp('dev', { ...STAGE_CONFIG.dev, ...rejected })).toThrow(
      '`pageHost` is the name of the API: omit it, then pages use the name that AWS generates for them.',
    );
    expect(() =>
      composedApp('dev', { ...STAGE_CONFIG.dev, ...choice, apiHosts: ['old.example.com', PAGES.name] }),
    ).toThrow('`apiHosts` contains `pageHost`');
  });
});

describe('a stage with a firewall', { timeout: 60_000 }, () => {
  const choice = { domain: { ...DOMAIN, firewall: FIREWALL }, pageHost: PAGES };

  it('serves the API through a distribution with the web ACL, which forwards everything and caches nothing', () => {
    const templates = templatesIn(composedApp('dev', { ...STAGE_CONFIG.dev, ...choice }));
    const [distribution] =
      resourcesIn(templates['workspace-dev-gateway'])['AWS::CloudFront::Distribution'] ?? [];

    expect(at(distribution, 'DistributionConfig')).toMatchObject({
      Aliases: [DOMAIN.name],
      WebACLId: FIREWALL.webAclArn,
      ViewerCertificate: {
        AcmCertificateArn: FIREWALL.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
      Origins: [
        {
          DomainName: { 'Fn::GetAtt': ['ApiDomain', 'RegionalDomainName'] },
          CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
        },
      ],
      DefaultCacheBehavior: {
        // AWS's CachingDisabled and AllViewer.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: '216adef6-5c7f-47e4-b989-5492eafa07d3',
        ViewerProtocolPolicy: 'https-only',
        AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      },
    });
    expect(resourcesIn(templates['workspace-dev-api'])['AWS::ApiGatewayV2::Api']).toMatchObject([
      { DisableExecuteApiEndpoint: true, Tags: { serves: 'api' } },
      { DisableExecuteApiEndpoint: false, Tags: { serves: 'pages' } },
    ]);
  });

  it('has a console only at the name of the API, because the execute-api name is disabled', () => {
    const templates = templatesIn(composedApp('dev', { ...STAGE_CONFIG.dev, ...choice }));

    expect(JSON.stringify(templates['workspace-dev-workspace'])).toContain(
      '"API_ORIGINS":"https://api.example.com"',
    );
  });

  it('leaves pages outside, whose API has no route that needs a key, also without a host for pages', () => {
    const templates = templatesIn(composedApp('dev', { ...STAGE_CONFIG.dev, ...choice, pageHost: null }));
    const routes = Object.values(templates)
      .flatMap((template) => resourcesIn(template)['AWS::ApiGatewayV2::Route'] ?? [])
      .filter((route) => JSON.stringify(at(route, 'ApiId')).includes('PagesApi'))
      .map((route) => String(at(route, 'RouteKey')));
    const withKey = OPERATIONS.filter(({ access }) => access.kind === 'key').flatMap((operation) =>
      operation.routes.map(({ method, path }) => `${method} ${path}`),
    );

    expect(routes).toEqual(expect.arrayContaining(['$default', 'GET /{slug}']));
    expect(routes.filter((key) => withKey.includes(key))).toEqual([]);
  });

  it('leaves two decisions to the operator: the countries that may call (CFR1) and the target of the log (CFR3)', () => {
    // The packs read constructs as they are before synthesis.
    const app = composedApp('dev', { ...STAGE_CONFIG.dev, ...choice });
    const rules = [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) =>
      pack.validateScope(app).violations.map(({ ruleName }) => ruleName),
    );

    expect(rules).toEqual(['AwsSolutions-CFR1', 'AwsSolutions-CFR3']);
  });
});

/** A reference to an API, which is in another stack. */
function importOf(api: string) {
  return { 'Fn::ImportValue': expect.stringContaining(`:ExportsOutputRef${api}`) };
}
