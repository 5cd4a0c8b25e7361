import { describe, expect, it } from 'vitest';
import { readPlatform } from '#local/template/read-platform.ts';

const addresses = { queueUrl: (name: string) => `http://queues/${name}`, apiUrl: 'http://api' };

const data = {
  Resources: {
    Core: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        Replicas: [{ Region: { Ref: 'AWS::Region' } }],
      },
    },
    Key: { Type: 'AWS::KMS::Key', Properties: {} },
    Kept: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'kept', BucketEncryption: {} } },
    Files: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        CorsConfiguration: {
          CorsRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['PUT'], AllowedHeaders: ['content-type'] }],
        },
        LifecycleConfiguration: {
          Rules: [
            { Prefix: 'pending/', ExpirationInDays: 1, Status: 'Enabled' },
            { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
          ],
        },
      },
    },
  },
  Outputs: {
    Name: { Value: { Ref: 'Core' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Name' } } },
    Stream: { Value: { 'Fn::GetAtt': ['Core', 'StreamArn'] }, Export: { Name: 'data:Stream' } },
    Key: { Value: { 'Fn::GetAtt': 'Key.Arn' }, Export: { Name: 'data:Key' } },
  },
};

const work = {
  Parameters: { BootstrapVersion: { Type: 'String', Default: '/version' } },
  Resources: {
    Dead: { Type: 'AWS::SQS::Queue', Properties: {} },
    Jobs: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: 90,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 5 },
      },
    },
    Work: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        FunctionName: 'platform-dev-work',
        Timeout: 15,
        MemorySize: 512,
        Code: { S3Bucket: { 'Fn::Imaginary': 1 } },
        Tags: [{ Key: 'operation', Value: 'work' }],
        Environment: {
          Variables: {
            TABLE: { 'Fn::ImportValue': 'data:Name' },
            KEY: { 'Fn::ImportValue': 'data:Key' },
            QUEUE_URL: { Ref: 'Jobs' },
            QUEUE_ARN: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
            HOST: { 'Fn::Join': ['.', [{ Ref: 'Api' }, { Ref: 'AWS::Region' }, { Ref: 'AWS::URLSuffix' }]] },
            SECOND: { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] },
            TEXT: { 'Fn::Sub': ['${Jobs.QueueName}-${own}-${!Literal}', { own: { Ref: 'Dead' } }] },
            NONE: { Ref: 'AWS::NoValue' },
            VERSION: { Ref: 'BootstrapVersion' },
          },
        },
      },
    },
    Untagged: { Type: 'AWS::Lambda::Function', Properties: {} },
    StreamMapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::ImportValue': 'data:Stream' },
        FunctionName: { Ref: 'Work' },
        BatchSize: 100,
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: -1,
        MaximumRecordAgeInSeconds: 72_000,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
      },
    },
    // An alias for rollouts is between the mapping and its function.
    Live: {
      Type: 'AWS::Lambda::Alias',
      Properties: { Name: 'live', FunctionName: { Ref: 'Work' }, FunctionVersion: '7' },
    },
    QueueMapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
        FunctionName: { Ref: 'Live' },
        ScalingConfig: { MaximumConcurrency: 3 },
      },
    },
    Minute: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        ScheduleExpression: 'rate(2 minutes)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: { 'Fn::GetAtt': ['Work', 'Arn'] },
          RoleArn: { 'Fn::GetAtt': ['Work', 'Arn'] },
          Input: '{"part":2}',
        },
      },
    },
    Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'platform-dev-retries' } },
    Api: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: { CorsConfiguration: { AllowOrigins: ['*'], MaxAge: 60 }, Tags: { app: 'x' } },
    },
    Pages: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Tags: { serves: 'pages' } } },
    Stage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: {
        ApiId: { Ref: 'Api' },
        StageName: '$default',
        DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
        RouteSettings: {
          'GET /things/{thing}': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
        },
      },
    },
    Same: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: { IntegrationUri: { 'Fn::GetAtt': ['Work', 'Arn'] } },
    },
    Route: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: { Ref: 'Api' },
        RouteKey: 'GET /things/{thing}',
        Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Same' }]] },
      },
    },
  },
  Outputs: { Pages: { Value: { Ref: 'Pages' }, Export: { Name: 'work:Pages' } } },
};

