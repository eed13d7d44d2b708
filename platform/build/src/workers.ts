import path from 'node:path';
import { type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';
import { ownFile } from './build-basics.ts';

const scripts = /\.[cm]?[jt]sx?$/;

/** A worker's script with all that it imports at once, and its other files by name. */
interface Bundled {
  readonly script: Buffer;
  readonly others: readonly (readonly [name: string, content: Buffer])[];
  /** Files that it was made of, and files whose appearance would change it. */
  readonly used: readonly string[];
  readonly missing: readonly string[];
}

type Bundle = (file: string) => Promise<Bundled>;

const classes = ownFile('worker-classes');

/** Adds to a build that it bundles scripts which it finds by their address, and uses the classes that start them. */
function withWorkers(config: Rspack.Configuration, bundle: Bundle): Rspack.Configuration {
  const rule: Rspack.RuleSetRule = {
    ...{ test: scripts, dependency: 'url', type: 'asset/resource' },
    generator: { filename: 'static/worker/[name].[contenthash:10].js' },
    loader: path.join(import.meta.dirname, 'worker-loader.mjs'),
    options: { bundle },
  };
  const provided = { Worker: [classes, 'Worker'], SharedWorker: [classes, 'SharedWorker'] };
  const { plugins = [], module: { parser, rules = [], ...module } = {} } = config;
  // Otherwise the bundler would build workers as parts of the page's container.
  const javascript = { ...parser?.javascript, worker: false };
  return {
    ...config,
    plugins: [...plugins, new rspack.ProvidePlugin(provided)],
    module: { ...module, rules: [...rules, rule], parser: { ...parser, javascript } },
  };
}

/** Plugins of the remote's own build that a worker's script must not or need not have. */
const ofPages =
  /^(?:CopyRspack|HotModuleReplacement|(?:Rsbuild)?Html\w*|ModuleFederation|ReactRefreshRspack|RsbuildCore|SubresourceIntegrity)Plugin$/;

const nameOf = (plugin: object): string =>
  String(Reflect.get(plugin, 'name') ?? plugin.constructor.name);

/** Matches the target in Rspack's list that says where a script runs. */
const page = 'web';

/** The remote's own build, changed to that of a worker. `starters`: workers that start one another, up to this file. */
function workerBuild(
  config: Rspack.Configuration,
  starters: readonly string[],
): Rspack.Configuration {
  const file = starters.at(-1) ?? '';
  const name = path.basename(file).replace(scripts, '');
  const targets = [config.target || []].flat();
  const { optimization, output, devtool, plugins = [] } = config;
  return withWorkers(
    {
      ...config,
      entry: { [name]: [ownFile('worker-folder'), file] },
      target: targets.map((target) => (target === page ? 'webworker' : target)),
      plugins: plugins.filter((plugin) => plugin && !ofPages.test(nameOf(plugin))),
      optimization: { ...optimization, splitChunks: false },
      // Code in strings, as of eval-source-map, is refused by the page's policy.
      devtool: devtool ? 'inline-cheap-module-source-map' : false,
      output: {
        ...output,
        filename: 'static/worker/[name].js',
        chunkFilename: `static/worker/async/${name}-[name].[contenthash:10].js`,
        publicPath: '',
        chunkFormat: 'array-push',
        chunkLoading: 'import-scripts',
      },
    },
    (inner) => bundle(config, [...starters, inner]),
  );
}

function run(compiler: Rspack.Compiler): Promise<Rspack.Compilation> {
  // The loader adds the files to the remote's own.
  compiler.hooks.shouldEmit.tap('patchwork:workers', () => false);
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      const { errors = [] } = stats?.toJson({ all: false, errors: true }) ?? {};
      const texts = errors.map(({ moduleName, message }) => `${moduleName ?? ''}\n${message}`);
      if (stats && texts.length === 0) resolve(stats.compilation);
      else reject(failure ?? new Error(texts.join('\n')));
    });
  });
}

async function bundle(config: Rspack.Configuration, starters: readonly string[]): Promise<Bundled> {
  const file = starters.at(-1) ?? '';
  if (starters.indexOf(file) < starters.length - 1) {
    throw new Error(`${file} starts itself, which has no end: start it from the page`);
  }
  const compiler = rspack(workerBuild(config, starters));
  try {
    const compilation = await run(compiler);
    const [main] = compilation.entrypoints.values();
    const entry = main?.getEntrypointChunk().files.values().next().value;
    const files = compilation
      .getAssets()
      .map(({ name, source }) => [name, Buffer.from(source.source())] as const);
    const script = files.find(([name]) => name === entry)?.[1];
    if (!script) throw new Error(`${file} made no script`);
    return {
      script,
      others: files.filter(([name]) => name !== entry),
      used: [...compilation.fileDependencies],
      missing: [...compilation.missingDependencies],
    };
  } finally {
    compiler.close(() => undefined);
  }
}

/**
 * Builds the scripts that a remote names by `new URL('./file.ts', import.meta.url)`, such as workers, by themselves: a
 * worker has neither the page's shared packages nor the federation runtime. `Worker` and `SharedWorker` become classes
 * that start such a file in a shop, whatever the remote's origin.
 */
export const workers = (): RsbuildPlugin => ({
  name: 'patchwork:workers',
  setup(api) {
    // Before the federation plugin adds itself.
    api.onBeforeCreateCompiler({
      order: 'pre',
      handler: ({ bundlerConfigs }) => {
        for (const config of bundlerConfigs) {
          if (config.name !== 'remote') continue;
          const own = { ...config };
          Object.assign(
            config,
            withWorkers(own, (file) => bundle(own, [file])),
          );
        }
      },
    });
  },
});
