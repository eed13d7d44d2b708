import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
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
    (text) => !/^(?:replace|delete|new|return|switch|default|in)$/.test(text),
    'a message has another name than a word of JavaScript, or “replace”',
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

const SOURCE = 'en';

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

/** Returns an expression for a message. One with tags is a node, whose parts need no keys. */
function expressionOf({ elements, takes }: Message, language: string): string {
  if (takes.size === 0) return textOf(elements, language);
  if (![...takes.values()].includes('tag')) return `(values) => ${textOf(elements, language)}`;
  const parts = elements.map((element) =>
    element.type === TYPE.tag
      ? `values.${element.value}(${textOf(element.children, language)})`
      : textOf([element], language),
  );
  return `(values) => createElement(Fragment, null, ${parts.join(', ')})`;
}

function typeOfMessage({ takes }: Message): string {
  if (takes.size === 0) return 'string';
  const fields = [...takes].map(([each, kind]) => `readonly ${each}: ${typeOf[kind]}`);
  const result = [...takes.values()].includes('tag') ? 'ReactNode' : 'string';
  return `(values: { ${fields.join('; ')} }) => ${result}`;
}

const hasTags = (messages: Messages): boolean =>
  [...messages.values()].some(({ takes }) => [...takes.values()].includes('tag'));

const written = (group: string, language: string) =>
  `// Written by “pnpm types” from messages/${language}/${group}.json.\n`;

/** Returns the module of a group's English texts, which another language replaces before the first page is rendered. */
function englishModule(group: string, messages: Messages): string {
  const names = [...messages.keys()];
  return [
    written(group, SOURCE),
    hasTags(messages) ? "import { createElement, Fragment, type ReactNode } from 'react';\n\n" : '',
    ...[...messages].map(
      ([key, message]) =>
        `export let ${key}: ${typeOfMessage(message)} = ${expressionOf(message, SOURCE)};\n`,
    ),
    `\nexport type Texts = readonly [${names.map((key) => `typeof ${key}`).join(', ')}];\n`,
    '\n/** Replaces the texts by those of another language, in the same order. */\n',
    `export function replace(texts: Texts): void {\n  [${names.join(', ')}] = texts;\n}\n`,
  ].join('');
}

/** Returns the module of a group's texts in another language, in the order of the English ones. */
function otherModule(group: string, language: string, messages: Messages, order: Messages): string {
  const values = [...order.keys()].map((key) => {
    const message = messages.get(key);
    return message ? `  ${expressionOf(message, language)},\n` : '';
  });
  return [
    written(group, language),
    hasTags(messages) ? "import { createElement, Fragment } from 'react';\n" : '',
    `import type { Texts } from '../${group}.ts';\n\n`,
    `export const texts: Texts = [\n${values.join('')}];\n`,
  ].join('');
}

const relativeImport = /(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?'(\.[^']*\.tsx?)'/g;

/** Returns the groups whose texts a module uses, itself or in what it imports, of the remote's own files. */
function groupsOf(module: string, texts: string): string[] {
  const seen = new Set([module]);
  // Files that are added to a set during its iteration are visited too.
  for (const file of seen) {
    if (path.dirname(file) === texts || !existsSync(file)) continue;
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(relativeImport)) {
      const imported = path.join(path.dirname(file), target);
      if (!imported.startsWith(`${texts}${path.sep}`) || path.dirname(imported) === texts)
        seen.add(imported);
    }
  }
  return [...seen]
    .filter((file) => path.dirname(file) === texts)
    .map((file) => path.parse(file).name)
    .sort();
}

/** Returns the module that a page or fragment loads for its texts in another language. */
function pageModule(groups: readonly string[], library: string | undefined): string {
  return [
    '// Written by “pnpm types”, from what the module imports.\n',
    library ? `import { translate } from '${library}';\n` : '',
    ...groups.map((group) => `import { replace as ${group} } from '../../${group}.ts';\n`),
    ...groups.map((group) => `import { texts as ${group}Texts } from '../${group}.ts';\n`),
    '\n',
    library ? 'translate();\n' : '',
    ...groups.map((group) => `${group}(${group}Texts);\n`),
  ].join('');
}

/** Modules with the texts of code that all remotes bundle, by language: each exports a function `translate`. */
export type LibraryTexts = Readonly<Record<string, string>>;

/** What is generated from a folder's messages. */
export interface Generated {
  /** Contents of the generated files, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Languages with messages, beside English. */
  readonly languages: readonly string[];
}

/**
 * Returns the modules with the texts of a folder, from its `messages/<language>/<group>.json`: English as the values of
 * `src/texts/<group>.ts`, other languages as what replaces them, and for each module in `src/exposes` what loads its
 * texts, `src/texts/<language>/modules/<Module>.ts`. Nothing without messages. Throws an Error that lists what a language
 * lacks, or has too much.
 */
export function generateTexts(root: string, library: LibraryTexts = {}): Generated {
  const folder = path.join(root, 'messages');
  const files = new Map<string, string>();
  if (!existsSync(folder)) return { files, languages: [] };
  const catalog = readCatalog(folder);
  const problems = differences(catalog);
  if (problems.length > 0) throw new Error(`${root}: ${problems.join('\n')}`);
  const texts = path.join(root, 'src/texts');
  const english = catalog.get(SOURCE) ?? new Map<string, Messages>();
  const exposes = path.join(root, 'src/exposes');
  const modules = existsSync(exposes)
    ? readdirSync(exposes).filter((file) => file.endsWith('.tsx'))
    : [];
  for (const [group, messages] of english)
    files.set(path.join(texts, `${group}.ts`), englishModule(group, messages));
  for (const [language, groups] of catalog) {
    if (language === SOURCE) continue;
    for (const [group, messages] of groups)
      files.set(
        path.join(texts, language, `${group}.ts`),
        otherModule(group, language, messages, english.get(group) ?? messages),
      );
    for (const module of modules)
      files.set(
        path.join(texts, language, 'modules', `${path.parse(module).name}.ts`),
        pageModule(groupsOf(path.join(exposes, module), texts), library[language]),
      );
  }
  return { files, languages: [...catalog.keys()].filter((language) => language !== SOURCE) };
}

const outdated = ({ files }: Generated) =>
  [...files].filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text);

/** Writes the generated modules that are missing or outdated. Throws as generateTexts does. */
export function writeTexts(root: string, library?: LibraryTexts): void {
  for (const [file, text] of outdated(generateTexts(root, library))) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/**
 * Returns a sentence about texts that are not those of the messages, or languages that are not those of remote.json;
 * undefined if all is well. Throws as generateTexts does.
 */
export function textsProblem(
  root: string,
  declared: readonly string[],
  library?: LibraryTexts,
): string | undefined {
  const generated = generateTexts(root, library);
  const { languages } = generated;
  const without = declared.find((language) => !languages.includes(language));
  if (without) return `remote.json declares the language ${without}: write messages/${without}`;
  const undeclared = languages.find((language) => !declared.includes(language));
  if (undeclared)
    return `messages/${undeclared} is not used: add ${undeclared} to "languages" in remote.json`;
  const [file] = outdated(generated)[0] ?? [];
  return file && `${file} is out of date: “pnpm types” (or “patchwork types”) writes it again`;
}
