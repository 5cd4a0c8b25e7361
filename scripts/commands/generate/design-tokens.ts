import { readFileSync } from 'node:fs';
import { designTokensSource } from '#scripts/lib/generate/design-tokens-source.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

const css = readFileSync(new URL('../../../console/styles/tokens.css', import.meta.url), 'utf8');
writeGenerated('shared/platform/render/design-tokens.ts', designTokensSource(css));
