import type { ts } from '../../typescript.mjs';
import { type Pair, type Question, questionsOf, sideNames, type TypeFault } from './questions.ts';
import { compileQuestions, type QuestionFile, type Unresolved } from './resolve.ts';

/** Maximum length of a reason, in characters. The compiler's innermost message is short, except for long types. */
const longest = 300;

const isAboutProperty = (text: string): boolean => /^(?:Types of property|The types)/.test(text);

function levels(message: string | ts.DiagnosticMessageChain): string[] {
  if (typeof message === 'string') return [message];
  const [next] = message.next ?? [];
  return [message.messageText, ...(next ? levels(next) : [])];
}

/** Replaces the file path before each type by the type's side: 'the shell’s Product'. */
const withoutAddresses = (text: string, { remote, shell, owner }: Pair): string =>
  text
    .replaceAll(/import\("([^"]*)"\)\./g, (_, file: string) => {
      if (file.startsWith(shell.folder)) return 'the shell’s ';
      if (owner && file.startsWith(owner.folder)) return 'the owner’s ';
      return file.startsWith(remote.folder) ? 'the remote’s ' : '';
    })
    .replaceAll(/typeof import\("[^"]*"\)/g, 'the module');

function reasonOf({ messageText }: ts.Diagnostic, pair: Pair): string {
  const [innermost = '', property = '', owner = ''] = levels(messageText).toReversed();
  const reason = isAboutProperty(property) ? `${owner} ${property} ${innermost}` : innermost;
  const text = withoutAddresses(reason, pair);
  if (text.length > longest) return `${text.slice(0, longest)}…`;
  return text.endsWith('.') ? text : `${text}.`;
}

/** Error codes of the compiler: “Cannot find module” and “Namespace has no exported member”. */
const absent: readonly number[] = [2307, 2694];

interface Asked extends QuestionFile {
  /** Questions, one for each line of the text. */
  readonly questions: readonly Question[];
}

function write(pair: Pair, index: number): Asked {
  const questions = questionsOf(pair);
  const text = [...questions.map(({ statement }) => statement), 'export {};'].join('\n');
  return { pair, questions, text, file: `/patchwork-gate/${index}.ts` };
}

function faultOf({ about, file }: Question, diagnostic: ts.Diagnostic, pair: Pair): TypeFault {
  const isAbsent = absent.includes(diagnostic.code);
  const reason = reasonOf(diagnostic, pair);
  if (about.rule === 'exposed types') {
    return { ...about, file, reason: isAbsent ? 'Its declarations are missing.' : reason };
  }
  const { rule, module, name } = about;
  const common = { rule, module, names: [name], file };
  return isAbsent ? common : { ...common, reason };
}

/** Groups problems of imported names by reason, because the change of one type may affect many names. */
function grouped(faults: readonly TypeFault[]): TypeFault[] {
  const groups = new Map<string, TypeFault>();
  for (const fault of faults) {
    const shown = fault.rule === 'imported names' ? { ...fault, names: [], file: '' } : fault;
    const key = JSON.stringify(shown);
    const known = groups.get(key);
    if (known?.rule === 'imported names' && fault.rule === 'imported names') {
      const names = [...new Set([...known.names, ...fault.names])];
      groups.set(key, { ...known, names });
    } else groups.set(key, fault);
  }
  return [...groups.values()];
}

function faultsOf(program: ts.Program, { pair, file, questions }: Asked): TypeFault[] {
  const diagnostics = program.getSemanticDiagnostics(program.getSourceFile(file));
  const faults = diagnostics.flatMap((diagnostic) => {
    const position = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    const question = position && questions[position.line];
    if (!question || (question.isOptional && absent.includes(diagnostic.code))) return [];
    return [faultOf(question, diagnostic, pair)];
  });
  return grouped(faults);
}

/**
 * Reports modules that can't be found. The compiler treats their types as `any`, which is compatible with everything.
 */
function missingIn(pair: Pair, unresolved: readonly Unresolved[]): TypeFault[] {
  return unresolved.flatMap(({ version, file, name }) => {
    const side = sideNames.find((key) => pair[key]?.folder === version.folder);
    return side ? [{ rule: 'types' as const, side, file: `types/${file}`, missing: name }] : [];
  });
}

/**
 * Compares the types of each pair of versions. Returns the problems of each pair, in the same order. Throws a
 * ReleaseError if tsconfig.json is unreadable.
 */
export function compare(workspace: string, pairs: readonly Pair[]): TypeFault[][] {
  const asked = pairs.map(write);
  const { program, unresolved } = compileQuestions(workspace, asked);
  return asked.map((file) => [...missingIn(file.pair, unresolved), ...faultsOf(program, file)]);
}
