import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { SOURCE_LANGUAGE } from '@patchwork/host';
import type { RsbuildPlugin } from '@rsbuild/core';
import * as v from 'valibot';

/** What a message takes: a text or number, a number that it counts, a text that it chooses by, a part to render. */
type Kind = 'text' | 'count' | 'choice' | 'tag';

const typeOf: Readonly<Record<Kind, string>> = {
  text: 'string | number',
  count: 'number',
  choice: 'string',
  tag: '(text: string) => ReactNode',
};

interface Message {
  readonly elements: readonly MessageFormatElement[];
  readonly takes: ReadonlyMap<string, Kind>;
}

/** Messages by name. */
type Messages = ReadonlyMap<string, Message>;

/** Adds what elements take. A name that is counted may be shown, too. */
function collect(elements: readonly MessageFormatElement[], takes: Map<string, Kind>): void {
  function take(name: string, kind: Kind): void {
    const known = takes.get(name);
    if (known === undefined || known === 'text') takes.set(name, kind);
    else if (known !== kind && kind !== 'text')
      throw new Error(`{${name}} is used in two ways: give one of them another name`);
  }
  for (const element of elements) {
    if (element.type === TYPE.argument) take(element.value, 'text');
    if (element.type === TYPE.tag) {
      take(element.value, 'tag');
      collect(element.children, takes);
    }
    if (element.type === TYPE.plural && (element.pluralType === 'ordinal' || element.offset !== 0))
      throw new Error(`{${element.value}} has an ordinal or an offset: write it without`);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      take(element.value, element.type === TYPE.plural ? 'count' : 'choice');
      for (const { value } of Object.values(element.options)) collect(value, takes);
    }
    if ([TYPE.number, TYPE.date, TYPE.time].includes(element.type))
      throw new Error(
        `{${Object(element).value}} has a format: give the message a text that is formatted already, and write {${Object(element).value}}`,
      );
  }
}

/** A name that can be exported, and that is no word of the language. */
const name = v.pipe(
  v.string(),
  v.regex(/^[a-z]\w*$/, 'a message’s name is written likeThis'),
  v.check(
    (text) => !/^(?:delete|new|return|switch|default|in|if|for|do)$/.test(text),
    'a message has another name than a word of JavaScript',
  ),
);

const schema = v.pipe(v.string(), v.parseJson(), v.record(name, v.string()));