/** A product stack whose integration has the same logical id as one in another stack. */
const product = {
  Resources: {
    Other: {
      Type: 'AWS::Lambda::Function',
      Properties: { Tags: [{ Key: 'operation', Value: 'other' }] },
    },
    Same: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: { IntegrationUri: { 'Fn::GetAtt': ['Other', 'Arn'] } },
    },
    Route: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: { 'Fn::ImportValue': 'work:Pages' },
        RouteKey: '$default',
        Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Same' }]] },
      },
    },
  },
};

describe('readPlatform', () => {
  const platform = readPlatform({ data, work, product }, addresses);

  it('reads the names, the expiry rules and the CORS rules of buckets', () => {
    expect(platform.buckets).toEqual([
      { name: 'kept', cors: undefined, expiries: [] },
      {
        name: 'Files',
        cors: {
          origins: ['*'],
          methods: ['PUT'],
          headers: ['content-type'],
          exposed: [],
          maxAgeSeconds: undefined,
          credentials: false,
        },
        expiries: [{ prefix: 'pending/', days: 1 }],
      },
    ]);
  });

  it('identifies tables by their logical id and keeps keys, stream and expiry', () => {
    expect(platform.tables).toEqual([
      {
        name: 'Core',
        attributes: [{ AttributeName: 'pk', AttributeType: 'S' }],
        key: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        indexes: [],
        streamView: 'NEW_AND_OLD_IMAGES',
        timeToLive: 'ttl',
      },
    ]);
  });

  it('resolves the redrive policy of a queue', () => {
    const jobs = platform.queues.find((queue) => queue.name === 'Jobs');

    expect(jobs).toMatchObject({ url: 'http://queues/Jobs', visibilitySeconds: 90 });
    expect(JSON.parse(jobs?.attributes['RedrivePolicy'] ?? '')).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:Dead',
      maxReceiveCount: 5,
    });
  });

  it('resolves the variables of a function across stacks', () => {
    expect(platform.functions[0]).toEqual({
      name: 'platform-dev-work',
      operation: 'work',
      timeoutSeconds: 15,
      memoryMegabytes: 512,
      environment: {
        TABLE: 'Core',
        KEY: 'arn:aws:kms:us-east-1:000000000000:key/Key',
        QUEUE_URL: 'http://queues/Jobs',
        QUEUE_ARN: 'arn:aws:sqs:us-east-1:000000000000:Jobs',
        HOST: 'Api.us-east-1.amazonaws.com',
        SECOND: 'b',
        TEXT: 'Jobs-http://queues/Dead-${Literal}',
        VERSION: '/version',
      },
    });
  });

  it('skips functions that are not operations', () => {
    expect(platform.functions.map((each) => each.operation)).toEqual(['work', 'other']);
  });

  it('maps routes to the functions of their own stack, and to their API across stacks', () => {
    expect(platform.apis.map(({ serves, routes }) => ({ serves, routes }))).toEqual([
      { serves: 'api', routes: [{ routeKey: 'GET /things/{thing}', functionName: 'platform-dev-work' }] },
      { serves: 'pages', routes: [{ routeKey: '$default', functionName: 'Other' }] },
    ]);
  });

  it('distinguishes mappings of streams from mappings of queues', () => {
    expect(platform.mappings).toEqual([
      {
        id: 'StreamMapping',
        kind: 'stream',
        functionName: 'platform-dev-work',
        sourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Core/stream/local',
        tableName: 'Core',
        batchSize: 100,
        reportsItemFailures: true,
        filters: ['{"eventName":["INSERT"]}'],
        bisect: true,
        maximumRetries: -1,
        maximumAgeSeconds: 72_000,
      },
      {
        id: 'QueueMapping',
        kind: 'queue',
        functionName: 'platform-dev-work',
        sourceArn: 'arn:aws:sqs:us-east-1:000000000000:Jobs',
        queueName: 'Jobs',
        batchSize: 10,
        reportsItemFailures: false,
        maximumConcurrency: 3,
      },
    ]);
  });

  it('reads schedules of functions', () => {
    expect(platform.schedules).toEqual([
      { id: 'Minute', functionName: 'platform-dev-work', everyMilliseconds: 120_000, input: { part: 2 } },
    ]);
  });

  it.each([
    ['cron(0 12 * * ? *)', 'arn:aws:lambda:us-east-1:0:function:work', 'rate(n minutes)'],
    ['rate(1 minute)', 'arn:aws:sqs:us-east-1:0:Jobs', 'cannot invoke arn:aws:sqs'],
  ])('rejects a schedule %s of %s', (ScheduleExpression, Arn, reason) => {
    const Properties = { ScheduleExpression, Target: { Arn } };
    const template = { Resources: { Tick: { Type: 'AWS::Scheduler::Schedule', Properties } } };

    expect(() => readPlatform({ template }, addresses)).toThrow(`schedule Tick: the local stack`);
    expect(() => readPlatform({ template }, addresses)).toThrow(reason);
  });

  it('reads the throttling of each stage', () => {
    expect(platform.apis[1]?.throttles).toEqual({ usual: undefined, routes: {} });
    expect(platform.apis[0]?.throttles).toEqual({
      usual: { ratePerSecond: 50, burst: 100 },
      routes: { 'GET /things/{thing}': { ratePerSecond: 10, burst: 20 } },
    });
  });

  it('throttles nothing without one of the two limits', () => {
    expect(readPlatform({}, addresses).apis).toEqual([]);
    const Api = { Type: 'AWS::ApiGatewayV2::Api', Properties: {} };
    const Properties = { ApiId: { Ref: 'Api' }, DefaultRouteSettings: { ThrottlingRateLimit: 5 } };
    const template = { Resources: { Api, Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties } } };
    expect(readPlatform({ template }, addresses).apis).toMatchObject([
      { serves: 'api', throttles: { usual: undefined, routes: {} } },
    ]);
  });

  it('rejects a stage of an API that is in no template', () => {
    const template = {
      Resources: { Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: 'elsewhere' } } },
    };

    expect(() => readPlatform({ template }, addresses)).toThrow('belongs to the API elsewhere');
  });

  it('reads schedule groups and CORS', () => {
    expect(platform.scheduleGroups).toEqual(['platform-dev-retries']);
    expect(platform.apis[0]?.cors).toMatchObject({ origins: ['*'], maxAgeSeconds: 60, credentials: false });
    expect(platform.apis[1]?.cors).toBeUndefined();
  });
});

