import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as callAgentTool } from './call-agent-tool/operation.ts';

export const AGENTS_OPERATIONS: readonly Operation[] = [callAgentTool];
