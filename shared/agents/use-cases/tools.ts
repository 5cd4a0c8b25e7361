import type { PlatformApi } from '#shared/agents/ports/platform-api.ts';
import type { AgentTool } from './agent-tool.ts';
import { CONTENT_TOOLS } from './content-tools.ts';
import { OPERATION_TOOLS } from './operation-tools.ts';
import { WEBHOOK_TOOLS } from './webhook-tools.ts';

/** All tools of the MCP server. */
const AGENT_TOOLS: readonly AgentTool[] = [...OPERATION_TOOLS, ...WEBHOOK_TOOLS, ...CONTENT_TOOLS];

/** The tools that a key can use: it may call each operation that the tool calls. */
export function toolsFor({ operations }: Pick<PlatformApi, 'operations'>): readonly AgentTool[] {
  return AGENT_TOOLS.filter((tool) => tool.operations.every((id) => operations.has(id)));
}
