import type { Registry } from '@patchwork/federation';
import { configFields } from '../folder/config-fields.ts';
import { inlineScriptHashes } from './inline-scripts.ts';
import { type HeaderFields, pageHeaders } from './page-headers.ts';
import { scriptSources, sourcesOf } from './sources.ts';

/** What the page's Trusted Types policy lets pass besides the release's own scripts: see trust-scripts.ts of the shell. */
export interface TrustedSources {
  readonly scripts: readonly string[];
  /** Whether texts may become HTML, which Razorpay's script needs. Its inline scripts still don't run. */
  readonly html: boolean;
}

export interface PagePolicy {
  readonly headers: HeaderFields;
  /** Undefined where nothing but the release's own scripts passes. */
  readonly trusted: TrustedSources | undefined;
}

interface PolicyInputs {
  readonly registry: Registry;
  readonly config: unknown;
  /** The shell's template, and those whose pages may be sent with the same headers. */
  readonly templates: readonly string[];
}

/** What the pages of a release may load and do: one source for headers, files for other servers, and the page itself. */
export function pagePolicy({ registry, config, templates }: PolicyInputs): PagePolicy {
  const fields = configFields(config);
  const sources = sourcesOf(fields, registry);
  const scripts = scriptSources(sources);
  return {
    headers: pageHeaders({
      sources,
      scriptHashes: templates.flatMap(inlineScriptHashes),
      hstsMaxAgeSeconds: fields.hstsMaxAgeSeconds,
    }),
    trusted: scripts.length > 0 ? { scripts, html: sources.razorpay !== undefined } : undefined,
  };
}
