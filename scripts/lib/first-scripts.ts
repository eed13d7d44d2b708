import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Weight } from '@patchwork/release';
import { createRsbuild, rspack } from '@rsbuild/core';
import * as v from 'valibot';

/** Code of the first scripts, with the module that it comes from. */
interface Code {
  readonly module: string;
  readonly text: string;
}

/** Builds the shell's first scripts without minifying them. Each module then begins with a comment that names it. */
async function buildReadable(root: string): Promise<string[]> {
  const { default: configOf } = await import(path.join(root, 'rsbuild.config.ts'));
  const config = await configOf();
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-parts-'));
  const output = { ...config.output, distPath: { root: folder }, minify: false };
  const tools = { rspack: { ...config.tools.rspack, output: { pathinfo: true } } };
  try {
    const rsbuild = await createRsbuild({
      cwd: root,
      config: { ...config, mode: 'production', logLevel: 'error', output, tools },
    });
    await rsbuild.build();
    const scripts = path.join(folder, 'static/js');
    const files = (await readdir(scripts)).filter((name) => name.endsWith('.js'));
    return await Promise.all(files.map((name) => readFile(path.join(scripts, name), 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Matches the comments with which Rspack begins a module, and one that it has merged into another. */
const beginning = /^ {2}!\*\*\* (.+?) \*\*\*!|^;\/\/ CONCATENATED MODULE: (.+)/;

/** Code that is in no module: the bundler's own functions, and its tables of files and shared packages. */
const bundler = 'bundler';

/** Shortens a module's name: 'shop/state/store.ts', 'react-dom/client.js'. */
function shortName(name: string): string {
  if (name.startsWith('@module-federation/runtime/')) return '@module-federation/runtime';
  const [, inPackage] = /.*node_modules\/(.+)/.exec(name) ?? [];
  const file = inPackage ?? (name.startsWith('./') ? name.replace('./', 'shell/') : name.slice(3));
  return file.replace(/ \+ \d+ modules$/, '');
}

/** Returns the module of each line of a readable script. */
function modulesOfLines(script: string): string[] {
  let module = bundler;
  return script.split('\n').map((line) => {
    const [, first, merged] = beginning.exec(line) ?? [];
    const name = first ?? merged;
    if (name) module = shortName(name);
    else if (/^\/\*+\/ \}\);?$|^\/\/ The module cache/.test(line)) module = bundler;
    return module;
  });
}

/** Minifies a readable script as the build does, and returns it in pieces that each come from one module. */
async function minified(script: string): Promise<Code[]> {
  const modules = modulesOfLines(script);
  const { code, map } = await rspack.experiments.swc.minify(script, {
    ...{ sourceMap: true, mangle: true, compress: { passes: 2 } },
    format: { comments: false },
  });
  const origins = new SourceMap(JSON.parse(map ?? ''));
  return code.split('\n').flatMap((line, index) => {
    const pieces: Code[] = [];
    for (let column = 0; column < line.length; column += 1) {
      const entry = origins.findEntry(index, column);
      const module = modules['originalLine' in entry ? entry.originalLine : 0] ?? bundler;
      const last = pieces.at(-1);
      const text = line.charAt(column);
      if (last?.module === module) pieces[pieces.length - 1] = { module, text: last.text + text };
      else pieces.push({ module, text });
    }
    return pieces;
  });
}

const compressed = (code: readonly Code[]): number => {
  const text = code.map((each) => each.text).join('');
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return brotliCompressSync(text, { params }).length;
};

/** Lists a part's modules, largest first, each with its share of the part's bytes. */
function sharesOf(code: readonly Code[], bytes: number): Weight['files'] {
  const lengths = new Map<string, number>();
  for (const { module, text } of code)
    lengths.set(module, (lengths.get(module) ?? 0) + text.length);
  const whole = code.reduce((sum, { text }) => sum + text.length, 0);
  return [...lengths]
    .map(([file, length]) => ({ file, bytes: (bytes * length) / whole }))
    .sort((a, b) => b.bytes - a.bytes);
}

/**
 * Measures what each part adds to readable scripts: how much smaller they would be without it, minified and compressed
 * with brotli. `parts` has budgets by the folder or package that a part's modules are in.
 */
export async function weighParts(
  readable: readonly string[],
  parts: Readonly<Record<string, number>>,
): Promise<Weight[]> {
  const scripts = await Promise.all(readable.map(minified));
  const wholes = scripts.map(compressed);
  return Object.entries(parts).map(([name, budget]) => {
    const isOfPart = ({ module }: Code) => module === name || module.startsWith(`${name}/`);
    const bytes = scripts.reduce((sum, code, index) => {
      if (!code.some(isOfPart)) return sum;
      return sum + (wholes[index] ?? 0) - compressed(code.filter((each) => !isOfPart(each)));
    }, 0);
    return { name, bytes, budget, files: sharesOf(scripts.flat().filter(isOfPart), bytes) };
  });
}

const shellSchema = v.object({ parts: v.record(v.string(), v.number()) });

/** Measures the parts of the shell's first scripts that shell.json names. */
export async function weighFirstScripts(root: string): Promise<Weight[]> {
  const declared = JSON.parse(await readFile(path.join(root, 'shell.json'), 'utf8'));
  const { parts } = v.parse(shellSchema, declared);
  return weighParts(await buildReadable(root), parts);
}
