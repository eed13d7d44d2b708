import type ts from 'typescript';
import type { Pair } from './questions.ts';

/** Longer types are cut: the end of what the compiler says is about a property, and short. */
const longest = 300;

const isAboutProperty = (text: string): boolean => /^(?:Types of property|The types)/.test(text);

/** What the compiler says, outermost first, along the first of each level's reasons. */
function levels(message: string | ts.DiagnosticMessageChain): string[] {
  if (typeof message === 'string') return [message];
  const [next] = message.next ?? [];
  return [message.messageText, ...(next ? levels(next) : [])];
}

/** Names types by their owner, not by the address of their file. */
const withoutAddresses = (text: string, { remote, shell, owner }: Pair): string =>
  text
    .replaceAll(/import\("([^"]*)"\)\./g, (_, file: string) => {
      if (file.startsWith(shell.folder)) return 'the shell’s ';
      if (owner && file.startsWith(owner.folder)) return 'the owner’s ';
      return file.startsWith(remote.folder) ? 'the remote’s ' : '';
    })
    .replaceAll(/typeof import\("[^"]*"\)/g, 'the module');

/** The innermost reason why something does not fit, with the type and property that it is about. */
export function reasonOf({ messageText }: ts.Diagnostic, pair: Pair): string {
  const [innermost = '', property = '', owner = ''] = levels(messageText).toReversed();
  const reason = isAboutProperty(property) ? `${owner} ${property} ${innermost}` : innermost;
  const text = withoutAddresses(reason, pair);
  if (text.length > longest) return `${text.slice(0, longest)}…`;
  return text.endsWith('.') ? text : `${text}.`;
}