/** Reads a file of messages in ICU MessageFormat. Throws an Error that names file and message. */
function readMessages(file: string): Messages {
  const parsed = v.safeParse(schema, readFileSync(file, 'utf8'));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
  }
  return new Map(
    Object.entries(parsed.output).map(([key, text]) => {
      try {
        const elements = parse(text, { requiresOtherClause: true });
        const takes = new Map<string, Kind>();
        collect(elements, takes);
        return [key, { elements, takes }];
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${file}: ${key}: “${text}” is no message in ICU MessageFormat: ${reason}`);
      }
    }),
  );
}

/** Languages' messages by language, then by the name of the file. English comes first, and is always there. */
type Catalog = ReadonlyMap<string, ReadonlyMap<string, Messages>>;

const SOURCE = SOURCE_LANGUAGE;

function readCatalog(folder: string): Catalog {
  const others = readdirSync(folder)
    .filter((entry) => entry !== SOURCE)
    .sort();
  return new Map(
    [SOURCE, ...others].map((language) => [
      language,
      new Map(
        readdirSync(path.join(folder, language))
          .sort()
          .map((file) => [path.parse(file).name, readMessages(path.join(folder, language, file))]),
      ),
    ]),
  );
}

/** Whether a translation can be given what the English message gets. */
const fits = (english: Kind | undefined, other: Kind): boolean =>
  english === other || (other === 'text' && (english === 'count' || english === 'choice'));

const listOf = (names: Iterable<string>): string => [...names].map((each) => `{${each}}`).join(' ');

/** Returns a sentence for each way in which a language's messages are not those of English. */
function differences(catalog: Catalog): string[] {
  const english = catalog.get(SOURCE) ?? new Map<string, Messages>();
  const nothing: Messages = new Map();
  return [...catalog].flatMap(([language, files]) =>
    [...new Set([...english.keys(), ...files.keys()])].flatMap((group) => {
      const file = `messages/${language}/${group}.json`;
      const [ours, theirs] = [files.get(group) ?? nothing, english.get(group) ?? nothing];
      const missing = [...theirs.keys()].filter((key) => !ours.has(key));
      const superfluous = [...ours.keys()].filter((key) => !theirs.has(key));
      return [
        ...missing.map((key) => `${file} lacks ${key}: translate it`),
        ...superfluous.map((key) => `${file} has ${key}, which English has not: remove it`),
        ...[...ours].flatMap(([key, { takes }]) => {
          const source = theirs.get(key)?.takes;
          if (!source) return [];
          const isSame =
            source.size === takes.size &&
            [...takes].every(([each, kind]) => fits(source.get(each), kind));
          return isSame
            ? []
            : [
                `${file}: ${key} takes ${listOf(takes.keys()) || 'nothing'}, and in English ${listOf(source.keys()) || 'nothing'}: use the same`,
              ];
        }),
      ];
    }),
  );
}

/** Escapes a text for a template literal. */
const literal = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, '\\$&');

/** Returns an expression for one of several, by an expression that tells which. */
function choice(
  element: Extract<MessageFormatElement, { readonly options: object }>,
  language: string,
): string {
  const { value, options, type } = element;
  const argument = `values.${value}`;
  const other = options.other ? textOf(options.other.value, language, value) : "''";
  const rule = `new Intl.PluralRules('${language}').select(${argument})`;
  const conditions = Object.entries(options).map(([key, option]) => {
    const text = textOf(option.value, language, value);
    // Many languages have a form that is written like another.
    if (text === other) return '';
    if (type === TYPE.select) return `${argument} === ${JSON.stringify(key)} ? ${text} : `;
    if (key.startsWith('=')) return `${argument} === ${key.slice(1)} ? ${text} : `;
    // English has one form for exactly 1, and another for all other numbers.
    if (language === SOURCE && key === 'one') return `${argument} === 1 ? ${text} : `;
    return `${rule} === '${key}' ? ${text} : `;
  });
  return `(${conditions.join('')}${other})`;
}

/** Returns an expression for the text of elements. `counted` is the number that “#” stands for. */
function textOf(
  elements: readonly MessageFormatElement[],
  language: string,
  counted?: string,
): string {
  const [only] = elements;
  if (elements.length === 1 && (only?.type === TYPE.plural || only?.type === TYPE.select))
    return choice(only, language);
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return literal(element.value);
    if (element.type === TYPE.pound) return `\${values.${counted}.toLocaleString('${language}')}`;
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return `\${${choice(element, language)}}`;
    return `\${values.${Object(element).value}}`;
  });
  return `\`${parts.join('')}\``;
}

/** Whether a message has tags: it is then a node, and otherwise a text. */
const isNode = ({ takes }: Message): boolean => [...takes.values()].includes('tag');

/** Returns an expression for a message. One with tags is a node, whose parts need no keys. */
function expressionOf(message: Message, language: string): string {
  const { elements, takes } = message;
  if (takes.size === 0) return textOf(elements, language);
  if (!isNode(message)) return `(values) => ${textOf(elements, language)}`;
  const parts = elements.map((element) =>
    element.type === TYPE.tag
      ? `values.${element.value}(${textOf(element.children, language)})`
      : textOf([element], language),
  );
  return `(values) => createElement(Fragment, null, ${parts.join(', ')})`;
}

function typeOfMessage(message: Message): string {
  const { takes } = message;
  if (takes.size === 0) return 'string';
  const fields = [...takes].map(([each, kind]) => `readonly ${each}: ${typeOf[kind]}`);
  const result = isNode(message) ? 'ReactNode' : 'string';
  return `(values: { ${fields.join('; ')} }) => ${result}`;
}

/** Returns the module of a group's English texts, for types, editors and tests. Builds put the texts where they are used. */
function moduleOf(group: string, messages: Messages): string {
  const hasTags = [...messages.values()].some(isNode);
  return [
    `// Written by “pnpm types” from messages/${SOURCE}/${group}.json.\n`,
    hasTags ? "import { createElement, Fragment, type ReactNode } from 'react';\n\n" : '',
    ...[...messages].map(
      ([key, message]) =>
        `export const ${key}: ${typeOfMessage(message)} = ${expressionOf(message, SOURCE)};\n`,
    ),
  ].join('');
}

const catalogs = new Map<string, { readonly stamp: string; readonly catalog: Catalog }>();

/** Returns the messages of a folder, read again after a change; undefined if it has none. Throws as readCatalog does. */
function catalogOf(root: string): Catalog | undefined {
  const folder = path.join(root, 'messages');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const stamp = files.map((file) => `${file} ${statSync(path.join(folder, file)).mtimeMs}`).join();
  const known = catalogs.get(root);
  if (known?.stamp === stamp) return known.catalog;
  const catalog = readCatalog(folder);
  catalogs.set(root, { stamp, catalog });
  return catalog;
}

/**
 * Returns the modules with the English texts of a folder, `src/texts/<group>.ts`, by path, from its
 * `messages/en/<group>.json`; none without messages. Throws an Error that lists what a language lacks or has too much.
 */
export function generateTexts(root: string): Map<string, string> {
  const catalog = catalogOf(root);
  const problems = catalog ? differences(catalog) : [];
  if (problems.length > 0) throw new Error(`${root}: ${problems.join('\n')}`);
  return new Map(
    [...(catalog?.get(SOURCE) ?? [])].map(([group, messages]) => [
      path.join(root, 'src/texts', `${group}.ts`),
      moduleOf(group, messages),
    ]),
  );
}

/** Writes the modules with a folder's texts that are missing or outdated. Throws as generateTexts does. */
export function writeTexts(root: string): void {
  for (const [file, text] of generateTexts(root)) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/**
 * Returns a sentence about texts that are not those of the messages, or languages that are not those of remote.json;
 * undefined if all is well. Throws as generateTexts does.
 */
export function textsProblem(root: string, declared: readonly string[]): string | undefined {
  const languages = [...(catalogOf(root)?.keys() ?? [])].filter((language) => language !== SOURCE);
  const without = declared.find((language) => !languages.includes(language));
  if (without) return `remote.json declares the language ${without}: write messages/${without}`;
  const undeclared = languages.find((language) => !declared.includes(language));
  if (undeclared)
    return `messages/${undeclared} is not used: add ${undeclared} to "languages" in remote.json`;
  const outdated = [...generateTexts(root)].find(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  return (
    outdated && `${outdated[0]} is out of date: “pnpm types” (or “patchwork types”) writes it again`
  );
}

const importOfTexts =
  /^import (?:\* as (\w+)|\{ ([\w, ]+) \}) from ["']([^"']*\/texts\/(\w+)\.[jt]s)["'];?$/gm;

/** Variable of a build with several languages: the language whose texts are used. */
export const languageVariable = 'patchworkLanguage';

/**
 * Puts the texts of a language where a module uses them (`t.addToCart`, `t.size({ size })`), so that a build has only
 * one language's, and English costs nothing; those of several languages to choose from by `languageVariable`. Libraries
 * that were compiled name what they import instead. `file` is the module's path. Throws an Error about an unknown text.
 */
export function insertTexts(code: string, file: string, languages: readonly string[]): string {
  let inserted = code;
  let usesNodes = false;
  for (const found of code.matchAll(importOfTexts)) {
    const [statement, space, names = '', target = '', group = ''] = found;
    const root = path.resolve(path.dirname(file), target, '../../..');
    const catalog = catalogOf(root);
    if (!catalog) continue;
    const textFor = (key: string): string => {
      const texts = languages.map((language) => {
        // A folder without the language has its English texts.
        const messages = (catalog.get(language) ?? catalog.get(SOURCE))?.get(group);
        const message = messages?.get(key);
        if (!message) throw new Error(`${file} uses the text ${key}, which messages/ has not`);
        usesNodes ||= isNode(message);
        return `(${expressionOf(message, language)})`;
      });
      const choices = texts.slice(0, -1).map((text, index) => {
        return `${languageVariable} === '${languages[index]}' ? ${text} : `;
      });
      return `(${choices.join('')}${texts.at(-1)})`;
    };
    const constants = names
      .split(', ')
      .filter(Boolean)
      .map((each) => {
        const [key = '', local = key] = each.split(' as ');
        return `const ${local} = ${textFor(key)};`;
      });
    inserted = space
      ? inserted
          .replace(statement, '')
          .replaceAll(new RegExp(`(?<![\\w.’'])${space}\\.(\\w+)`, 'g'), (_whole, key: string) =>
            textFor(key),
          )
      : inserted.replace(statement, () => constants.join('\n'));
  }
  return usesNodes ? `${inserted}\nimport { createElement, Fragment } from 'react';\n` : inserted;
}

/** Builds with the texts of one language, or of several to choose from by `languageVariable`. */
export const textsIn = (...languages: readonly string[]): RsbuildPlugin => ({
  name: 'patchwork:texts',
  setup(api) {
    api.transform({ test: /\.[jt]sx?$/, order: 'pre' }, ({ code, resourcePath }) =>
      code.includes('/texts/') ? insertTexts(code, resourcePath, languages) : code,
    );
  },
});
