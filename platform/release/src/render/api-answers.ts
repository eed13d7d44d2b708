import { setTimeout as pause } from 'node:timers/promises';
import { configFields } from '@patchwork/build/policy';
import { cleanText, type HeadValues } from '../release-folder/page/head.ts';

/** Sends a GET request for a path, such as '/api/products', to the shop's API. */
export type ApiReader = (path: string) => Promise<Response>;

/** Sources of the data in pages, unless the configuration has an API at another origin. */
export interface Readers {
  readonly api?: ApiReader | undefined;
  /**
   * API on sample data, which answers as the page's mock does before any change. Used if the configuration has no API.
   */
  readonly sample?: ApiReader | undefined;
}

/** Timeout of a request to the API in milliseconds. A page waits for at most DEADLINE_MS. */
const TIMEOUT_MS = 5000;

/** Settles as the promise does, but rejects if that takes longer than TIMEOUT_MS. */
function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`);
    timer = setTimeout(() => reject(error), TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function chooseReader(config: unknown, { api, sample }: Readers): ApiReader | undefined {
  const { apiBaseUrl } = configFields(config);
  if (apiBaseUrl === undefined) return sample;
  if (!/^https?:\/\//.test(apiBaseUrl)) return api && ((path) => inTime(api(path)));
  const base = apiBaseUrl.replace(/\/$/, '');
  return (path) =>
    fetch(base + path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
}

/** Paths that can't lead to another origin. URL parsers ignore tabs and line breaks, and read '\' as '/'. */
const ownPath = /^\/(?![/\\\t\r\n])/;

/**
 * Chooses the API for the data of pages: that at another origin, that of this process, or, if the shop uses the mock,
 * the sample. Undefined if there is none. The reader rejects everything but paths, because remotes' code chooses them.
 */
export function apiReader(config: unknown, readers: Readers): ApiReader | undefined {
  const read = chooseReader(config, readers);
  return (
    read &&
    (async (path) => {
      if (!ownPath.test(path)) throw new Error(`“${path}” is not a path of the API`);
      return read(path);
    })
  );
}

/** Maximum length of a text in characters. Search engines read less. */
const VALUE_LENGTH = 5000;

function valueAt(document: unknown, name: string): unknown {
  let value = document;
  for (const field of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field))
      return undefined;
    value = Reflect.get(value, field);
  }
  return value;
}

/** Maximum number of a list's entries whose values are used. */
const MAX_ENTRIES = 100;

/** Returns a name for each entry of its list: 'product.siblings.0._id' and so on for 'product.siblings.*._id'. */
function namesOfEntries(document: unknown, name: string): string[] {
  const [list = '', field] = name.split('.*.');
  if (field === undefined) return [name];
  const entries = valueAt(document, list);
  return Array.isArray(entries)
    ? entries.slice(0, MAX_ENTRIES).map((_entry, index) => `${list}.${index}.${field}`)
    : [];
}

/** Picks the named values ('product.title') from an API response, and shortens long texts. */
function pickValues(document: unknown, names: readonly string[]): HeadValues {
  const values: Record<string, string | boolean> = {};
  for (const name of names.flatMap((each) => namesOfEntries(document, each))) {
    const value = valueAt(document, name);
    if (typeof value === 'string') values[name] = cleanText(value, VALUE_LENGTH);
    if (typeof value === 'number') values[name] = String(value);
    if (typeof value === 'boolean') values[name] = value;
  }
  return values;
}

export interface Answer {
  readonly address: string;
  readonly call: string;
  /** Whether the page's product or list exists. */
  readonly isFound: boolean;
  readonly values: HeadValues;
}

/** Age in milliseconds up to which a response is used without a new request. */
const FRESH_MS = 60_000;
/** Age in milliseconds up to which a response is used while a new one is loading. */
const STALE_MS = 600_000;
/** Milliseconds before a failed request is repeated. */
const FAILED_MS = 5000;
/** Maximum wait in milliseconds for data that a page can be sent without. */
export const DEADLINE_MS = 150;
/** Maximum number of cached responses, and of pages made from them. */
const MAX_ANSWERS = 500;
const MAX_REQUESTS = 32;

interface Entry {
  answer?: Answer | undefined;
  /** Time of the response. */
  readAt: number;
  /** Earliest time of the next request. */
  nextAt: number;
  reading?: Promise<void> | undefined;
}

interface AnswersOptions {
  readonly api: ApiReader;
  readonly report: (message: string) => void;
  readonly now?: () => number;
}

/** A request to the API for a page's data. */
export interface Question {
  readonly address: string;
  readonly call: string;
  readonly names: readonly string[];
}

/** Returns the response for a page; undefined if none arrives in time. */
export type Answers = (question: Question) => Answer | undefined | Promise<Answer | undefined>;

/**
 * Whether a response is JSON. Only a JSON 404 comes from the API: a wrong API address, which answers with another 404,
 * must not make every page 'not found'.
 */
const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.includes('json') ?? false;

async function readAnswer(api: ApiReader, { address, call, names }: Question): Promise<Answer> {
  const response = await api(call);
  if (!isJson(response)) throw new Error(`status ${response.status}, and no JSON`);
  if (response.status === 404) return { address, call, isFound: false, values: {} };
  if (!response.ok) throw new Error(`status ${response.status}`);
  return { address, call, isFound: true, values: pickValues(await response.json(), names) };
}

/** Adds an entry to a map as the newest one, and drops the oldest beyond MAX_ANSWERS. Returns the value. */
export function keep<T>(map: Map<string, T>, key: string, value: T): T {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_ANSWERS && oldest !== undefined) map.delete(oldest);
  return value;
}

export const wait = (milliseconds: number): Promise<undefined> =>
  pause(milliseconds, undefined, { ref: false });

/** Creates a cache of API responses. Pages that need the same data share one request. */
export function createAnswers({ api, report, now = Date.now }: AnswersOptions): Answers {
  /** Entries by address, least recently used first. */
  const entries = new Map<string, Entry>();
  let requests = 0;
  let isFailing = false;

  async function read(entry: Entry, question: Question): Promise<void> {
    requests += 1;
    try {
      entry.answer = await readAnswer(api, question);
      entry.readAt = now();
      entry.nextAt = entry.readAt + FRESH_MS;
      isFailing = false;
    } catch (error) {
      entry.nextAt = now() + FAILED_MS;
      if (!isFailing)
        report(`${question.call}: ${String(error)}. Pages are sent without the API’s data`);
      isFailing = true;
    } finally {
      requests -= 1;
      entry.reading = undefined;
    }
  }

  const usable = ({ answer, readAt }: Entry): Answer | undefined =>
    now() - readAt < STALE_MS ? answer : undefined;

  return (question) => {
    const { address } = question;
    const entry = keep(entries, address, entries.get(address) ?? { readAt: 0, nextAt: 0 });
    const isDue = now() >= entry.nextAt;
    if (isDue && !entry.reading && requests < MAX_REQUESTS) {
      entry.reading = read(entry, question);
    }
    const answer = usable(entry);
    if (answer || !entry.reading) return answer;
    return Promise.race([entry.reading, wait(DEADLINE_MS)]).then(() => usable(entry));
  };
}