describe('readPlatform of an unsupported template', () => {
  function withVariable(value: unknown): Record<string, unknown> {
    return {
      broken: {
        Resources: {
          Fn: {
            Type: 'AWS::Lambda::Function',
            Properties: {
              Tags: [{ Key: 'operation', Value: 'fn' }],
              Environment: { Variables: { VALUE: value } },
            },
          },
        },
      },
    };
  }

  it.each([
    [{ Ref: 'Nobody' }, 'there is no Nobody in broken'],
    [{ 'Fn::GetAtt': ['Fn', 'Colour'] }, 'AWS::Lambda::Function has no known Colour'],
    [{ 'Fn::ImportValue': 'nothing' }, 'no stack exports nothing'],
    [{ 'Fn::Cidr': ['10.0.0.0/8', 1] }, 'unknown function'],
  ])('rejects %j with its position', (value, reason) => {
    expect(() => readPlatform(withVariable(value), addresses)).toThrow(
      new RegExp(`broken\\.Fn\\.Environment\\.Variables\\.VALUE\\..*${reason}`),
    );
  });

  it('rejects a variable that is not a string', () => {
    expect(() => readPlatform(withVariable(5), addresses)).toThrow(
      /broken\.Fn\.Properties\.Environment\.Variables\.VALUE/,
    );
  });
});
