#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createClient } from '@workspace-platform/client';

const { values } = parseArgs({ options: { host: { type: 'string' }, key: { type: 'string' } } });
const client = createClient({ baseUrl: values.host ?? '', apiKey: values.key ?? '' });
await client.GET('/api/v1/me');
