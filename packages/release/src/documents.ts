import path from 'node:path';
import { parseRegistry, type Registry } from '@patchwork/federation';
import { freshFile } from './fresh-file.ts';
import { registryFile } from './registry-file.ts';
import { stitch } from './stitch.ts';

/** The documents that are read anew when they change, as texts ready to be sent. */
export interface Documents {
  /** The shop's page; undefined while the release holds no shell. */
  page(): string | undefined;
  registry(): string;
  config(): string;
}

interface DocumentsOptions {
  readonly release: string;
  /** A last change to the registry before it is served; the file stays as it is. */
  readonly adjustRegistry: (registry: Registry) => Registry;
  /** The runtime configuration of a release that holds no config.json. */
  readonly defaultConfig: object;
  readonly report: (message: string) => void;
}

const missing = () => {
  throw new Error('missing');
};

/** The answer to the same question, kept until the question changes. */
function remember<T>(compute: () => T, keyOf: () => string): () => T {
  let kept: { key: string; value: T } | undefined;
  return () => {
    const key = keyOf();
    if (kept?.key !== key) kept = { key, value: compute() };
    return kept.value;
  };
}

export function createDocuments(options: DocumentsOptions): Documents {
  const { release, adjustRegistry, defaultConfig, report } = options;
  const reportKept = (message: string) => report(`${message}. The last good one stays in use`);
  const template = freshFile<string | undefined>({
    file: path.join(release, 'index.html'),
    parse: (text) => text,
    absent: missing,
    initial: undefined,
    report: reportKept,
  });
  const registry = freshFile<Registry>({
    file: registryFile(release),
    parse(text) {
      const parsed = parseRegistry(JSON.parse(text));
      for (const problem of parsed.problems) report(`registry.json: left out ${problem}`);
      return adjustRegistry(parsed.registry);
    },
    absent: missing,
    initial: { format: 1, remotes: [] },
    report: reportKept,
  });
  const config = freshFile<unknown>({
    file: path.join(release, 'config.json'),
    parse: (text) => JSON.parse(text),
    absent: () => defaultConfig,
    initial: defaultConfig,
    report: reportKept,
  });
  const revisions = () => [template, registry, config].map((file) => file().revision).join();
  const page = remember(() => {
    const html = template().value;
    return html === undefined ? undefined : stitch(html, registry().value, config().value);
  }, revisions);
  return {
    page,
    registry: () => JSON.stringify(registry().value),
    config: () => JSON.stringify(config().value),
  };
}
