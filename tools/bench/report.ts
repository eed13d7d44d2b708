import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { runTool } from '../../scripts/lib/checks.ts';
import { root } from '../../scripts/lib/workspace.ts';

/**
 * Row of a report: the values of a measure for the shop and the one bundle, from several runs. Values with the unit
 * 'kB' are in bytes.
 */
export interface Row extends Runs<number> {
  readonly name: string;
  readonly unit: 'ms' | 'kB' | '';
}

/** Named figure that `read` takes from a measurement, for example from a page load. */
export interface Measure<T> {
  readonly name: string;
  readonly unit: Row['unit'];
  readonly read: (measured: T) => number;
}

export interface Runs<T> {
  readonly shop: readonly T[];
  /** Values of the one bundle; empty if there is nothing to compare with. */
  readonly reference: readonly T[];
}

export const rowsOf = <T>(measures: readonly Measure<T>[], { shop, reference }: Runs<T>): Row[] =>
  measures.map(({ name, unit, read }) => ({
    name,
    unit,
    shop: shop.map(read),
    reference: reference.map(read),
  }));

export interface Table {
  readonly title: string;
  readonly note: string;
  readonly rows: readonly Row[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

export const ratio = ({ shop, reference }: Row): number => median(shop) / median(reference);

function show(value: number, unit: Row['unit']): string {
  if (unit === 'kB') return `${(value / 1000).toFixed(1)} kB`;
  if (unit === 'ms') return `${value.toFixed(0)} ms`;
  return value < 1 && value > 0 ? value.toFixed(4) : String(Number(value.toFixed(1)));
}

function line(row: Row): string {
  const { name, unit, shop, reference } = row;
  const compared = reference.length > 0 && median(reference) > 0;
  const last = compared
    ? [show(median(reference), unit), `${ratio(row).toFixed(2)}×`]
    : [reference.length > 0 ? show(median(reference), unit) : '', ''];
  return `| ${[name, show(median(shop), unit), ...last].join(' | ')} |`;
}

/** Formats a table as Markdown. Each figure is the median of its runs. */
export const markdown = ({ title, note, rows }: Table): string =>
  [
    `### ${title}`,
    '',
    note,
    '',
    '| | shop | one bundle | ratio |',
    '| --- | --: | --: | --: |',
    ...rows.map(line),
    '',
  ].join('\n');

/** Formats a figure as its median and, in brackets, its ratio to the one bundle. */
function cell(row: Row | undefined): string {
  if (!row) return '';
  const isCompared = row.reference.length > 0 && median(row.reference) > 0;
  return show(median(row.shop), row.unit) + (isCompared ? ` (${ratio(row).toFixed(2)}×)` : '');
}

/** Formats tables that were measured in the same way, which their notes say, as one with a column for each. */
export function combined(tables: readonly Table[]): string {
  const notes = [...new Set(tables.map(({ note }) => note))];
  const texts = notes.map((note) => {
    const alike = tables.filter((table) => table.note === note);
    const names = [...new Set(alike.flatMap(({ rows }) => rows.map(({ name }) => name)))];
    const lines = names.map((name) => {
      const cells = alike.map(({ rows }) => cell(rows.find((row) => row.name === name)));
      return `| ${[name, ...cells].join(' | ')} |`;
    });
    return [
      note,
      '',
      `| | ${alike.map(({ title }) => title).join(' | ')} |`,
      `| --- |${' --: |'.repeat(alike.length)}`,
      ...lines,
      '',
    ].join('\n');
  });
  return texts.join('\n');
}

const file = path.join(root, 'docs/speed.md');
const [start, end] = ['<!-- figures: written by pnpm bench -->', '<!-- end of figures -->'];

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Describes where the figures come from: commit, machine and machine load. */
export function describeRun(runs: number, loadBefore: number): string {
  const changed = git('status', '--porcelain') === '' ? '' : ', with uncommitted changes';
  const [cpu] = cpus();
  const load = `${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  return [
    `Commit ${git('rev-parse', '--short', 'HEAD')}${changed}, ${new Date().toISOString().slice(0, 10)}.`,
    `${cpus().length} × ${cpu?.model}, Node ${process.versions.node}, load average ${load}.`,
    `${runs} loads of each, in turn; medians.`,
  ].join(' ');
}

/** Replaces the generated part of docs/speed.md. Throws if the document lacks the comments around that part. */
export async function writeDocument(text: string): Promise<void> {
  const document = readFileSync(file, 'utf8');
  const [before] = document.split(start);
  const [, after] = document.split(end);
  if (after === undefined) throw new Error(`${file} lacks “${start}” or “${end}”`);
  writeFileSync(file, `${before}${start}\n\n${text}\n${end}${after}`);
  await runTool('biome', ['format', '--write', file]);
}
