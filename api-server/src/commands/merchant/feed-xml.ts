import { Parser } from 'htmlparser2';
import { CommandError, MAX_RECORD_CHARACTERS, readText } from '../files.ts';
import type { SourceRow } from './merchant-format.ts';

/** Namespace of Google's attributes. Its prefix is usually g. */
const GOOGLE = 'http://base.google.com/ns/1.0';

/** Item of a feed, with the names of its elements as they are in the file. */
export interface FeedItem extends SourceRow {
  readonly names: Readonly<Record<string, string>>;
}

/** Reads the items of one feed, which is written piece by piece. */
class FeedParser {
  readonly items: FeedItem[] = [];
  fault: string | undefined;
  #line = 1;
  #counted = 0;
  #text = '';
  #isEnding = false;
  #prefix = 'g:';
  readonly #path: string[] = [];
  #item: { at: string; cells: Record<string, string>; names: Record<string, string> } | undefined;
  #itemDepth = 0;
  #characters = 0;
  #value = '';
  #start = 0;
  readonly #keyOf: (name: string) => string;

  readonly #parser = new Parser(
    {
      onprocessinginstruction: (_name, data) => {
        if (/^!doctype[^>]*\[/i.test(data)) {
          this.fault ??= `line ${this.#lineNow()}: a feed with a DTD is not read: remove <!DOCTYPE …>`;
        }
      },
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => {
        if (!this.#item) return;
        this.#value += text;
        this.#characters += text.length;
        if (this.#characters > MAX_RECORD_CHARACTERS) {
          this.fault ??= `${this.#item.at}: a product has more than 1,000,000 characters`;
        }
      },
      onclosetag: (name) => this.#close(name),
    },
    { xmlMode: true, decodeEntities: true },
  );

  constructor(keyOf: (name: string) => string) {
    this.#keyOf = keyOf;
  }

  write(text: string): void {
    this.#start += this.#text.length;
    this.#text = text;
    this.#counted = 0;
    this.#parser.write(text);
    const unread = this.#start + text.length - this.#parser.endIndex;
    if (unread > MAX_RECORD_CHARACTERS) {
      this.fault ??= `line ${this.#line}: a tag has more than 1,000,000 characters`;
    }
    this.#lineNow(text.length);
  }

  /** Ends the feed. A feed without its root's end is cut off. */
  end(): void {
    this.#isEnding = true;
    if (this.#path.length > 0)
      this.fault ??= 'the file is cut off: the end of its last element is missing';
    this.#parser.end();
  }

  /** Number of the line of the parser's position, or of a position in the last text. */
  #lineNow(position = this.#parser.endIndex - this.#start): number {
    for (; this.#counted < position; this.#counted += 1) {
      if (this.#text.charCodeAt(this.#counted) === 10) this.#line += 1;
    }
    return this.#line;
  }

  #nameOf(name: string): string {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name);
    const depth = this.#path.length;
    if (depth === 1) {
      const declared = Object.entries(attributes).find(([, value]) => value === GOOGLE)?.[0];
      const [, prefix] = /^xmlns:(.+)$/.exec(declared ?? '') ?? [];
      if (prefix) this.#prefix = `${prefix}:`;
      if (!/^(?:rss|feed|rdf:RDF)$/i.test(name)) {
        this.fault ??= `its root is <${name}>: a product feed is RSS or Atom, <rss> or <feed>`;
      }
    }
    if (this.#item) {
      if (depth === this.#itemDepth + 1) this.#value = attributes.href ?? '';
      else this.#value += ' ';
    } else if (name === 'item' || name === 'entry') {
      this.#item = { at: `line ${this.#lineNow()}`, cells: {}, names: {} };
      this.#itemDepth = depth;
      this.#characters = 0;
    }
  }

  #close(name: string): void {
    if (this.#isEnding) return;
    const depth = this.#path.length;
    this.#path.pop();
    const item = this.#item;
    if (!item) return;
    if (depth === this.#itemDepth) {
      this.items.push(item);
      this.#item = undefined;
    } else if (depth === this.#itemDepth + 1) {
      const key = this.#keyOf(this.#nameOf(name));
      const value = this.#value.trim();
      const before = item.cells[key];
      item.cells[key] = before ? `${before}\n${value}` : value;
      item.names[key] ??= name;
    }
  }
}

/**
 * Yields the items of a product feed, RSS 2.0 or Atom. A repeated element's values are lines of one cell; the parts of a
 * composed one are separated by spaces. Entities of a DTD are not expanded. Throws a CommandError if the file is no
 * feed.
 */
export async function* readFeed(
  file: string,
  keyOf: (name: string) => string,
): AsyncGenerator<FeedItem> {
  const parser = new FeedParser(keyOf);
  const check = () => {
    if (parser.fault !== undefined) throw new CommandError(`${file}: ${parser.fault}`);
  };
  for await (const text of readText(file)) {
    parser.write(text);
    check();
    yield* parser.items.splice(0);
  }
  parser.end();
  check();
}
