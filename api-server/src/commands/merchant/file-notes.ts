import { counted } from '../operator.ts';

/** What became of a column of a merchant's file. */
interface NotedColumn {
  readonly column: string;
  /** Our column, and how; null if the column was left out. */
  readonly became: string | null;
  /** What a column that was left out decides. */
  readonly decides?: string | undefined;
  /** Number of rows, or products in XML, with a text in this column. */
  readonly rows: number;
}

export interface FileReport {
  /** 'Shopify', 'WooCommerce' or 'Google Merchant Center'. */
  readonly format: string;
  /** Number of groups of rows, each of which is one article in several sizes. */
  readonly styles: number;
  readonly columns: readonly NotedColumn[];
  readonly productsLeftOut: readonly { readonly at: string; readonly why: string }[];
  /** Further sentences: defaults, and values that were changed. */
  readonly notes: readonly string[];
}

export interface ColumnMeanings {
  readonly name: string;
  /** Our column that a column becomes, and how. */
  readonly became: (column: string) => string | undefined;
  /** What a column decides that becomes none of ours. */
  readonly decides: (column: string) => string | undefined;
}

/** What a catalogue file's columns are that merchants' files don't have. */
const DEFAULTS = 'every product: rating 0, reviews 0, delivery_days 4, no care';

/** Collects what becomes of a merchant's file while it is read, so that nothing is left out silently. */
export class FileNotes {
  #format: ColumnMeanings | undefined;
  readonly #names = new Map<string, string>();
  readonly #rows = new Map<string, number>();
  readonly #left: { at: string; why: string }[] = [];
  readonly #notes = new Map<string, number>();
  readonly #origins = new Set<string>();
  #styles = 0;

  begin(format: ColumnMeanings): void {
    this.#format = format;
  }

  /** Notes a column, which is called `name` in the file. */
  addColumn(column: string, name: string): void {
    if (!this.#names.has(column)) this.#names.set(column, name);
  }

  addRow(cells: Readonly<Record<string, string>>): void {
    for (const column in cells) {
      if (cells[column] !== '') this.#rows.set(column, (this.#rows.get(column) ?? 0) + 1);
    }
  }

  addStyle(): void {
    this.#styles += 1;
  }

  /** Notes where a picture comes from. */
  addPicture(image: string): void {
    if (/^https:/.test(image)) this.#origins.add(new URL(image).origin);
  }

  leaveOut(at: string, why: string): void {
    this.#left.push({ at, why });
  }

  /** Notes a sentence, and how many products it is true of. */
  add(sentence: string): void {
    this.#notes.set(sentence, (this.#notes.get(sentence) ?? 0) + 1);
  }

  /** Returns the report; undefined if the file is no merchant's. */
  report(): FileReport | undefined {
    if (!this.#format) return undefined;
    const { name: format, became, decides } = this.#format;
    const columns = [...this.#names].map(([key, column]) => ({
      column,
      became: became(key) ?? null,
      decides: decides(key),
      rows: this.#rows.get(key) ?? 0,
    }));
    const notes = [
      DEFAULTS,
      ...[...this.#notes].map(([sentence, count]) => `${counted(count, 'product')}: ${sentence}`),
      ...(this.#origins.size === 0
        ? []
        : [
            `the pictures are shown once the shop’s imageOrigins name ${[...this.#origins].join(', ')}`,
          ]),
    ];
    const productsLeftOut = this.#left;
    return { format, styles: this.#styles, columns, productsLeftOut, notes };
  }
}

/** Maximum number of products to print that are left out. */
const MAX_PRINTED = 20;

/** Formats a report for the terminal, a line for each column and product. */
export function describeFile(file: FileReport): string[] {
  const { format, styles, columns, productsLeftOut, notes } = file;
  const filled = columns.filter(({ rows }) => rows > 0);
  const kept = filled.filter(({ became }) => became !== null);
  const left = filled.filter(({ became }) => became === null);
  const empty = columns.filter(({ rows }) => rows === 0);
  const more = productsLeftOut.length - MAX_PRINTED;
  const section = (title: string, entries: readonly string[]): string[] =>
    entries.length === 0 ? [] : [title, ...entries.map((entry) => `  ${entry}`)];
  return [
    `The file is from ${format}, with ${counted(styles, 'style')}; a style in several sizes is a product for each`,
    ...section(
      'Columns:',
      kept.map(({ column, became }) => `${column} → ${became}`),
    ),
    ...section(
      'Columns left out:',
      left.map(({ column, decides, rows }) =>
        [`${column}, in ${counted(rows, 'row')}`, decides].filter(Boolean).join(': '),
      ),
    ),
    ...section(
      'Columns without a text:',
      empty.length === 0 ? [] : [empty.map(({ column }) => column).join(', ')],
    ),
    ...section(
      `Products left out: ${productsLeftOut.length.toLocaleString('en')}`,
      [
        ...productsLeftOut.slice(0, MAX_PRINTED).map(({ at, why }) => `${at}: ${why}`),
        ...(more > 0 ? [`and ${more.toLocaleString('en')} more, which --json lists`] : []),
      ].filter(() => productsLeftOut.length > 0),
    ),
    ...section('Notes:', notes),
  ];
}
